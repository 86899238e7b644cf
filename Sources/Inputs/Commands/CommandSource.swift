internal import Dispatch
internal import Marbles
internal import Platform
internal import Scenes
internal import Synchronization

/// Runs the command of a live row, and restarts it when it ends if the row has `restarts`.
final class CommandSource: Sendable {
  private let command: String
  private let restarts: Bool
  private let program: String
  private let handlers: LiveSource.Handlers
  private let stopper: StopPipe
  private let running = Mutex<GuardedCommand?>(nil)
  private let exitWait: Duration

  /// How long a command may run after it has closed its output by default.
  static let exitWait = Duration.seconds(2)
  /// The waits before it is started again.
  static let backoff = Backoff(from: .milliseconds(250), to: .seconds(30))
  /// After a run of this many nanoseconds, the next wait is the shortest again.
  static let healthyRun: Int64 = 10_000_000_000

  /// - Parameters:
  ///   - command: the command, for `/bin/sh -c`.
  ///   - restarts: whether to start it again when it ends.
  ///   - program: the path of a program that becomes a ``CommandGuard``.
  ///   - exitWait: how long the command may run after it has closed its output.
  ///   - clock: measures the runs and the waits.
  ///   - handlers: what to call.
  init(
    _ command: String, restarts: Bool, guardedBy program: String, exitWait: Duration, clock: MonotonicClock,
    _ handlers: LiveSource.Handlers
  ) {
    (self.command, self.restarts, self.program, self.handlers) = (command, restarts, program, handlers)
    self.exitWait = exitWait
    stopper = StopPipe(clock: clock)
  }

  /// Runs the command on the calling thread until it has ended for good.
  func run(_ settings: LineSettings) {
    var reader = LineReader(settings: settings)
    var backoff = Self.backoff
    var count = 0
    while true {
      handlers.onUpdate { [count] in ($0.phase, $0.restarts) = (.starting, count) }
      let start = stopper.clock.now()
      guard let end = runOnce(&reader) else { return }
      guard restarts else {
        handlers.onUpdate { $0.phase = .ended(end.description) }
        return handlers.onEnd(end.isSuccess ? .finished : .failed("the command \(end.description)"))
      }
      if stopper.clock.elapsed(since: start) >= Self.healthyRun { backoff.reset() }
      let wait = backoff.next()
      handlers.onUpdate { $0.phase = .restarting(after: SceneTime(wait), end.description) }
      guard stopper.pause(for: wait) else { return }
      count += 1
    }
  }

  /// Runs the command once; returns nil when the source was stopped.
  private func runOnce(_ reader: inout LineReader) -> GuardedCommand.End? {
    guard let running = GuardedCommand(command, guardedBy: program) else {
      return .notStarted("no file descriptors left")
    }
    self.running.withLock { $0 = running }
    if stopper.isStopped {
      // The task that waits for the command keeps it alive until it ends.
      running.stop()
      return nil
    }
    let errorsRead = DispatchGroup()
    DispatchQueue(label: "marbled.command.errors").async(group: errorsRead) { [handlers] in
      var lines = LineReader(settings: .text)
      let note = { (line: LineReader.Line) in
        if case .value(.string(let text)) = line.content { handlers.onErrorLine(text) }
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      while true {
        let count = running.read(running.errors, into: &buffer)
        guard count > 0 else { break }
        lines.read(buffer[..<count]).forEach(note)
      }
      lines.finish().map(note)
    }
    handlers.onUpdate { $0.phase = .running }
    var splitter = LineSplitter()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !stopper.isStopped {
      let count = running.read(running.output, into: &buffer)
      guard count > 0 else { break }
      reader.read(buffer[..<count], by: &splitter).forEach(handlers.onLine)
    }
    reader.finish(&splitter).map(handlers.onLine)
    let end = running.wait(exitWait, stopper.clock)
    errorsRead.wait()
    self.running.withLock { $0 = nil }
    return stopper.isStopped ? nil : end
  }

  /// Ends the command and does not restart it. Returns at once.
  func stop() {
    // Set the flag first: a command that starts meanwhile either sees the flag or is stopped on the next line.
    stopper.stop()
    running.withLock { $0 }?.stop()
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
