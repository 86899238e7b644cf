public import Marbles

/// Timed NDJSON: one JSON object a line, as `render --format json` writes them.
///
/// A line has `time` (seconds, or a duration such as `"250ms"`) and `value`; `id`, `color`, `animation`, `row` and `kind`
/// (`value`, `finish`, `error` with a `message`, or `open`) are optional. Without an end the timeline finishes with its last event.
public enum TimedNDJSON {
  /// The most bytes that a file of events may have.
  public static let fileBytes = 64 << 20

  /// Reads the file at `path` as the timeline of the row `row`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - row: the row to read it for. Where lines name rows, those of this name count; a file of one row fits any name.
  ///   - color: the colour of events that name none.
  /// - Throws: ``InputError``, with file and line.
  public static func read(_ path: String, row: String, color: MarbleColor = .green) throws(InputError) -> Timeline {
    let text: String
    do throws(FileBytes.Problem) {
      text = try FileBytes.text(FileBytes.read(path, limit: fileBytes))
    } catch {
      throw InputError(error, path: path)
    }
    return try parse(text, row: row, file: path, color: color)
  }

  /// Reads `text` as the timeline of the row `row`; `file` is for messages.
  public static func parse(
    _ text: String, row: String, file: String, color: MarbleColor = .green
  ) throws(InputError) -> Timeline {
    var lines: [Line] = []
    // Only at line feeds: U+2028 and its like may stand in a JSON string as they are.
    let isLineEnd: (Character) -> Bool = { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd).enumerated()
    where !line.allSatisfy(\.isWhitespace) {
      lines.append(try Line(line, place: "\(file):\(index + 1)"))
    }
    let names = Set(lines.compactMap(\.row)).sorted()
    if names.count > 1 || names.contains(row) { lines.removeAll { $0.row != row } }
    guard names.count <= 1 || names.contains(row) else {
      throw InputError(.malformed, "\(file) has no row `\(row)`; it has \(names.joined(separator: ", "))")
    }
    return try timeline(lines, row: row, color: color)
  }

  private static func timeline(_ lines: [Line], row: String, color: MarbleColor) throws(InputError) -> Timeline {
    var events: [Event] = []
    var end: (end: Timeline.End, place: String)?
    for line in lines {
      switch line.kind {
      case .value(let value):
        events.append(
          Event(name: line.id, time: line.time, value: value, color: line.color ?? color, animation: line.animation))
      case .end(let kind):
        if end != nil { throw InputError(.malformed, "\(line.place): a second end; a timeline ends once") }
        end = (kind, line.place)
      }
    }
    events = events.calledByPlace(inRow: row)
    let last = events.map(\.time).max() ?? .zero
    guard let end else { return Timeline(events: events, end: .finish(last)) }
    if let time = end.end.time, time < last {
      throw InputError(.malformed, "\(end.place): ends at \(time) s, before its last event at \(last) s")
    }
    return Timeline(events: events, end: end.end)
  }

  /// One line, understood.
  private struct Line {
    enum Kind {
      case value(Value)
      case end(Timeline.End)
    }

    var place: String
    var row: String?
    var time: SceneTime
    var kind: Kind
    var id: String?
    var color: MarbleColor?
    var animation: Animation?

