#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signals that a crash raises.
enum Crash {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

  /// Calls `handler` before the process ends by a crash, on a stack of its own, as the thread's may be what is full.
  ///
  /// For the calling thread; the stack is never given back.
  static func announce(with handler: @escaping @convention(c) (Int32) -> Void) {
    let size = 64 << 10
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
    for signal in signals { set(signal, handler, flags: Int32(SA_ONSTACK)) }
  }

  /// Ends the process as the signal would have without a handler.
  static func end(by signal: Int32) {
    set(signal, SIG_DFL, flags: 0)
    raise(signal)
  }

  private static func set(_ signal: Int32, _ handler: (@convention(c) (Int32) -> Void)?, flags: Int32) {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = flags
    sigaction(signal, &action, nil)
  }
}
