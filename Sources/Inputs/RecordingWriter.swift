internal import DequeModule
internal import Dispatch
internal import Foundation
internal import Marbles
internal import Platform
internal import Scenes
internal import Synchronization
internal import Wire

/// The queue of a recording, and the thread that writes it. The thread keeps this alive, and not the recording.
final class RecordingWriter: Sendable {
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
