internal import DequeModule
internal import Dispatch
internal import Foundation
internal import Marbles
public import Platform
public import Scenes
internal import Synchronization
internal import Wire

/// Appends what arrives in live rows to a file, as timed NDJSON that ``RecordedRun`` reads.
///
/// A thread writes; the threads of scenes only add lines to a queue. If the queue is full, they wait a short time, and
/// then lines are discarded and counted. A write error does not end the recording: later lines are tried again, after a
/// line that says how many are missing.
///
/// Other programs may move, remove or truncate the file: the recording goes on in a new file at its path, within a second, which
/// begins with a header as the first one does, and can be read without it.
///
/// The thread ends when the recording is closed, or when nothing refers to it and its queue is written.
public final class RecordingFile: Sendable {
  fileprivate let writer: RecordingWriter

  /// The path as given.
  public var path: String { writer.path }

  /// The largest limit that is of use, in bytes: a file of this size, with a header and some lines more, can be read.
  public static let maximumLimit = TimedNDJSON.fileBytes - (4 << 20)

  /// Opens the file at `path`, which is created if necessary; an existing file is appended to.
  ///
  /// - Parameters:
  ///   - path: a file, or a pipe that another program reads.
  ///   - limit: the size in bytes at which the file is renamed, with the suffix `.1`, and a new one is begun; an older one
  ///     with this suffix is replaced. Nil for no limit.
  ///   - roomWait: how long a scene waits for room in the queue.
  ///   - clock: measures what scenes and ``close(within:)`` wait.
  ///   - onProblem: called on another thread when ``takeProblems()`` has something to say.
  /// - Throws: ``InputError`` when the file can't be written.
  public init(
    _ path: String, limit: Int? = nil, roomWait: Duration = .milliseconds(100), clock: MonotonicClock = .system,
    onProblem: @escaping @Sendable () -> Void = {}
  ) throws(InputError) {
    writer = try RecordingWriter(path, limit, roomWait, clock, onProblem)
  }

  deinit { writer.finish() }

  /// The recording of one run of a scene.
  ///
  /// - Parameters:
  ///   - scene: the scene that will run.
  ///   - yaml: the scene as YAML, which is kept in the header.
  public func run(of scene: Scene, yaml: String) -> any ArrivalRecorder {
    RecordingFileRun(scene, yaml: yaml, file: self)
  }

  /// Opens the path again before anything else is written, because another program has moved the file.
  public func reopen() { writer.reopen() }

  /// What went wrong since the last call, as sentences; each kind of problem is named once.
  public func takeProblems() -> [String] { writer.takeProblems() }

  /// The number of events that could not be written so far.
  public var unrecorded: Int { writer.unrecorded }

  /// Writes what is in the queue, and accepts nothing more.
  ///
  /// - Parameter limit: how long to wait for the file. What is not written then counts as missing.
  public func close(within limit: Duration = .seconds(2)) { writer.close(within: limit) }
}

/// The queue of a recording, and the thread that writes it. The thread keeps this alive, and not the recording.
private final class RecordingWriter: Sendable {
  /// The maximum size of the queue, in bytes.
  static let queueBytes = 8 << 20

  private struct State {
    /// The first one may be in the middle of being written.
    var chunks: Deque<Chunk> = []
    var bytes = 0
    /// Whether the queue was full for too long. Until there is room, scenes discard lines without waiting.
    var isStalled = false
    /// Whether scenes wait for room.
    var isAwaited = false
    var isClosed = false
    /// Whether the path is to be opened again.
    var reopens = false
    var problems: [String] = []
    var hasProblem = false
    var unrecorded = 0

    /// Whether the queue has room for this many bytes.
    func fits(_ count: Int) -> Bool { chunks.isEmpty || bytes + count <= queueBytes }
  }

  /// Lines of one run, in their order.
  private struct Chunk {
    var run: RecordingFileRun
    var bytes: [UInt8]
    /// The row of each line; -1 for the end of the run, and for a row that was added.
    var rows: [Int]
    /// The time of the first line.
    var time: SceneTime
    /// The name of the row that the line adds; nil for other lines.
    var addedRow: String?
  }

  let path: String

  /// Only the thread uses it.
  private let output: Mutex<RecordingOutput>
  private let roomWait: Duration
  private let clock: MonotonicClock
  private let state = Mutex(State())
  /// Signalled for each chunk, and when the file is closed.
  private let hasWork = DispatchSemaphore(value: 0)
  /// Woken when scenes wait and a chunk was written, and drained when they begin to wait; both with the lock.
  private let hasRoom: WakePipe
  /// The end of the thread.
  private let end = OneTimeEvent()
  private let onProblem: @Sendable () -> Void

