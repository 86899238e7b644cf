public import Marbles
internal import Scenes
internal import Wire

/// Timed NDJSON: one JSON object per line, as written by `render --format json`.
///
/// A line has `time` (seconds, or a duration such as `"250ms"`) and `value`; `id`, `color`, `animation`, `row` and
/// `kind` (`value`, `finish`, `error` with a `message`, or `open`) are optional. Without an end the timeline finishes
/// with its last event.
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
    let text: String
    do throws(FileBytes.Problem) {
      text = try FileBytes.text(FileBytes.read(path, limit: fileBytes))
    } catch {
      throw InputError(error, path: path)
    }
    return try parse(text, row: row, file: path, color: color)
  }

  /// Parses `text` as the timeline of the row `row`; `file` is for messages.
  public static func parse(
    _ text: String, row: String, file: String, color: MarbleColor = .green
  ) throws(InputError) -> Timeline {
    var lines: [Line] = []
    // Only at line feeds: JSON strings may contain U+2028 and similar characters.
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
      let time = line.event.time
      switch line.event.kind {
      case .value(let content):
        events.append(
          Event(
            name: content.id, time: time, value: content.value, color: content.color ?? color,
            animation: content.animation))
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

  /// A parsed line.
  private struct Line {
    var place: String
    var event: EventLine

    var row: String? { event.row }

    init(_ text: Substring, place: String) throws(InputError) {
      func fail(_ message: String) -> InputError { InputError(.malformed, "\(place): \(message)") }
      let value: Value
      do throws(JSONError) {
        value = try Value(json: text)
      } catch {
        throw InputError(.malformed, "\(place):\(error.column): found \(error.found), expected \(error.expected)")
      }
      guard let members = JSONMembers(value) else {
        throw fail("expected an object with `time` and `value`, as in {\"time\":1.5,\"value\":\"a\"}")
      }
      if let unknown = members.keys.first(where: { !EventLine.keys.contains($0) }) {
        throw fail("unknown key `\(unknown)`\(Suggestion.clause(for: unknown, among: EventLine.keys))")
      }
      self.place = place
      do throws(EventLine.Malformed) { event = try EventLine(members) } catch { throw fail(error.message) }
    }
  }
}
