internal import Gzip
public import Marbles
public import Scenes

/// A plain file of lines, such as a log, as an input row: its events come at the times of the lines, from the first one on.
public struct TimedLines: Sendable {
  /// The row.
  public let input: Scene.Input
  /// What a person should know, such as how many lines have no time; each is a clause. Empty when there is nothing.
  public let remarks: [String]
  /// Whether something is wrong with the file: it is damaged, or a line has no value, no time, other fields than the header line, or
  /// invalid characters. Lines that go back in time are events, so nothing is wrong with them.
  public let hasTrouble: Bool

  /// Reads a file.
  ///
  /// Lines may be out of order: events are sorted by their times, and a remark says by how much they go back. Lines without a
  /// value or a time are left out and counted. A file of gzip is expanded; the row of a damaged one ends with an error.
  ///
  /// - Parameters:
  ///   - path: the file, of at most ``TimedNDJSON/fileBytes`` bytes.
  ///   - row: the name of the row.
  ///   - settings: the format of the lines, and the members with the time and the value.
  ///   - color: the colour of the events.
  /// - Throws: ``InputError`` if the file can't be read, or if no line has a time.
  public init(_ path: String, row: String, settings: LineSettings, color: MarbleColor = .green) throws(InputError) {
    let (bytes, damage): ([UInt8], GzipError?)
    do throws(FileBytes.Problem) {
      (bytes, damage) = try FileBytes.readExpanded(path, limit: TimedNDJSON.fileBytes)
    } catch { throw InputError(error, path: path) }
    var reader = LineReader(settings: settings)
    var lines = reader.read(bytes)
    // The last line may lack its end.
    lines += damage == nil ? reader.finish() : reader.cut("the gzip file is damaged before the line is complete")
    var events: [Event] = []
    var unused = Remark("has no value", "have no value")
    var untimed = Remark("has no time", "have no time")
    var late = Remark("goes back in time", "go back in time")
    var invalid = Remark("has invalid characters, which are replaced", "have invalid characters, which are replaced")
    var ragged = Remark(
      "has fewer or more fields than the header line", "have fewer or more fields than the header line")
    var (newest, most) = (SceneTime.zero, SceneTime.zero)
    for line in lines {
      guard case .value(let value) = line.content else {
        if case .malformed(let problem) = line.content { unused.add(line.number, problem) }
        continue
      }
      if line.hasInvalidCharacters { invalid.add(line.number, nil) }
      if line.isRagged { ragged.add(line.number, nil) }
      guard let time = line.sourceTime else {
        untimed.add(line.number, nil)
        continue
      }
      if events.isEmpty { newest = time }
      if time < newest {
        late.add(line.number, nil)
        most = max(most, newest - time)
      }
      newest = max(newest, time)
      var event = Event(name: line.id, time: time, value: value, color: color)
      event.sourceTime = time
      events.append(event)
    }
    let failure = damage.map { FileBytes.Problem.damaged("\($0)").message(path) }
    guard let start = events.lazy.map(\.time).min() else {
      if let failure { throw InputError(.malformed, failure) }
      let member = settings.time.map { "at \($0)" } ?? "that is known; name its member, as in --time \(row)=.ts"
      throw InputError(.malformed, "\(path): no line has a time \(member)")
    }
    for index in events.indices { events[index].time = events[index].time - start }
    if !late.isEmpty { late.detail = ", by up to \(most.inMilliseconds) s; their events are sorted in" }
    let wrong = [unused, invalid, ragged, untimed].compactMap { $0.clause(path) } + [failure].compactMap(\.self)
    hasTrouble = !wrong.isEmpty
    remarks = wrong + [late].compactMap { $0.clause(path) }
    let end = newest - start
    input = Scene.Input(
      Timeline(
        events: events.calledByPlace(inRow: row), end: failure.map { .error(end, message: $0) } ?? .finish(end)))
  }
}

/// Lines of a file that something is to be said of: how many, and the first one.
private struct Remark {
  let (singular, plural): (String, String)
  var detail = ""
  private var count = 0
  private var first = 0
  private var problem: String?

  init(_ singular: String, _ plural: String) { (self.singular, self.plural) = (singular, plural) }

  var isEmpty: Bool { count == 0 }

  mutating func add(_ line: Int, _ problem: String?) {
    if count == 0 { (first, self.problem) = (line, problem) }
    count += 1
  }

  /// `3 lines have no time, the first at log.txt:7`; nil for none.
  func clause(_ path: String) -> String? {
    if isEmpty { return nil }
    let what = count == 1 ? "a line \(singular)" : "\(count) lines \(plural)"
    return "\(what)\(detail); the first is \(path):\(first)" + (problem.map { ": \($0)" } ?? "")
  }
}
