internal import Marbles
internal import SceneFiles
internal import Scenes
internal import Yams

/// The ways to write the timeline of an input.
struct TimelineSpelling {
  let row: String
  let timeline: Timeline
  /// The colour of events that have none in the text.
  let color: MarbleColor
  let step: SceneTime
  let dialect: Dialect
  /// The values of marbles: those of the scene, and in place of them those of the row.
  let values: [String: Value]

  // MARK: Diagrams

  /// Whether a diagram gives the timeline, except for the message of an error.
  func reads(_ diagram: String) -> Bool {
    guard let read = parsed(diagram) else { return false }
    let events = read.events.map { event in
      var event = event
      event.value = values[event.value.description] ?? event.value
      return event
    }
    return Timeline(events: events, end: read.end) == Timeline(events: timeline.events, end: endWithoutMessage)
  }

  /// The texts of the marbles of a diagram, before their values take their place.
  func names(in diagram: String) -> Set<String> {
    Set(parsed(diagram)?.events.map(\.value.description) ?? [])
  }

  /// The timeline as a diagram, without the message of an error; nil when a diagram can't express it.
  ///
  /// - Parameters:
  ///   - form: the form to prefer.
  ///   - separator: the white space between two marbles of the absolute form.
  func diagram(as form: DiagramSourceMap.Form, separator: String = " ") -> String? {
    for events in [named, timeline.events] {
      let diagram = Diagram(timeline: Timeline(events: events, end: endWithoutMessage))
      for form in [form, .grid, .absolute] {
        let text = diagram.printed(as: form, step: step, separator: separator, dialect: dialect)
        if let text, reads(text) { return text }
      }
    }
    return nil
  }

  private func parsed(_ diagram: String) -> Timeline? {
    try? Diagram.parse(diagram, row: row, step: step, dialect: dialect, color: color).timeline
  }

  private var endWithoutMessage: Timeline.End {
    guard case .error(let time, _) = timeline.end else { return timeline.end }
    return .error(time, message: Timeline.defaultErrorMessage)
  }

  /// The events with names in place of their values.
  private var named: [Event] {
    var names: [Value: String] = [:]
    for (name, value) in values.sorted(by: { $0.key < $1.key }) where names[value] == nil { names[value] = name }
    return timeline.events.map { event in
      guard let name = names[event.value] else { return event }
      var event = event
      // A number is shorter without quotes in quotes.
      let number = try? Value(json: name)
      event.value = number.flatMap { $0.description == name ? $0 : nil } ?? .string(name)
      return event
    }
  }

  /// The entries of a row with the timeline as a diagram; nil when a diagram can't express it.
  var diagramEntries: [(String, Node)]? {
    guard let diagram = diagram(as: .grid) else { return nil }
    guard let message else { return [("marbles", .quoted(diagram))] }
    return [("marbles", .quoted(diagram)), ("error", .quoted(message))]
  }

  /// The message of an error that a diagram leaves out; nil for the usual one.
  var message: String? {
    guard case .error(_, let message) = timeline.end, message != Timeline.defaultErrorMessage else { return nil }
    return message
  }

  // MARK: Lists of events

  /// The entries of a row with the timeline as a list of events.
  var eventEntries: [(String, Node)] {
    let events = timeline.events.map { Self.entries(of: $0, color: color).node }
    return [("events", Node(events, .implicit, events.isEmpty ? .flow : .block))] + endEntries
  }

  /// The end of a list of events: `finish:` or `error:`; nothing if it finishes with its last event.
  var endEntries: [(String, Node)] {
    switch timeline.end {
    case .finish(let time):
      time == timeline.events.last?.time ?? .zero ? [] : [("finish", .plain(DurationNotation.print(time)))]
    case .open: [("finish", .plain("never"))]
    case .error(let time, let message): [("error", Self.error(at: time, message))]
    }
  }

  private static func error(at time: SceneTime, _ message: String) -> Node {
    var error = YAMLMappingWriter(style: .flow)
    error.add("time", .plain(DurationNotation.print(time)))
    if message != Timeline.defaultErrorMessage { error.add("message", .text(message)) }
    return error.node
  }

  /// The entries of an event.
  ///
  /// - Parameters:
  ///   - color: the colour of events that have none in the text.
  ///   - isInSeconds: whether its time is written without a unit.
  static func entries(of event: Event, color: MarbleColor, isInSeconds: Bool = false) -> YAMLMappingWriter {
    var entries = YAMLMappingWriter(style: .flow)
    for (name, node) in MappingChanges.entries(event.node(color)) {
      switch (name, event.value) {
      case ("time", _): entries.add(name, .plain(isInSeconds ? "\(event.time)" : DurationNotation.print(event.time)))
      case ("value", .string(let text)) where isPlainValue(text): entries.add(name, .plain(text))
      default: entries.add(name, node)
      }
    }
    return entries
  }

  /// Whether a value without quotes is this string.
  private static func isPlainValue(_ text: String) -> Bool {
    YAMLWriter.isPlain(text, isInFlow: true) && (try? Value(json: text)) == nil
  }
}
