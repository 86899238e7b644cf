import Foundation
package import Platform

/// How a process ended.
package enum Ending: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  fileprivate init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .signalled(signal)
  }

  package var description: String {
    switch self {
    case .exited(let status): "exited with \(status)"
    case .signalled(let signal): "died by signal \(signal)"
    }
  }
}

/// A process of ours, which inherits nothing but its three standard descriptors: no signal mask, no ignored signals, no
/// descriptors of other tests. It leads a process group, which is killed with the value that owns it, and at the end of
/// the test that started it.
package final class Child: Sendable {
  package enum Descriptor {
    case null
    /// A descriptor of this process.
    case inherited(Int32)
    /// The terminal of that name, which becomes the controlling one.
    case terminal(String)
  }

  package let id: pid_t
  private let process: ChildProcess

  /// Starts a program.
  ///
  /// - Parameter whenEnded: called on another thread once it has ended.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], input: Descriptor, output: Descriptor,
    error: Descriptor, whenEnded: @escaping @Sendable () -> Void = {}
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
      for descriptor in 3...Self.highestDescriptor { posix_spawn_file_actions_addclose(&actions, descriptor) }
      let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which is not in the module map of Glibc.
    #else
      let newSession = POSIX_SPAWN_SETSID
    #endif
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let ownGroup = isOnTerminal ? newSession : Int32(POSIX_SPAWN_SETPGROUP)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | ownGroup
    posix_spawnattr_setflags(&attributes, Int16(flags | Int32(closesOthers)))

    var id: pid_t = 0
    let status = Self.withCStrings([program] + arguments) { argv in
      Self.withCStrings(environment.map { "\($0)=\($1)" }) { envp in
        posix_spawn(&id, program, &actions, &attributes, argv, envp)
      }
    }
    guard status == 0 else { throw Problem("\(program) can't be started: \(String(cString: strerror(status)))") }
    self.id = id
    process = ChildProcess(id, whenEnded: whenEnded)
    StartedProcesses.current?.add(process)
  }

  deinit {
    process.kill()
    _ = process.waitForEnd()
  }

  package func send(_ signal: Int32) { process.send(signal) }

  /// Stops it with `SIGSTOP`, and waits until none of its threads runs: on a busy machine some go on for a while after the
  /// signal was sent.
  package func stop() { process.stop() }

  /// How it ended; nil while it runs.
  package func poll() -> Ending? { process.ending }

  /// Kills it, and all that it started in its group.
  package func kill() { process.kill() }

  /// Waits until it has ended.
  package func waitForEnd() -> Ending { process.waitForEnd() }

  /// How it ended, once it has; no thread of the cooperative pool waits for that.
  package func waitForEnd() async -> Ending {
    await withCheckedContinuation { continuation in
      Thread { [process] in continuation.resume(returning: process.waitForEnd()) }.start()
    }
  }

  /// A number that no descriptor of this process exceeds.
  private static var highestDescriptor: Int32 {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) }
    return max(numbers?.max() ?? 0, 255)
  }

  private static func withCStrings<Output>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Output
  ) -> Output {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// A process that leads its group, and a thread that waits for its end.
final class ChildProcess: Sendable {
  private let id: pid_t
  private let state = Watched<Ending?>(nil)

  init(_ id: pid_t, whenEnded: @escaping @Sendable () -> Void) {
    self.id = id
    let thread = Thread { [state] in
      // The number stays taken until the end is known, so that no signal meets another process.
      var information = siginfo_t()
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      // What it has left behind in its group.
      _ = systemKill(-id, SIGKILL)
      state.withLock { ending in
        var status: Int32 = 0
        while waitpid(id, &status, 0) != id, errno == EINTR {}
        ending = Ending(waitStatus: status)
      }
      whenEnded()
    }
    thread.start()
  }

  var ending: Ending? { state.withLock { $0 } }

  func waitForEnd() -> Ending { state.wait { $0 } }

  func send(_ signal: Int32) { state.withLock { if $0 == nil { _ = systemKill(id, signal) } } }

  func stop() {
    send(SIGSTOP)
    var information = siginfo_t()
    // An end is left to the thread that waits for it; if that was faster, there is no such process.
    while waitid(P_PID, id_t(id), &information, WSTOPPED | WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Kills it and all that it started in its group.
  func kill() {
    state.withLock { ending in
      guard ending == nil else { return }
      // It may not have made its group yet.
      _ = systemKill(-id, SIGKILL)
      _ = systemKill(id, SIGKILL)
    }
  }
}

private func systemKill(_ id: pid_t, _ signal: Int32) -> Int32 { kill(id, signal) }

/// What went wrong with a test's surroundings, or what a test waited for in vain.
package struct Problem: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}

/// Lets time pass: for a test that is about a span of time, never to wait for something to happen.
///
/// - Returns: how many seconds they were.
package func pass(atLeast seconds: Double) -> Double {
  let start = monotonicSeconds()
  while monotonicSeconds() < start + seconds { Thread.sleep(forTimeInterval: start + seconds - monotonicSeconds()) }
  return monotonicSeconds() - start
}

/// Seconds that never go back.
package func monotonicSeconds() -> Double { Double(MonotonicClock.system.now()) / 1e9 }
