internal import Marbles
internal import Platform
internal import Scenes

/// Runs the command of a live row, and restarts it when it ends if the row has `restarts`.
final class CommandSource: ReadLoop.Source {
  private let command: String
  private let restarts: Bool
  private let program: String
  private let handlers: LiveSource.Handlers
  private let clock: MonotonicClock
  private let exitWait: Duration

  /// How long a command may run after it has closed its output by default.
  static let exitWait = Duration.seconds(2)
  /// The waits before it is started again.
  static let backoff = Backoff(from: .milliseconds(250), to: .seconds(30))
  /// After a run of this many nanoseconds, the next wait is the shortest again.
  static let healthyRun: Int64 = 10_000_000_000
  /// The maximum number of bytes of standard error that one turn reads.
  private static let errorChunk = 1 << 12

  /// One run of the command, from its start to its end.
  private struct Run {
    let command: GuardedCommand
    let start: Int64
    var part: LineReader.Part
    /// Nil after its end.
    var errors: LineReader? = LineReader(settings: .text)
    var hasOutput = true
    /// When it is ended although its output has ended; nil before that, and once it was told to end.
    var exitDeadline: Int64?
    var isToldToEnd = false
  }

  private enum State {
    case starting
    case running(Run)
    case pausing(until: Int64)
  }
  private var state = State.starting
  private var reader: LineReader
  private var lines: LineQueue
  private var backoff = CommandSource.backoff
  private var count = 0

  /// - Parameters:
  ///   - command: the command, for `/bin/sh -c`.
  ///   - restarts: whether to start it again when it ends.
  ///   - program: the path of a program that becomes a ``CommandGuard``.
  ///   - exitWait: how long the command may run after it has closed its output.
  ///   - settings: how lines become events.
  ///   - handlers: what to call.
  ///   - registration: this source.
  ///   - clock: measures the runs and the waits.
  init(
    _ command: String, restarts: Bool, guardedBy program: String, exitWait: Duration, _ settings: LineSettings,
    _ handlers: LiveSource.Handlers, _ registration: ReadLoop.Registration, clock: MonotonicClock
  ) {
    (self.command, self.restarts, self.program, self.handlers) = (command, restarts, program, handlers)
    (self.exitWait, self.clock) = (exitWait, clock)
    reader = LineReader(settings: settings)
    lines = LineQueue(handlers, registration)
  }

  // The task that waits for the command keeps it alive until it has ended.
  deinit { if case .running(let run) = state { run.command.stop() } }

  func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? {
    switch state {
    case .starting: return start()
    case .pausing(let deadline):
      guard clock.now() >= deadline else { return ReadLoop.Interest(deadline: deadline) }
      count += 1
      return start()
    case .running(var run):
      // Before its output is read: once it has ended, an empty pipe gets no more, also if another process holds it open.
      let end = run.command.end
      readErrors(&run, hasEnded: end != nil, &buffer)
      if lines.pass() {
        readOutput(&run, hasEnded: end != nil, &buffer)
        if lines.pass(), !run.hasOutput {
          if let end, run.errors == nil { return finish(run, end) }
          if !run.isToldToEnd { limitExit(&run) }
        }
      }
      state = .running(run)
      return interest(of: run, hasEnded: end != nil)
    }
  }

  private func start() -> ReadLoop.Interest? {
    handlers.onUpdate { [count] in ($0.phase, $0.restarts) = (.starting, count) }
    let now = clock.now()
    let command: GuardedCommand
    do throws(GuardedCommand.NoRoom) {
      command = try GuardedCommand(self.command, guardedBy: program)
    } catch {
      return end(.notStarted(error.description), after: 0)
    }
    handlers.onUpdate { $0.phase = .running }
    let run = Run(command: command, start: now, part: reader.part())
    state = .running(run)
    return interest(of: run, hasEnded: false)
  }

  private func interest(of run: Run, hasEnded: Bool) -> ReadLoop.Interest {
    var interest = ReadLoop.Interest(deadline: run.exitDeadline)
    if run.errors != nil { interest.descriptors.append(run.command.errors) }
    let readsOutput = run.hasOutput && lines.isEmpty
    if readsOutput { interest.descriptors.append(run.command.output) }
    if !hasEnded {
      interest.descriptors.append(run.command.ending)
    } else if readsOutput || run.errors != nil {
      // What is left in its pipes, until they are empty.
      return .more
    }
    return interest
  }

  private func readErrors(_ run: inout Run, hasEnded: Bool, _ buffer: inout [UInt8]) {
    guard run.errors != nil else { return }
    let note = { [handlers] (line: LineReader.Line) in
      if case .value(.string(let text)) = line.content { handlers.onErrorLine(text) }
    }
    let count = buffer.withUnsafeMutableBytes {
      FileBytes.readSome(run.command.errors, UnsafeMutableRawBufferPointer(rebasing: $0[..<Self.errorChunk]))
    }
    if count > 0 {
      run.errors?.read(buffer[..<count]).forEach(note)
    } else if Self.isEnd(count, hasEnded: hasEnded) {
      run.errors?.finish().forEach(note)
      run.errors = nil
    }
  }

  private func readOutput(_ run: inout Run, hasEnded: Bool, _ buffer: inout [UInt8]) {
    guard run.hasOutput else { return }
    let count = buffer.withUnsafeMutableBytes { FileBytes.readSome(run.command.output, $0) }
    if count > 0 {
      lines.append(reader.read(buffer[..<count], by: &run.part))
    } else if Self.isEnd(count, hasEnded: hasEnded) {
      run.hasOutput = false
      lines.append(reader.finish(&run.part))
    }
  }

  /// Whether `read` has found the end: of the pipe, or of what a command that has ended left in it.
  private static func isEnd(_ count: Int, hasEnded: Bool) -> Bool {
    count == 0 || (count < 0 && errno != EINTR && (errno != EAGAIN || hasEnded))
  }

  /// Ends a command that runs for too long after its output.
  private func limitExit(_ run: inout Run) {
    let deadline = run.exitDeadline ?? clock.now() + exitWait.wholeNanoseconds
    run.exitDeadline = deadline
    guard clock.now() >= deadline else { return }
    run.command.stop()
    (run.exitDeadline, run.isToldToEnd) = (nil, true)
  }

  private func finish(_ run: Run, _ end: GuardedCommand.End) -> ReadLoop.Interest? {
    // It may have exited by itself shortly before it was told to.
    let hasExited = if case .exited = end { true } else { false }
    return self.end(
      run.isToldToEnd && !hasExited ? .closedOutput : end, after: clock.elapsed(since: run.start))
  }

  /// - Parameter time: how long the command has run, in nanoseconds.
  private func end(_ end: GuardedCommand.End, after time: Int64) -> ReadLoop.Interest? {
    guard restarts else {
      state = .starting
      handlers.onUpdate { $0.phase = .ended(end.description) }
      handlers.onEnd(end.isSuccess ? .finished : .failed("the command \(end.description)"))
      return nil
    }
    if time >= Self.healthyRun { backoff.reset() }
    let wait = backoff.next()
    let deadline = clock.now() + wait.wholeNanoseconds
    state = .pausing(until: deadline)
    handlers.onUpdate { $0.phase = .restarting(after: SceneTime(wait), end.description) }
    return ReadLoop.Interest(deadline: deadline)
  }
}

extension LineSettings {
  /// Each line is a string.
  static let text = {
    var settings = LineSettings()
    settings.form = .text
    return settings
  }()
}
