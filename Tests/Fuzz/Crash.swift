import Platform
import Terminal

/// The signals that a crash raises.
enum Crash {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

  /// Calls `handler` before a crash ends the process, on an alternate stack, because the thread's stack may have
  /// overflowed.
  ///
  /// Applies to the calling thread; the stack is never freed.
  static func announce(with handler: @escaping @convention(c) (Int32) -> Void) {
    let size = 64 << 10
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
    for signal in signals { SignalAction.install(signal, handler, flags: Int32(SA_ONSTACK)) }
  }

  /// Ends the process by the signal's default action.
  static func end(by signal: Int32) {
    SignalAction.reset(signal)
    raise(signal)
  }
}
