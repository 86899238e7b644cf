public import Marbles
public import Scenes
internal import Wire

/// Timed NDJSON: one JSON object per line, as written by `render --format json`.
///
/// A line has `time` (seconds, or a duration such as `"250ms"`) and `value`; `id`, `color`, `animation`, `row` and
/// `kind` (`value`, `finish`, `error` with a `message`, or `open`) are optional. Without an end the timeline finishes
/// with its last event.
///
/// A recording of live rows is read, too; see ``RecordedRun``. Of several runs in one file, the last one is read.
public enum TimedNDJSON {
  /// The maximum size of an event file, in bytes.
  public static let fileBytes = 64 << 20

  /// Reads the file at `path` as the timeline of the row `row`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - row: the row to read. If lines name rows, only those of this row are used; a file of one row fits any name.
  ///   - color: the default colour of events.
  /// - Throws: ``InputError`` with file and line.
  public static func read(_ path: String, row: String, color: MarbleColor = .green) throws(InputError) -> Timeline {
    try parse(text(of: path), row: row, file: path, color: color)
  }

  /// Reads the file at `path` as the input row `row`.
  ///
  /// A recording starts as the live row did: an expression that asks late misses what came before.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - row: the row to read, as in ``read(_:row:color:)``.
  ///   - color: the default colour of events.
  /// - Throws: ``InputError`` with file and line.
  public static func input(_ path: String, row: String, color: MarbleColor = .green) throws(InputError) -> Scene.Input {
    let text = try text(of: path)
    let timeline = try parse(text, row: row, file: path, color: color)
    return Scene.Input(timeline, start: RecordedRun.begins(text) ? .unbuffered : .hot)
  }

  /// The text of a file, which may be one of gzip.
  static func text(of path: String) throws(InputError) -> String {
    do throws(FileBytes.Problem) {
      let (bytes, damage) = try FileBytes.readExpanded(path, limit: fileBytes)
      guard let damage else { return try FileBytes.text(bytes) }
      throw FileBytes.Problem.damaged("\(damage)")
    } catch { throw InputError(error, path: path) }
  }

  /// Parses `text` as the timeline of the row `row`; `file` is for messages.
  public static func parse(
    _ text: String, row: String, file: String, color: MarbleColor = .green
  ) throws(InputError) -> Timeline {
    if RecordedRun.begins(text) {
      guard let run = try RecordedRun.parse(text, file: file).last else { return Timeline(end: .open) }
      return try run.timeline(of: row, file: file, color: color)
    }
    var lines: [Line] = []
    for (number, line) in Self.lines(of: text) where !line.allSatisfy(\.isWhitespace) {
      lines.append(try Line(line, place: "\(file):\(number)"))
    }
    let names = Set(lines.compactMap(\.row)).sorted()
    if names.count > 1 || names.contains(row) { lines.removeAll { $0.row != row } }
    guard names.count <= 1 || names.contains(row) else {
      throw InputError(.malformed, "\(file) has no row `\(row)`; it has \(names.joined(separator: ", "))")
    }
    return try timeline(lines, row: row, color: color)
  }

  /// The lines of a text with their numbers, from 1.
  static func lines(of text: String) -> some Sequence<(number: Int, text: Substring)> {
    // Only at line feeds: JSON strings may contain U+2028 and similar characters.
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).lazy.enumerated()
      .map { (number: $0 + 1, text: Substring($1)) }
  }

  private static func timeline(_ lines: [Line], row: String, color: MarbleColor) throws(InputError) -> Timeline {
    var events: [Event] = []
    var end: (end: Timeline.End, place: String)?
    for line in lines {
      let time = line.event.time
      switch line.event.kind {
      case .value(let content):
        var event = Event(
          name: content.id, time: time, value: content.value, color: content.color ?? color,
          animation: content.animation)
        event.sourceTime = content.sourceTime
        events.append(event)
      case .finish: try finish(&end, .finish(time), line)
      case .error(let message): try finish(&end, .error(time, message: message), line)
      case .open: try finish(&end, .open, line)
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

  private static func finish(
    _ end: inout (end: Timeline.End, place: String)?, _ new: Timeline.End, _ line: Line
  ) throws(InputError) {
    if end != nil { throw InputError(.malformed, "\(line.place): a second end; a timeline ends once") }
    end = (new, line.place)
  }

  /// The members of the object on a line.
  static func members(of text: Substring, place: String) throws(InputError) -> JSONMembers {
    let value: Value
    do throws(JSONError) {
      value = try Value(json: text)
    } catch {
      throw InputError(.malformed, "\(place):\(error.column): \(error.problem)")
    }
    if let members = JSONMembers(value) { return members }
    throw InputError(
      .malformed,
      "\(place): expected an object with `time` and `value`, as in {\"time\":1.5,\"value\":\"a\"}")
  }

  /// A parsed line.
  private struct Line {
    var place: String
    var event: EventLine

    var row: String? { event.row }

    init(_ text: Substring, place: String) throws(InputError) {
      func fail(_ message: String) -> InputError { InputError(.malformed, "\(place): \(message)") }
      let members = try TimedNDJSON.members(of: text, place: place)
      if let unknown = members.keys.first(where: { !EventLine.keys.contains($0) }) {
        throw fail("unknown key `\(unknown)`\(Suggestion.clause(for: unknown, among: EventLine.keys))")
      }
      self.place = place
      do throws(EventLine.Malformed) { event = try EventLine(members) } catch { throw fail(error.message) }
    }
  }
}
