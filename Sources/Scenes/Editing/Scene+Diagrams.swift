internal import Expressions
public import Marbles

extension Scene {
  /// The diagram of an input, as it is edited; nil for another row.
  public func diagram(ofRow row: Int) -> String? {
    guard let timeline = self.row(row)?.timeline else { return nil }
    return Diagram(timeline: timeline).printed(step: step, dialect: dialect)
      ?? DiagramPrinter.printAbsolute(timeline)
  }

  /// The text of a row, as it is edited: an expression or a diagram.
  public func text(ofRow row: Int) -> String { self.row(row)?.expression?.source ?? diagram(ofRow: row) ?? "" }

  /// An input after its diagram was edited.
  ///
  /// A diagram can't express everything about an event. The events before and behind the edited part keep their ids,
  /// colours, animations and whole values.
  ///
  /// - Throws: ``SceneEditError`` when the diagram can't be read, or the row is no input.
  public func input(ofRow row: Int, from diagram: String) throws(SceneEditError) -> Input {
    var input = try self.input(at: row)
    let name = rows[row].name
    let color = rows[row].color ?? palette(ofRow: row)
    let new = try timeline(from: diagram, row: name, color: color)
    let old = input.timeline.events
    let written = (try? timeline(from: self.diagram(ofRow: row) ?? "", row: name, color: color))?.events ?? []
    var events = new.events
    if written.count == old.count {
      let first = zip(events, written).prefix { $0.value == $1.value }.count
      let rest = min(events.count, old.count) - first
      let last = zip(events.reversed(), written.reversed()).prefix(rest).prefix { $0.value == $1.value }.count
      for index in 0..<first { events[index] = old[index].moved(to: events[index].time) }
      for index in events.count - last..<events.count {
        events[index] = old[index - events.count + old.count].moved(to: events[index].time)
      }
    }
    var end = new.end
    if case .error(let time, _) = end, case .error(_, let message) = input.timeline.end {
      end = .error(time, message: message)
    }
    input.timeline = Timeline(events: events.calledByPlace(inRow: name), end: end)
    input.random = nil
    return input
  }

  /// A new input from its diagram.
  ///
  /// - Throws: ``SceneEditError`` when the diagram can't be read.
  public func newInput(_ name: String, from diagram: String) throws(SceneEditError) -> Row {
    let start: Input.Start = dialect == .rx ? .cold : .hot
    return Row(name: name, content: .input(Input(try timeline(from: diagram, row: name, color: .green), start: start)))
  }

  private func timeline(from diagram: String, row: String, color: MarbleColor) throws(SceneEditError) -> Timeline {
    do throws(DiagramError) {
      return try Diagram.parse(diagram, row: row, step: step, dialect: dialect, color: color).timeline
    } catch {
      throw .diagram(error)
    }
  }
}

extension Event {
  fileprivate func moved(to time: SceneTime) -> Event {
    var event = self
    event.time = time
    return event
  }
}

extension Value {
  /// Reads a typed value: JSON if it is exactly that, else a string.
  public init(typed text: String) { self = (try? Value(json: text)) ?? .string(text) }

  /// The text that ``init(typed:)`` reads as this value, also at the end of a line; a tuple becomes an array.
  public var typed: String {
    guard case .string(let text) = self, Value(typed: text) == self, let first = text.first, let last = text.last,
      !first.isWhitespace, !last.isWhitespace, !text.contains(where: \.isNewline),
      // A combining mark would become a part of the blank before it.
      " \(first)".count == 2
    else { return json }
    return text
  }
}
