import Foundation
import Platform
import Synchronization

/// A program on a pseudo terminal: its output with times, and the resulting screen.
///
/// A thread reads without delay, so that the times are the program's; all else is used from the test's thread.
package final class Pty {
  /// What one `read` returned, and when, in monotonic seconds.
  package struct Chunk: Sendable {
    package var time: Double
    package var bytes: [UInt8]

    package init(time: Double, bytes: [UInt8]) {
      self.time = time
      self.bytes = bytes
    }
  }

  /// What changes a screen.
  private enum Step: Sendable {
    case wrote([UInt8])
    case resized(columns: Int, rows: Int)
  }

  private struct State: Sendable {
    var chunks: [Chunk] = []
    var steps: [Step] = []
    var screen: ScreenEmulator
    var reading = Reading.atOnce
    var isStopping = false
    var answers: Bool
    /// When the program ended.
    var end: Double?
    /// Whether all that it wrote before it ended was read.
    var isDrained = false

    var isOver: Bool { end != nil && isDrained }
  }

  /// How the terminal reads what the program writes.
  package enum Reading: Sendable {
    case atOnce
    /// Not at all, as after Ctrl-S.
    case stopped
    /// This many bytes, and then no more.
    case bytes(Int)
  }

  /// Written behind all that a program wrote; no byte of UTF-8.
  private static let endMark: UInt8 = 0xFF

  package let child: Child
  /// Its name in the file system, for programs that draw on it though they belong to another.
  package let path: String
  /// When the program was started.
  package let start: Double
  private let master: Int32
  /// Kept open, so that the terminal outlives the program and its settings can be compared.
  private let slave: Int32
  private let state: Watched<State>
  /// The screen as it was after the first steps, of which conditions were asked: none is missed by a test that is slow.
  private var asked: (screen: ScreenEmulator, steps: Int)
  /// What is written to the second end makes the thread look at `state`.
  private let wake: (reading: Int32, writing: Int32)
  private let readerEnded = DispatchSemaphore(value: 0)
  private let endNoted = DispatchSemaphore(value: 0)
  private var isClosed = false
  private let settingsBefore: [UInt8]

  /// Starts `marbled` on a terminal, which answers questions or does not. One that answers shows whole frames alone.
  package convenience init(
    _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    answers: Bool = true, knowsSize: Bool = true
  ) throws {
    try self.init(
      program: Binary.path(), arguments, columns: columns, rows: rows, environment: environment, answers: answers,
      knowsSize: knowsSize)
  }

  /// Starts a program on a terminal, which answers questions or does not.
  package init(
    program: String, _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    answers: Bool = true, knowsSize: Bool = true
  ) throws {
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    // One that does not know its size says 0 by 0, as a serial line does.
    var window = winsize(
      ws_row: knowsSize ? UInt16(rows) : 0, ws_col: knowsSize ? UInt16(columns) : 0, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.master, &ends.slave, &name, nil, &window) == 0 else { throw Problem("no pseudo terminal left") }
    let (master, slave) = ends
    (self.master, self.slave) = ends
    var wake: [Int32] = [-1, -1]
    guard pipe(&wake) == 0 else { throw Problem("no pipe left") }
    self.wake = (wake[0], wake[1])
    for end in [master, slave] + wake { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    settingsBefore = Self.settings(of: slave)
    let screen = ScreenEmulator(columns: columns, rows: rows)
    let state = Watched(State(screen: screen, answers: answers))
    self.state = state
    asked = (screen, 0)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    start = monotonicSeconds()
    child = try Child(
      program, arguments, environment: Binary.environment.merging(environment) { $1 },
      input: .terminal(path), output: .terminal(path), error: .terminal(path)
    ) { [endNoted] in
      state.withLock { $0.end = monotonicSeconds() }
      // The system hands bytes on when it gets round to it, but in their order.
      var mark = Self.endMark
      let isWritten = write(slave, &mark, 1) == 1
      if !isWritten { state.withLock { $0.isDrained = true } }
      endNoted.signal()
    }
    let reader = Thread { [readerEnded, wake = wake[0]] in
      while let replies = Self.readOnce(master, wake: wake, into: state) {
        if !replies.isEmpty { write(master, replies, replies.count) }
      }
      state.withLock { $0.isDrained = true }
      readerEnded.signal()
    }
    reader.qualityOfService = .userInteractive
    reader.start()
  }

  deinit {
    child.kill()
    hangUp()
    endNoted.wait()
    for end in [slave, wake.reading, wake.writing] { close(end) }
  }

  /// Waits for bytes, and reads them.
  ///
  /// - Returns: what the terminal answers to them; nil when there is nothing more to read.
  private static func readOnce(_ master: Int32, wake: Int32, into state: Watched<State>) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let (reading, isStopping) = state.withLock { ($0.reading, $0.isStopping) }
    if isStopping { return nil }
    let limit =
      switch reading {
      case .atOnce: buffer.count
      case .stopped: 0
      case .bytes(let count): min(count, buffer.count)
      }
    var waiting = [
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: limit > 0 ? master : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waiting, 2, -1) > 0 else { return [] }
    if waiting[0].revents != 0 {
      // Nil when the pipe is closed, too: the terminal is gone.
      return readBytes(wake, &buffer, 1) > 0 ? [] : nil
    }
    let count = readBytes(master, &buffer, limit)
    let time = monotonicSeconds()
    guard count > 0 else { return nil }
    return state.withLock { state in
      let bytes = buffer[..<count].filter { $0 != endMark }
      if case .bytes(let left) = state.reading { state.reading = .bytes(max(0, left - count)) }
      if !bytes.isEmpty { state.chunks.append(Chunk(time: time, bytes: bytes)) }
      state.steps.append(.wrote(bytes))
      state.screen.feed(bytes)
      // The terminal may echo typed text behind the mark.
      if bytes.count < count { state.isDrained = true }
      let replies = state.screen.takeReplies()
      return state.answers ? replies : []
    }
  }

  // MARK: What it shows

  /// The screen now.
  package var screen: ScreenEmulator { state.withLock { $0.screen } }

  /// Whether the program has ended.
  package var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// All that was written so far.
  package var chunks: [Chunk] { state.withLock { $0.chunks } }

  /// All bytes that were written so far.
  package var bytes: [UInt8] { chunks.flatMap(\.bytes) }

  /// What was written last, with its control characters escaped.
  package var lastBytes: String { String(decoding: bytes.suffix(300), as: UTF8.self).debugDescription }

  /// The scene time that the status line shows; nil when there is none.
  package var shownTime: Double? { StatusLine(screen)?.time }

  /// Whether the terminal's settings are, byte for byte, those that the program found.
  package var settingsAreRestored: Bool { Self.settings(of: slave) == settingsBefore }

  /// The number of bytes that the program, which reads byte by byte, has not read yet.
  package var pendingInput: Int {
    var count: Int32 = 0
    _ = ioctl(slave, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// The number of unread bytes in the terminal: after the end of the program, the shell would read them.
  package var unreadInput: Int {
    var count: Int32 = 0
    // As a shell's editor of lines reads it: byte by byte.
    var raw = termios()
    tcgetattr(slave, &raw)
    let saved = raw
    cfmakeraw(&raw)
    tcsetattr(slave, TCSANOW, &raw)
    _ = ioctl(slave, UInt(FIONREAD), &count)
    raw = saved
    tcsetattr(slave, TCSANOW, &raw)
    return Int(count)
  }

  private static func settings(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }

  // MARK: What is done to it

  /// Types.
  package func type(_ text: String) { type(bytes: Array(text.utf8)) }

  /// Types bytes.
  package func type(bytes: [UInt8]) { write(master, bytes, bytes.count) }

  /// Changes how the terminal reads.
  package func read(_ reading: Reading) {
    state.withLock { $0.reading = reading }
    wakeReader()
  }

  private func wakeReader() {
    var byte: UInt8 = 0
    write(wake.writing, &byte, 1)
  }

  /// Sends a signal to the foreground: the program, or the job of a shell.
  package func send(_ signal: Int32) {
    let group = tcgetpgrp(master)
    if group > 1 { kill(-group, signal) }
  }

  /// Gives the window another size, and says so.
  package func resize(columns: Int, rows: Int) {
    // The kernel sends SIGWINCH to the foreground when the size changes.
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    state.withLock { state in
      _ = ioctl(master, UInt(TIOCSWINSZ), &window)
      state.screen.resize(columns: columns, rows: rows)
      state.steps.append(.resized(columns: columns, rows: rows))
    }
  }

  /// Closes the terminal's own end, as a window that is closed does.
  package func hangUp() {
    guard !isClosed else { return }
    isClosed = true
    state.withLock { $0.isStopping = true }
    wakeReader()
    readerEnded.wait()
    close(master)
  }

  // MARK: Waiting

  /// Waits until `condition` is true of the screen. It is asked of each screen that there has been since the last wait.
  ///
  /// - Throws: ``Problem`` when the program has ended and it never was.
  package func wait(for what: String, _ condition: (ScreenEmulator) throws -> Bool) throws {
    // A program that goes on drawing must not put the end off.
    let end = Watched<State>.waitEnd
    while try !condition(asked.screen) {
      let next: Step?? = state.waitPatiently(until: end) { [seen = asked.steps] (state) -> Step?? in
        if seen < state.steps.count { return .some(state.steps[seen]) }
        return state.isOver ? .some(nil) : nil
      }
      guard let next else { throw Problem("waited in vain for \(what); \(shown(asked.screen))") }
      guard let step = next else {
        throw Problem("there was never \(what); the program \(child.waitForEnd()); \(shown(asked.screen))")
      }
      switch step {
      case .wrote(let bytes): asked.screen.feed(bytes)
      case .resized(let columns, let rows): asked.screen.resize(columns: columns, rows: rows)
      }
      _ = asked.screen.takeReplies()
      asked.steps += 1
    }
  }

  /// Waits until `condition` is true of all bytes that the program has written.
  ///
  /// - Throws: ``Problem`` when the program has ended and it never was.
  package func waitForBytes(_ what: String, _ condition: ([UInt8]) -> Bool) throws {
    let isSo = state.waitPatiently { state -> Bool? in
      condition(state.chunks.flatMap(\.bytes)) ? true : state.isOver ? false : nil
    }
    guard isSo == true else { throw Problem("waited in vain for \(what); \(shown(screen))") }
  }

  /// Waits until the program shows a picture.
  package func waitForPicture() throws { try wait(for: "a picture") { StatusLine($0) != nil } }

  /// Waits until the program has ended, whatever it wrote.
  package func waitForExit() throws -> Ending { try checked(child.waitForEnd()) }

  /// Waits until the program has ended and all that it wrote was read.
  package func waitForEnd() throws -> (ending: Ending, time: Double) {
    let ending = try checked(child.waitForEnd())
    return state.wait { state in state.isOver ? (ending, state.end ?? 0) : nil }
  }

  /// The end of a program, unless it was brought about as the test's time was over.
  private func checked(_ ending: Ending) throws -> Ending {
    if StartedProcesses.current?.isOver == true { throw Problem("the test is over; \(shown(screen))") }
    return ending
  }

  private func shown(_ screen: ScreenEmulator) -> String { "the screen:\n" + screen.lines.joined(separator: "\n") }
}

// Inside of the class `read` would be its own.
private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &buffer, count)
}

/// What the first line of a picture says: ` ▶ sample … ×1   2.6 of 8.0 s`.
package struct StatusLine: Hashable {
  /// `▶`, `‖` or `■`.
  package var state: Character
  package var speed: String
  package var time: Double
  package var isLooping: Bool

  package init?(_ screen: ScreenEmulator) {
    let line = screen.lines[0]
    guard screen.modes.contains(1049),
      let match = line.firstMatch(of: /^ (.) .*?(↻ )?×([0-9.]+) +([0-9.:]+) of ([0-9.]+ s|[0-9.:]+)$/),
      let state = match.1.first
    else { return nil }
    // Minutes, in scenes of more than two of them.
    let time = match.4.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
    (self.state, speed, self.time, isLooping) = (state, String(match.3), time, match.2 != nil)
  }
}