  init(
    _ path: String, _ limit: Int?, _ roomWait: Duration, _ clock: MonotonicClock,
    _ onProblem: @escaping @Sendable () -> Void
  ) throws(InputError) {
    guard let hasRoom = WakePipe() else {
      throw InputError(.unreadable, "\(path) can't be written: \(String(cString: strerror(EMFILE)))")
    }
    (self.path, self.roomWait, self.clock, self.onProblem) = (path, roomWait, clock, onProblem)
    self.hasRoom = hasRoom
    // A write beyond a limit of file sizes must return an error instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    output = Mutex(try RecordingOutput(path, limit: limit, at: clock.now()))
    let thread = Thread { [self] in
      while let chunk = nextChunk() {
        write(chunk)
        removeFirst()
      }
      end.happen()
    }
    thread.name = "marbled.recorder"
    thread.start()
  }

  deinit { output.withLock { $0.close() } }

  /// Has the thread open the path again.
  func reopen() {
    state.withLock { $0.reopens = true }
    hasWork.signal()
  }

  func takeProblems() -> [String] {
    state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }

  var unrecorded: Int { state.withLock { $0.unrecorded } }

  /// Has the thread write what is in the queue, and end.
  func finish() {
    state.withLock { $0.isClosed = true }
    hasRoom.wake()
    hasWork.signal()
  }

  func close(within limit: Duration) {
    finish()
    _ = end.wait(within: limit, clock: clock)
    state.withLock { state in
      for chunk in state.chunks { state.unrecorded += chunk.run.lose(chunk.rows[...]) }
      state.chunks = []
      let count = state.unrecorded
      guard count > 0 else { return }
      state.problems.append("\(count) \(count == 1 ? "event is" : "events are") missing in \(path)")
    }
  }

  // MARK: The scene's thread

  func add(
    _ bytes: [UInt8], rows: [Int], at time: SceneTime, addedRow: String? = nil, of run: RecordingFileRun
  ) {
    waitForRoom(for: bytes.count)
    let isKept = state.withLock { state in
      guard !state.isClosed, state.fits(bytes.count) else {
        let lost = run.lose(rows[...])
        state.unrecorded += lost
        run.gap += lost
        if !state.isClosed { note("\(path) is written too slowly", &state) }
        return false
      }
      state.isStalled = false
      state.chunks.append(Chunk(run: run, bytes: bytes, rows: rows, time: time, addedRow: addedRow))
      state.bytes += bytes.count
      return true
    }
    if isKept { hasWork.signal() } else { onProblem() }
  }

  private func waitForRoom(for count: Int) {
    let deadline = clock.now() + roomWait.wholeNanoseconds
    while true {
      let left = deadline - clock.now()
      let waits = state.withLock { state in
        guard !state.isClosed, !state.isStalled, !state.fits(count) else { return false }
        if !state.isAwaited { hasRoom.drain() }
        (state.isAwaited, state.isStalled) = (true, left <= 0)
        return !state.isStalled
      }
      guard waits else { return }
      _ = clock.wait([hasRoom.descriptor], [], left)
    }
  }

  private func note(_ what: String, _ state: inout State) {
    guard !state.hasProblem else { return }
    state.hasProblem = true
    state.problems.append("\(what); marbled continues, and counts what is missing")
  }

  // MARK: The writing thread

  /// The first chunk, which stays in the queue until it is written; nil at the end.
  private func nextChunk() -> Chunk? {
    while true {
      let (chunk, isClosed, reopens) = state.withLock { state in
        defer { state.reopens = false }
        return (state.chunks.first, state.isClosed, state.reopens)
      }
      // Without a new file, the next chunk says why.
      if reopens { output.withLock { _ = $0.reopen() } }
      if chunk != nil || isClosed { return chunk }
      hasWork.wait()
    }
  }

  private func removeFirst() {
    state.withLock { state in
      // Empty when it was closed meanwhile.
      state.bytes -= state.chunks.popFirst()?.bytes.count ?? 0
      if state.isAwaited { hasRoom.wake() }
      state.isAwaited = false
    }
  }

  private func write(_ chunk: Chunk) {
    let run = chunk.run
    let gap = state.withLock { _ in run.gap }
    // Written before the lines, whole or not at all.
    let gapLine = gap > 0 ? RecordingLine.gap(count: gap).json + "\n" : ""
    let count: Int? = output.withLock { output in
      guard output.prepare(for: chunk.bytes.count, at: clock.now()) else { return nil }
      let prefix = Array(((run.header(ofPart: output.part, from: chunk.time) ?? "") + gapLine).utf8)
      if !prefix.isEmpty {
        guard output.write(prefix[...]) == prefix.count else { return nil }
        run.noteHeaderIsWritten(inPart: output.part)
        state.withLock { _ in run.gap -= gap }
      }
      return output.write(chunk.bytes[...])
    }
    guard let count else { return lose(chunk.rows[...], of: run) }
    guard count < chunk.bytes.count else {
      if let row = chunk.addedRow { run.noteRowIsWritten(row) }
      return
    }
    let lines = chunk.bytes[..<count].count { $0 == UInt8(ascii: "\n") }
    lose(chunk.rows[lines...], of: run)
  }

