/// A second stack for the signal handlers of a thread, so that they can run after a stack overflow.
///
/// `sigaltstack` applies to one thread: each thread that may overflow its stack while a terminal session is active
/// installs an alternate stack.
public enum AlternateStack {
  /// Installs an alternate stack for the calling thread, unless it has one; the stack is freed when the thread ends.
  public static func install() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    guard let key else { return }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = memory
    // An unsigned number on some systems.
    stack.ss_size = numericCast(size)
    guard pthread_setspecific(key, memory) == 0, sigaltstack(&stack, nil) == 0 else {
      pthread_setspecific(key, nil)
      memory.deallocate()
      return
    }
  }

  /// Whether the calling thread has an alternate stack.
  public static var isInstalled: Bool {
    var current = stack_t()
    return sigaltstack(nil, &current) == 0 && current.ss_flags & Int32(SS_DISABLE) == 0
  }

  /// Large enough for a handler that only writes, and for the registers of any processor.
  private static let size = 64 * 1024

  /// The key of each thread's stack; nil when the process has no thread-specific keys left.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, freeStack) == 0 ? key : nil
  }()

  #if canImport(Darwin)
    /// Frees the stack; runs on the ending thread.
    private static let freeStack: @convention(c) (UnsafeMutableRawPointer) -> Void = { free($0) }
  #else
    /// Frees the stack; runs on the ending thread.
    private static let freeStack: @convention(c) (UnsafeMutableRawPointer?) -> Void = { $0.map(free) }
  #endif

  private static func free(_ memory: UnsafeMutableRawPointer) {
    var none = stack_t()
    none.ss_flags = Int32(SS_DISABLE)
    // Some systems require a valid size even to disable the stack.
    none.ss_size = numericCast(size)
    sigaltstack(&none, nil)
    memory.deallocate()
  }
}
