public import Marbles
internal import Wire

/// A run in a recording file: what arrived in each live row of a scene, and when. Or a run of a program with taps that
/// has written them to a file.
///
/// A file that was cut is read up to its last whole line.
public struct RecordedRun: Sendable {
  /// The name of the scene.
  public var name: String
  /// The scene as YAML.
  public var scene: String
  /// The wall time of time 0, as RFC 3339 writes it. A recording that continues another one begins at its own time 0.
  public var started: String
  /// The live rows, in scene order; those that were added later behind the others.
  public var rows: [(name: String, timeline: Timeline)]
  /// The last instant of the run; nil when the recording was cut.
  public internal(set) var end: SceneTime?
  /// Whether the run was stopped before its end.
  public internal(set) var isStopped = false
  /// The number of events that could not be written.
  public internal(set) var unrecorded = 0
  /// Whether a line of the run was cut, so that its event is lost, and all that came after it.
  public internal(set) var isCut = false

  /// What the run in a file lacks, a sentence for each kind of loss.
  public func losses(in file: String) -> [String] {
    (unrecorded > 0 ? ["\(unrecorded) events are missing in \(file)"] : [])
      + (isCut ? ["\(file) is damaged: a line was cut, and what came after it is missing"] : [])
  }

  /// Reads all runs in the file at `path`.
  ///
  /// - Throws: ``InputError`` with file and line; also when the file is not a recording.
  public static func read(_ path: String) throws(InputError) -> [RecordedRun] {
    try runs(in: TimedNDJSON.text(of: path), path: path)
  }

  /// Reads all runs in a text; `path` is for messages.
  ///
  /// - Throws: ``InputError`` with the line; also when the text is not a recording.
  package static func runs(in text: String, path: String) throws(InputError) -> [RecordedRun] {
    if text.isEmpty { throw InputError(.malformed, "\(path) is empty: nothing was recorded") }
    guard begins(text) else {
      throw InputError(
        .malformed,
        "\(path) is not a recording; expected a file of `run --record`, `play --record`, or of a program with MARBLED_TAP=FILE"
      )
    }
    return try parse(text, file: path)
  }

  /// Whether the file at `path` begins as a recording.
  package static func isRecording(_ path: String) -> Bool {
    guard !FileBytes.isNoFile(path), let text = try? TimedNDJSON.text(of: path) else { return false }
    return begins(text)
  }

  /// Whether a text begins as a recording.
  static func begins(_ text: String) -> Bool { begins(text, with: RecordingLine.key) || TapRecording.begins(text) }

  /// Whether the first line of a text is an object that begins with `key`.
  static func begins(_ text: String, with key: String) -> Bool {
    let line = text.utf8.prefix { $0 != UInt8(ascii: "\n") }
    return Substring(line).hasPrefix("{\"\(key)\":")
  }

  /// Parses the runs in `text`; `file` is for messages.
  static func parse(_ text: String, file: String) throws(InputError) -> [RecordedRun] {
    if TapRecording.begins(text) { return try TapRecording.parse(text, file: file) }
    var runs: [RecordedRun] = []
    var reader: Reader?
    // A line that can't be parsed is the end of a cut recording if no event of the same run comes after it.
    var cut: InputError?
    for (number, line) in TimedNDJSON.lines(of: text) where !line.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
      let place = "\(file):\(number)"
      let parsed: RecordingLine
      do throws(InputError) { parsed = try RecordingLine(line, place: place) } catch {
        if let cut { throw cut }
        cut = error
        continue
      }
      if case .header(let header) = parsed {
        if let reader { runs.append(reader.run(isCut: cut != nil)) }
        reader = Reader(header)
      } else {
        if let cut { throw cut }
        try reader?.read(parsed, place: place)
      }
      cut = nil
    }
    // Only a cut leaves a line without a line feed.
    if let cut, text.utf8.last == UInt8(ascii: "\n") { throw cut }
    if let reader { runs.append(reader.run(isCut: cut != nil)) }
    return runs
  }

  init(name: String, scene: String, started: String, rows: [(name: String, timeline: Timeline)]) {
    (self.name, self.scene, self.started, self.rows) = (name, scene, started, rows)
  }

  private init(_ header: RecordingHeader) {
    (name, scene, started) = (header.name, header.scene, header.started)
    rows = header.liveRows.map { ($0, Timeline(end: .open)) }
  }

  /// The timeline of the row called `row`, or of the only row.
  ///
  /// - Parameters:
  ///   - row: the name of the row.
  ///   - file: the file, for messages.
  ///   - color: the colour of the events.
  /// - Throws: ``InputError`` when several rows were recorded and none has this name.
  public func timeline(of row: String, file: String, color: MarbleColor) throws(InputError) -> Timeline {
    guard let found = rows.first(where: { $0.name == row }) ?? (rows.count == 1 ? rows.first : nil) else {
      let names = rows.map(\.name).joined(separator: ", ")
      throw InputError(.malformed, "\(file) has no row `\(row)`; it has \(names)")
    }
    let events = found.timeline.events.map { event in
      var event = event
      event.color = color
      return event
    }
    return Timeline(events: events, end: found.timeline.end)
  }

  /// Builds a run from its lines.
  private struct Reader {
    private var result: RecordedRun
    private var positions: [String: Int]
    private var events: [[Event]]
    /// What lines call the time of the beginning.
    private let from: SceneTime

    init(_ header: RecordingHeader) {
      from = header.from
      result = RecordedRun(header)
      positions = Dictionary(result.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
      events = result.rows.map { _ in [] }
    }

    /// The run as far as its lines were read.
    func run(isCut: Bool) -> RecordedRun {
      var run = result
      run.isCut = isCut
      for (position, events) in events.enumerated() {
        run.rows[position].timeline = Timeline(events: events, end: run.rows[position].timeline.end)
      }
      return run
    }

    mutating func read(_ line: RecordingLine, place: String) throws(InputError) {
      func fail(_ message: String) -> InputError { InputError(.malformed, "\(place): \(message)") }
      switch line {
      case .header: break
      case .row(let name):
        guard positions[name] == nil else { throw fail("there is a row `\(name)` already") }
        positions[name] = result.rows.count
        result.rows.append((name, Timeline(end: .open)))
        events.append([])
      case .gap(let count): result.unrecorded += count
      case .end(let time, let isStopped): (result.end, result.isStopped) = (max(.zero, time - from), isStopped)
      case .event(var event):
        event.time = max(.zero, event.time - from)
        guard let row = event.row.flatMap({ positions[$0] }) else {
          throw fail("the header names no live row `\(event.row ?? "")`")
        }
        guard result.rows[row].timeline.end == .open else { throw fail("an event after the end of its row") }
        if let last = events[row].last?.time, event.time < last { throw fail("an event before an earlier one") }
        switch event.kind {
        case .value(let content): events[row].append(Event(time: event.time, value: content.value, color: .green))
        case .finish: result.rows[row].timeline.close(.finish(event.time))
        case .error(let message): result.rows[row].timeline.close(.error(event.time, message: message))
        case .open: break
        }
      }
    }
  }
}

extension RecordingLine {
  fileprivate init(_ text: Substring, place: String) throws(InputError) {
    let members = try TimedNDJSON.members(of: text, place: place)
    do throws(EventLine.Malformed) { self = try RecordingLine(members) } catch {
      throw InputError(.malformed, "\(place): \(error.message)")
    }
  }
}