  private func lose(_ rows: ArraySlice<Int>, of run: RecordingFileRun) {
    let reason = String(cString: strerror(errno))
    state.withLock { state in
      // Counted already when the file was closed meanwhile.
      guard !state.chunks.isEmpty else { return }
      let lost = run.lose(rows)
      state.unrecorded += lost
      run.gap += lost
      note("\(path) can't be written: \(reason)", &state)
    }
    onProblem()
  }

}

/// One run in a recording file.
private final class RecordingFileRun: ArrivalRecorder {
  private let file: RecordingFile
  private let scene: Scene
  private let yaml: String
  private struct State {
    /// The names of live rows, by position.
    var names: [Int: String]
    var lost: [Int: Int] = [:]
    /// The wall time of scene time 0; nil before the first line was added.
    var started: Date?
    /// The part of the recording that has the header; nil before it was written.
    var part: Int?
    /// The rows that were added to the scene, as far as their lines are written.
    var writtenRows: [String] = []
  }
  private let state: Mutex<State>

  /// The number of events that were lost since the last line; guarded by the lock of the file's writer.
  nonisolated(unsafe) var gap = 0

  init(_ scene: Scene, yaml: String, file: RecordingFile) {
    (self.scene, self.yaml, self.file) = (scene, yaml, file)
    let live = scene.rows.enumerated().filter { $1.live != nil }.map { ($0, $1.name) }
    state = Mutex(State(names: Dictionary(uniqueKeysWithValues: live)))
  }

  func record(_ entries: [Recording.Entry]) {
    var text = ""
    var rows: [Int] = []
    let names = state.withLock(\.names)
    for entry in entries {
      guard let name = names[entry.row], let line = EventLine(arrival: entry, row: name) else { continue }
      text += RecordingLine.event(line).json
      text += "\n"
      rows.append(entry.row)
    }
    guard let last = entries.last, !rows.isEmpty else { return }
    begin(at: last.time)
    file.writer.add(Array(text.utf8), rows: rows, at: entries[0].time, of: self)
  }

  func add(_ row: Scene.Row, at time: SceneTime) {
    begin(at: time)
    state.withLock { state in
      let position = max(scene.rows.count, (state.names.keys.max() ?? 0) + 1)
      state.names[position] = row.name
    }
    file.writer.add(Self.line(ofRow: row.name), rows: [-1], at: time, addedRow: row.name, of: self)
  }

  func end(at time: SceneTime, isStopped: Bool) {
    begin(at: time)
    let line = RecordingLine.end(time: time, isStopped: isStopped).json + "\n"
    file.writer.add(Array(line.utf8), rows: [-1], at: time, of: self)
  }

  private static func line(ofRow name: String) -> [UInt8] {
    Array((RecordingLine.row(name: name).json + "\n").utf8)
  }

  func unrecorded(ofRow position: Int) -> Int { state.withLock { $0.lost[position] ?? 0 } }

  /// Counts lines as lost; returns how many of them are events.
  func lose(_ rows: ArraySlice<Int>) -> Int {
    state.withLock { state in
      for row in rows where row >= 0 { state.lost[row, default: 0] += 1 }
      return rows.count { $0 >= 0 }
    }
  }

  /// Notes when the run began, before the first line. Another thread that adds a line waits for it.
  private func begin(at time: SceneTime) {
    state.withLock { state in
      if state.started == nil { state.started = Date(timeIntervalSinceNow: -time.seconds) }
    }
  }

  /// The lines that have to be written before all others of this run in a part of the recording; nil once they are.
  ///
  /// - Parameter time: the scene time at which a part begins that is not the first one of the run.
  func header(ofPart part: Int, from time: SceneTime) -> String? {
    state.withLock { state in
      guard state.part != part else { return nil }
      let start = state.part == nil ? .zero : time
      let started = (state.started ?? Date()).addingTimeInterval(start.seconds)
      let text = started.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      let header = RecordingHeader(scene, yaml: yaml, started: text, from: start)
      let rows = state.writtenRows.map { String(decoding: Self.line(ofRow: $0), as: UTF8.self) }
      return RecordingLine.header(header).json + "\n" + rows.joined()
    }
  }

  func noteHeaderIsWritten(inPart part: Int) { state.withLock { $0.part = part } }

  /// Notes that the line of an added row is written; a later part has it after its header.
  func noteRowIsWritten(_ name: String) { state.withLock { $0.writtenRows.append(name) } }
}

extension EventLine {
  /// The line of an entry of a live row; nil for a row that is still open.
  fileprivate init?(arrival entry: Recording.Entry, row: String) {
    let kind: Kind
    switch entry.kind {
    case .value(let event): kind = .value(Content(id: nil, value: event.value))
    case .finish: kind = .finish
    case .error(let message): kind = .error(message: message)
    case .open: return nil
    }
    self.init(row: row, time: entry.time, kind: kind)
  }
}
