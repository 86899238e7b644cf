internal import Platform
internal import Synchronization

/// Turns signals into bytes to read, so that the program's main loop handles them between two frames.
///
/// At most one pipe at a time catches a signal. A pipe catches SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT,
/// or some of them, except those that the parent has set to be ignored (`nohup`). It ignores SIGPIPE, so that a write to a
/// closed pipe returns an error. A signal that ends the program also starts the time of the ``LastResort``.
public final class SignalPipe {
  /// The signals to catch.
  public enum Scope: Hashable, Sendable {
    /// All of them.
    case program
    /// SIGWINCH and SIGCONT only: other code handles the signals that end or stop the program.
    case window
    /// SIGINT, SIGTERM and SIGHUP only: the signals that end the program.
    case ending
    /// SIGINT, SIGTERM and SIGQUIT only: SIGHUP has another meaning for daemons.
    case stopping
    /// None: other code handles the signals. Any number of such pipes may exist.
    case none

    fileprivate var signals: [Int32] {
      switch self {
      case .program: [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]
      case .window: [SIGWINCH, SIGCONT]
      case .ending: [SIGINT, SIGTERM, SIGHUP]
      case .stopping: [SIGINT, SIGTERM, SIGQUIT]
      case .none: []
      }
    }
  }

  private let pipe: NonBlockingPipe
  private let claimed: [Int32]
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Installs the handlers; nil when another pipe has installed one of them, or the process has no descriptors left.
  public init?(_ scope: Scope = .program) {
    guard let pipe = NonBlockingPipe() else { return nil }
    for (index, signal) in scope.signals.enumerated() {
      if Writers.claim(signal, for: pipe.writer) { continue }
      for signal in scope.signals[..<index] { Writers.release(signal) }
      pipe.close()
      return nil
    }
    // Set last: an initializer that fails with all properties set runs `deinit`.
    self.pipe = pipe
    claimed = scope.signals
    if scope == .none { return }
    previous = [(SIGPIPE, SignalAction.ignore(SIGPIPE))]
    for signal in scope.signals where !SignalAction.isIgnored(signal) {
      previous.append((signal, SignalAction.install(signal, forwardSignal, flags: SA_RESTART)))
    }
  }

  deinit {
    for (signal, action) in previous { SignalAction.restore(signal, action) }
    for signal in claimed { Writers.release(signal) }
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

/// The descriptor that the handler of each signal writes to; -1 without a pipe. Lock-free, so that a handler may read it.
private enum Writers {
  private static var count: Int { 64 }

  // Set once and never moved; what it points to are atomics.
  nonisolated(unsafe) private static let all: UnsafeMutablePointer<Atomic<Int32>> = {
    let slots = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: count)
    for slot in 0..<count { (slots + slot).initialize(to: Atomic(-1)) }
    return slots
  }()

  static func claim(_ signal: Int32, for descriptor: Int32) -> Bool {
    all[Int(signal)].compareExchange(expected: -1, desired: descriptor, ordering: .sequentiallyConsistent).exchanged
  }

  static func release(_ signal: Int32) { all[Int(signal)].store(-1, ordering: .sequentiallyConsistent) }

  static func descriptor(of signal: Int32) -> Int32 { all[Int(signal)].load(ordering: .sequentiallyConsistent) }
}

/// Runs at any point of the program: it calls only async-signal-safe functions, and preserves `errno`.
private func forwardSignal(_ signal: Int32) {
  let saved = errno
  if signal == SIGTERM || signal == SIGINT || signal == SIGHUP || signal == SIGQUIT { LastResort.begin(by: signal) }
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = Platform.write(Writers.descriptor(of: signal), &byte, 1)
  errno = saved
}
