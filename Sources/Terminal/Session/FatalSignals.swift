#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Gives the terminals back before a crash (a trap, `abort`, a bad access) ends the process.
enum FatalSignals {
  private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]

  /// What handled them before, which goes on when we are done: the default, or a printer of backtraces.
  ///
  /// Written once, before any handler that reads it is installed.
  nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    previous.initialize(repeating: sigaction(), count: 64)
    return previous
  }()

  /// Installs the handlers, once in the life of the process.
  static func catchAll() { _ = installed }

  private static let installed: Void = {
    // Made now, as a handler must not.
    Restoration.prepare()
    useAlternateStack()
    for signal in all { sigaction(signal, nil, &previous[Int(signal)]) }
    for signal in all where !SignalAction.isIgnored(signal) {
      SignalAction.installWithInfo(signal, handle, flags: SA_SIGINFO | SA_ONSTACK)
    }
  }()

  /// Runs in the middle of anything, perhaps without a stack: it calls only what is safe there.
  private static let handle: SignalAction.InfoHandler = { signal, info, _ in
    Restoration.restoreAllFromSignalHandler()
    sigaction(signal, &previous[Int(signal)], nil)
    // The instruction that failed is run once more, so that the next handler finds what it did. What was sent from
    // somewhere is sent again.
    let isOwnFault = (info?.pointee.si_code ?? 0) > 0 && [SIGILL, SIGBUS, SIGFPE, SIGSEGV].contains(signal)
    if !isOwnFault { raise(signal) }
  }

  /// A stack that has run over is no place for a handler; that of the thread that calls this gets another.
  private static func useAlternateStack() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 * 1024
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }
}