    init(_ text: Substring, place: String) throws(InputError) {
      func fail(_ message: String) -> InputError { InputError(.malformed, "\(place): \(message)") }
      let value: Value
      do throws(JSONError) {
        value = try Value(json: text)
      } catch {
        throw InputError(.malformed, "\(place):\(error.column): found \(error.found), expected \(error.expected)")
      }
      guard case .object(let members) = value else {
        throw fail("expected an object with `time` and `value`, as in {\"time\":1.5,\"value\":\"a\"}")
      }
      let known = [
        "time", "value", "id", "color", "row", "kind", "message", "from", "fromOmitted", "sources", "sourcesOmitted",
        "animation",
      ]
      if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
        throw fail("unknown key `\(unknown)`\(Suggestion.clause(for: unknown, among: known))")
      }
      self.place = place
      row = members["row"]?.description
      id = members["id"]?.description
      let kindName = members["kind"]?.description ?? "value"
      if members["time"] == nil, kindName == "open" {
        time = .zero
      } else {
        guard let given = members["time"] else { throw fail("no `time`") }
        guard given.isDuration else { throw fail("`time` is not a number of seconds") }
        if given.isTooLong { throw fail("`time` \(DurationText.Problem.tooLong)") }
        guard let read = given.duration else { throw fail("`time` is not a time from 0 on, in seconds") }
        time = read
      }
      if let node = members["animation"] {
        guard let animation = Animation(json: node) else {
          throw fail("`animation` is not one, as in {\"transition\":\"slide\",\"duration\":0.4}, nor null")
        }
        self.animation = animation
      }
      if let name = members["color"]?.description {
        guard let color = MarbleColor(rawValue: name) else {
          let names = MarbleColor.allCases.map(\.rawValue)
          let meant = Suggestion.nearest(to: name, among: names).map { "did you mean `\($0)`?" }
          throw fail("unknown color `\(name)`; \(meant ?? "colors are \(names.joined(separator: ", "))")")
        }
        self.color = color
      }
      switch kindName {
      case "value":
        guard let value = members["value"] else { throw fail("no `value`") }
        kind = .value(value)
      case "finish": kind = .end(.finish(time))
      case "error":
        kind = .end(.error(time, message: members["message"]?.description ?? Timeline.defaultErrorMessage))
      case "open": kind = .end(.open)
      default:
        let kinds = ["value", "finish", "error", "open"]
        throw fail("unknown kind `\(kindName)`\(Suggestion.clause(for: kindName, among: kinds))")
      }
    }
  }
}

extension Value {
  /// Whether it is of a kind that says how long something takes.
  fileprivate var isDuration: Bool {
    switch self {
    case .int, .double, .string: true
    default: false
    }
  }

  /// Whether it is a span of more than 100 years.
  fileprivate var isTooLong: Bool {
    switch self {
    case .int(let seconds): seconds > 0 && SceneTime.seconds(seconds) > .longestReadable
    case .double(let seconds): SceneTime.seconds(seconds) > .longestReadable
    case .string(let text): text.durationProblem == .tooLong
    default: false
    }
  }

  /// Seconds, or a number with a unit; nil when it is no time from 0 on.
  fileprivate var duration: SceneTime? {
    switch self {
    case .int(let seconds): DurationText.parse(String(seconds))
    case .double(let seconds):
      // By its digits, so that 0.1 is a tenth of a second to the nanosecond.
      DurationText.parse(String(describing: seconds))
        ?? (seconds >= 0 && seconds <= SceneTime.longestReadable.seconds ? .seconds(seconds) : nil)
    case .string(let text): DurationText.parse(text)
    default: nil
    }
  }
}

extension String {
  fileprivate var durationProblem: DurationText.Problem? {
    do throws(DurationText.Problem) {
      _ = try DurationText.read(self)
      return nil
    } catch {
      return error
    }
  }
}

extension Animation {
  /// As `render --format json` writes it; what is left out has its default. Nil when it can't be read.
  package init?(json: Value) {
    if json == .null {
      self = .immediate
      return
    }
    guard case .object(let members) = json, case .string(let name)? = members["transition"],
      let transition = Transition(rawValue: name),
      members.keys.allSatisfy(["transition", "duration", "delay", "curve"].contains)
    else { return nil }
    self.init(transition)
    if let value = members["duration"] {
      guard let duration = value.duration else { return nil }
      self.duration = duration
    }
    if let value = members["delay"] {
      guard let delay = value.duration else { return nil }
      self.delay = delay
    }
    if let value = members["curve"] {
      guard case .string(let name) = value, let curve = Curve(rawValue: name) else { return nil }
      self.curve = curve
    }
  }
}
