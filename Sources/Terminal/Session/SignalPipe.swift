internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Turns signals into something to read, so that the program's one thread handles them between two frames.
///
/// There is at most one at a time that takes signals. It takes SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT, except those of
/// them that the parent has made ignored (`nohup`), and ignores SIGPIPE, so that a write reports that nobody reads.
public final class SignalPipe {
  /// Which signals are taken.
  public enum Scope: Hashable, Sendable {
    /// All of them.
    case program
    /// SIGWINCH and SIGCONT: what ends or stops the program is somebody else's to handle.
    case window
    /// None: the process handles its signals elsewhere. There may be any number of such pipes.
    case none

    fileprivate var signals: [Int32] {
      switch self {
      case .program: [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]
      case .window: [SIGWINCH, SIGCONT]
      case .none: []
      }
    }
  }

  private let pipe: NonBlockingPipe
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Installs the handlers; nil when there is one already, or the process has no descriptors left.
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
    // Not before: an initializer that fails with all properties set runs `deinit`.
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

  /// Stops the process as SIGTSTP does by default, and returns when it is continued.
  ///
  /// Leave the ``TerminalSession`` before, and enter it again after. Call it on the main thread: others, such as those
  /// of Dispatch, have signals blocked.
  public func suspend() {
    // Nobody is told of this SIGCONT: who calls goes on here, and would take a second one for a stop from outside.
    let handlers = [SIGCONT, SIGTSTP].map { (signal: $0, action: SignalAction.reset($0)) }
    raise(SIGTSTP)
    for (signal, action) in handlers { SignalAction.restore(signal, action) }
  }
}

/// Where the handler writes; -1 when nobody listens. Lock-free, so a handler may read it.
private let signalDescriptor = Atomic<Int32>(-1)

/// Runs in the middle of anything: it calls only `write`, and leaves `errno` as it was.
private func forwardSignal(_ signal: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = systemWrite(signalDescriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = saved
}
