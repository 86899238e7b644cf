import Marbles
import Operators
import Playback
import Testing

@testable import Expressions

/// Rows written as diagrams, in scene order; each row has a different colour.
typealias Rows = KeyValuePairs<String, String>

/// What an expression gave when it was run at once.
struct Played: Equatable {
  /// Its events; ids are positions.
  var timeline: Timeline
  /// The input events behind each event, as `a0`.
  var sources: [[String]]
  /// The nearest events behind each event; the same as `sources` where no output row lies between.
  var from: [[String]]
  var inputs: [String: Timeline]
}

let palette: [MarbleColor] = [.red, .green, .yellow, .cyan, .pink]

/// Runs `expression` over rows, as a scene would wire it, but with operators alone.
func play(
  _ rows: Rows, _ expression: String, until horizon: SceneTime? = nil, catalogue: Catalogue = .standard
) throws -> Played {
  var inputs: [(name: String, timeline: Timeline)] = []
  for (index, row) in rows.enumerated() {
    inputs.append(
      (row.key, try Diagram.parse(row.value, row: row.key, color: palette[index % palette.count]).timeline))
  }
  return try play(inputs, expression, until: horizon, catalogue: catalogue)
}

func play(
  _ inputs: [(name: String, timeline: Timeline)], _ expression: String, until horizon: SceneTime? = nil,
  catalogue: Catalogue = .standard
) throws -> Played {
  let plan = try Expression.parse(expression, catalogue: catalogue).plan
  let executor = PlaybackExecutor()
  for (name, _) in plan.rowReferences { try #require(inputs.contains { $0.name == name }) }
  let context = StreamContext(clock: executor.clock, step: .seconds(1), catalogue: catalogue) { name in
    let row = inputs.firstIndex { $0.name == name }!
    let named = inputs[row].timeline.events.enumerated().map { index, event in
      var event = event
      event.name = "\(index)"
      return event
    }
    return TracedStream(
      Timeline(events: named, end: inputs[row].timeline.end).replay(on: PlaybackClock(executor: executor, rank: row))
        .map { event in
          let key = Lineage.one(EventKey(row: row, index: event.name.flatMap { Int($0) } ?? -1))
          return Traced(value: event.value, color: event.color, from: key, sources: key)
        })
  }
  let collected = Emissions()
  executor.start {
    do {
      for try await value in try plan.build(in: context) { collected.values.append((executor.now, value)) }
      if !Task.isCancelled { collected.end = .finish(executor.now) }
    } catch {
      collected.end = .error(executor.now, message: "\(error)")
    }
  }
  try executor.runImmediately(until: horizon)
  let events = collected.values.map { emission in
    Event(
      time: emission.time, value: emission.value.value, color: emission.value.color,
      animation: emission.value.animation)
  }
  func spelled(_ lineage: Lineage) -> [String] { lineage.keys.map { "\(inputs[Int($0.row)].name)\($0.index)" } }
  return Played(
    timeline: Timeline(events: events, end: collected.end), sources: collected.values.map { spelled($0.value.sources) },
    from: collected.values.map { spelled($0.value.from) }, inputs: Dictionary(uniqueKeysWithValues: inputs))
}

/// @unchecked Sendable: written by jobs of one executor, read after its run on the same thread.
private final class Emissions: @unchecked Sendable {
  var values: [(time: SceneTime, value: Traced)] = []
  var end = Timeline.End.open
}

/// A timeline as times, printed values and its end: what `expect` compares.
func spelled(_ timeline: Timeline) -> [String] {
  let events = timeline.events.map { "\($0.time): \($0.value)" }
  switch timeline.end {
  case .finish(let time): return events + ["\(time): |"]
  case .error(let time, _): return events + ["\(time): ^"]
  case .open: return events
  }
}

/// Diagrams in, an expression, a diagram out; text is never compared, only times, values and ends.
func expect(
  _ rows: Rows, _ expression: String, _ diagram: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let played = try play(rows, expression).timeline
  let expected = try Diagram.parse(diagram, row: "expected").timeline
  #expect(
    spelled(played) == spelled(expected), "\(expression) gave \(played.diagram())", sourceLocation: sourceLocation)
}

/// The result of `closure` for `values`, or the error with its column in the closure.
func result(of closure: String, _ values: [Value]) -> String {
  do {
    var parser = SyntaxParser(text: closure, tokens: Lexer.tokens(of: closure))
    return try Evaluator(scope: .empty).call(parser.parse(), values).description
  } catch {
    return "\(error)"
  }
}
