import Foundation

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// How a process ended.
package enum Ending: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  package var description: String {
    switch self {
    case .exited(let status): "exited with \(status)"
    case .signalled(let signal): "died by signal \(signal)"
    }
  }
}

/// A process of ours, which inherits nothing but its three standard descriptors: no signal mask, no ignored signals, no
/// descriptors of other tests. It leads a process group, which is killed with the value that owns it, so that what a shell
/// has started ends with it. Used from one thread.
package final class Child {
  package enum Descriptor {
    case null
    /// A descriptor of this process.
    case inherited(Int32)
    /// The terminal of that name, which becomes the controlling one.
    case terminal(String)
  }

  package let id: pid_t
  private var ending: Ending?

  /// Starts a program.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], input: Descriptor, output: Descriptor,
    error: Descriptor
  ) throws {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
      let closesOthers = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      let closesOthers: Int32 = 0
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var isOnTerminal = false
    for (target, descriptor) in [input, output, error].enumerated() {
      switch descriptor {
      case .null: posix_spawn_file_actions_addopen(&actions, Int32(target), "/dev/null", O_RDWR, 0)
      case .inherited(let source): posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
      case .terminal(let path):
        isOnTerminal = true
        posix_spawn_file_actions_addopen(&actions, Int32(target), path, O_RDWR, 0)
      }
    }
    #if canImport(Glibc)
      // Those that are not open are passed over. (`…_addclosefrom_np` is not in the module map of Glibc.)
      for descriptor: Int32 in 3..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
      let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which is not in the module map of Glibc.
    #else
      let newSession = POSIX_SPAWN_SETSID
    #endif
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // The leader of a session leads a group, too.
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags =
      Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      | (isOnTerminal ? newSession : Int32(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setflags(&attributes, Int16(flags | Int32(closesOthers)))

    var id: pid_t = 0
    let status = Self.withCStrings([program] + arguments) { argv in
      Self.withCStrings(environment.map { "\($0)=\($1)" }) { envp in
        posix_spawn(&id, program, &actions, &attributes, argv, envp)
      }
    }
    guard status == 0 else { throw Problem("\(program) can't be started: \(String(cString: strerror(status)))") }
    self.id = id
  }

  deinit {
    // It is waited for only here, so that its number, and its group's, is nobody else's until then.
    kill(-id, SIGKILL)
    kill(-id, SIGCONT)
    waitpid(id, nil, 0)
  }

  package func send(_ signal: Int32) { kill(id, signal) }

  /// How it ended; nil while it runs.
  package func poll() -> Ending? {
    if let ending { return ending }
    ending = Self.ending(of: id, WNOHANG)
    return ending
  }

  /// How it ended, once it has; no thread of the cooperative pool waits for that.
  package func waitForEnd() async -> Ending {
    if let ending { return ending }
    let ending = await withCheckedContinuation { continuation in
      Thread { [id] in continuation.resume(returning: Self.ending(of: id, 0)!) }.start()
    }
    self.ending = ending
    return ending
  }

  /// - Parameter options: `WNOHANG` for nil when it has not ended.
  private static func ending(of id: pid_t, _ options: Int32) -> Ending? {
    while true {
      var info = siginfo_t()
      let status = waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT | options)
      if status != 0, errno == EINTR { continue }
      #if canImport(Darwin)
        let (child, value) = (info.si_pid, info.si_status)
      #else
        let (child, value) = (info._sifields._sigchld.si_pid, info._sifields._sigchld.si_status)
      #endif
      guard status == 0, child == id else { return nil }
      return Int32(info.si_code) == Int32(CLD_EXITED) ? .exited(value) : .signalled(value)
    }
  }

  private static func withCStrings<Output>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Output
  ) -> Output {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// What went wrong with a test's surroundings, or what a test waited for in vain.
package struct Problem: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}

/// Seconds that never go back.
package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
