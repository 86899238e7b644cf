internal import Platform
internal import Synchronization

/// Turns signals into bytes to read, so that the program's main loop handles them between two frames.
///
/// At most one pipe at a time catches signals. It catches SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT,
/// except those that the parent has set to be ignored (`nohup`). It ignores SIGPIPE, so that a write to a closed pipe
/// returns an error.
public final class SignalPipe {
  /// The signals to catch.
  public enum Scope: Hashable, Sendable {
    /// All of them.
    case program
    /// SIGWINCH and SIGCONT only: other code handles the signals that end or stop the program.
    case window
    /// SIGINT, SIGTERM and SIGHUP only: the signals that end the program.
    case ending
    /// None: other code handles the signals. Any number of such pipes may exist.
    case none

    fileprivate var signals: [Int32] {
      switch self {
      case .program: [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]
      case .window: [SIGWINCH, SIGCONT]
      case .ending: [SIGINT, SIGTERM, SIGHUP]
      case .none: []
      }
    }
  }

  private let pipe: NonBlockingPipe
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Installs the handlers; nil when another pipe has installed them, or the process has no descriptors left.
  public init?(_ scope: Scope = .program) {
    guard let pipe = NonBlockingPipe() else { return nil }
    if scope == .none {
      self.pipe = pipe
      return
    }
    let isOnly = signalDescriptor.compareExchange(expected: -1, desired: pipe.writer, ordering: .sequentiallyConsistent)
    guard isOnly.exchanged else {
      pipe.close()
      return nil
    }
    // Set last: an initializer that fails with all properties set runs `deinit`.
    self.pipe = pipe
    previous = [(SIGPIPE, SignalAction.ignore(SIGPIPE))]
    for signal in scope.signals where !SignalAction.isIgnored(signal) {
      previous.append((signal, SignalAction.install(signal, forwardSignal, flags: SA_RESTART)))
    }
  }

  deinit {
    for (signal, action) in previous { SignalAction.restore(signal, action) }
    _ = signalDescriptor.compareExchange(expected: pipe.writer, desired: -1, ordering: .sequentiallyConsistent)
    pipe.close()
  }

  /// The descriptor to wait for.
  public var descriptor: Int32 { pipe.reader }

  /// The signals that arrived since the last call, in order.
  public func read() -> [Int32] { pipe.read().map(Int32.init) }

  /// Stops the process like the default action of SIGTSTP, and returns when the process is continued.
  ///
  /// Leave the ``TerminalSession`` before, and enter it again after. Call it on the main thread: other threads, such as
  /// those of Dispatch, block signals.
  public func suspend() {
    // The pipe does not report this SIGCONT: the caller continues here, and would take a second report for a stop from
    // outside.
    let handlers = [SIGCONT, SIGTSTP].map { (signal: $0, action: SignalAction.reset($0)) }
    raise(SIGTSTP)
    for (signal, action) in handlers { SignalAction.restore(signal, action) }
  }
}

/// The descriptor that the handler writes to; -1 without a pipe. Lock-free, so that a handler may read it.
private let signalDescriptor = Atomic<Int32>(-1)

/// Runs at any point of the program: it calls only `write`, and preserves `errno`.
private func forwardSignal(_ signal: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = Platform.write(signalDescriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = saved
}
