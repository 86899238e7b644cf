internal import Platform

/// Restores terminals before a crash (a trap, `abort`, a bad access) ends the process.
enum FatalSignals {
  private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]

  /// The previous handlers, which run after ours: the default, or a printer of backtraces.
  ///
  /// Written once, before any handler that reads it is installed.
  nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    previous.initialize(repeating: sigaction(), count: 64)
    return previous
  }()

  /// Installs the handlers, once per process, and gives the calling thread a stack for them.
  static func catchAll() {
    _ = installed
    AlternateStack.install()
  }

  private static let installed: Void = {
    // Allocated now, because a handler must not allocate.
    Restoration.prepare()
    for signal in all { sigaction(signal, nil, &previous[Int(signal)]) }
    for signal in all where !SignalAction.isIgnored(signal) {
      SignalAction.installWithInfo(signal, handle, flags: SA_SIGINFO | SA_ONSTACK)
    }
  }()

  /// Runs at any point of the program, perhaps without a stack: it calls only async-signal-safe functions.
  private static let handle: SignalAction.InfoHandler = { signal, info, _ in
    Restoration.restoreAllFromSignalHandler()
    sigaction(signal, &previous[Int(signal)], nil)
    // The failed instruction runs again, so that the next handler finds the same fault. A signal that was sent is sent
    // again.
    if !isFault(signal) || (info?.pointee.si_code ?? 0) <= 0 { raise(signal) }
  }

  /// Whether an instruction may have caused the signal. Compares one by one, because an array would allocate, which a
  /// handler must not do.
  private static func isFault(_ signal: Int32) -> Bool {
    signal == SIGILL || signal == SIGBUS || signal == SIGFPE || signal == SIGSEGV
  }
}
