import Expressions
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

@testable import SceneUpdating

extension Scene {
  /// Replaces the timeline of an input.
  mutating func draw(_ name: String, _ diagram: String, message: String? = nil) throws {
    let position = try #require(self.position(of: name))
    var timeline = try Diagram.parse(
      diagram, row: name, step: step, dialect: dialect, color: color(ofRow: position)
    ).timeline
    if let message, let time = timeline.end.time {
      timeline = Timeline(events: timeline.events, end: .error(time, message: message))
    }
    rows[position].content = .input(Input(timeline, start: rows[position].input?.start ?? .hot))
  }

  /// Changes the events of an input, and its end.
  mutating func change(_ name: String, end: Timeline.End? = nil, _ change: (inout [Event]) -> Void) {
    guard let position = position(of: name), var input = rows[position].input else { return }
    var events = input.timeline.events
    change(&events)
    input.timeline = Timeline(events: events, end: end ?? input.timeline.end)
    rows[position].content = .input(input)
  }

  /// Changes the colour of a row, and of its events that have it.
  mutating func paint(_ name: String, _ color: MarbleColor?) {
    guard let position = position(of: name) else { return }
    let old = self.color(ofRow: position)
    rows[position].color = color
    let new = self.color(ofRow: position)
    change(name) { events in
      for index in events.indices where events[index].color == old { events[index].color = new }
    }
  }

  mutating func apply(_ name: String, _ expression: String) throws {
    let position = try #require(self.position(of: name))
    rows[position].content = .output(try Expression.parse(expression))
  }

  mutating func insert(_ name: String, _ expression: String, at position: Int) throws {
    rows.insert(Row(name: name, content: .output(try Expression.parse(expression))), at: position)
  }

  /// Makes a random change.
  ///
  /// - Returns: how many lines of its file it may change.
  mutating func edit(_ random: inout SplitMix64) -> Int {
    let inputs = rows.indices.filter { !(rows[$0].timeline?.events.isEmpty ?? true) }
    let used = Set(rows.flatMap { $0.expression?.references.map(\.name) ?? [] })
    switch random.below(6) {
    case 0 where !inputs.isEmpty, 1 where !inputs.isEmpty:
      let row = random.pick(inputs)
      let key = EventKey(row: row, index: random.below(rows[row].timeline?.events.count ?? 1))
      let time = SceneTime(nanoseconds: step.nanoseconds &* Int64(random.below(9)))
      if let moved = moving(key, to: time) { self = moved.scene }
      let name = rows[row].name
      change(name) { $0 = $0.calledByPlace(inRow: name) }
      // The diagram; or the event where it was, and the end.
      return 3
    case 2 where !inputs.isEmpty:
      paint(rows[random.pick(inputs)].name, random.pick(MarbleColor.allCases))
      return 1
    case 3 where kind == .timelines:
      guard let last = rows.lastIndex(where: { $0.expression != nil && !used.contains($0.name) }), rows.count > 1
      else { return 0 }
      rows.remove(at: last)
      // As many as a row has with an expression in several lines, and with values for its expectation.
      return 60
    case 4 where kind == .timelines:
      guard let name = rows.first?.name, let expression = try? Expression.parse(name) else { return 0 }
      rows.append(Row(name: "row\(rows.count)x\(random.below(1000))", content: .output(expression)))
      return 0
    default:
      title = random.pick(["Another title", "It's: \"quoted\"", "漢字", "12", "# no", "true"])
      return 1
    }
  }
}
