internal import Platform
internal import Synchronization

/// Ends the process when it does not end by itself in time after it was asked to, whatever it computes and whatever hangs.
///
/// All that it needs exists from the start: the timer of the process, the handler of its signal, and the paths to remove. It
/// needs no thread, no queue and no memory, because a program that hangs may have none left.
public enum LastResort {
  /// How the process ends.
  public enum End: Hashable, Sendable {
    /// With this exit code.
    case code(Int32)
    /// By the signal that asked for it, so that a shell sees it; else with exit code 1.
    case signal
  }

  /// The maximum number of paths that are removed.
  static let maximumPaths = 16

  /// Installs the handler; to be called once, at the start.
  ///
  /// - Parameters:
  ///   - limit: how long the process may take to end after it was asked to.
  ///   - end: how the process ends when the time is up.
  public static func prepare(_ limit: Duration, _ end: End) {
    Restoration.prepare()
    _ = Paths.all
    // Touched here, because the first access to a global may take a lock.
    asking.store(0, ordering: .relaxed)
    code.store(end.code, ordering: .relaxed)
    SignalAction.install(SIGALRM, giveUp, flags: SA_RESTART)
    microseconds.store(max(1, limit.wholeNanoseconds / 1000), ordering: .sequentiallyConsistent)
  }

  /// The process has been asked to end: the time runs, if the handler is installed. Only the first call counts.
  ///
  /// Async-signal-safe: handlers of signals call it.
  ///
  /// - Parameter signal: the signal that asks; 0 for none.
  public static func begin(by signal: Int32 = 0) {
    let limit = microseconds.load(ordering: .relaxed)
    guard limit > 0 else { return }
    let (isFirst, _) = asking.compareExchange(expected: 0, desired: max(1, signal), ordering: .sequentiallyConsistent)
    if isFirst { Timer.start(limit) }
  }

  /// Also removes the file that is at `path` now, such as a socket, when the time is up; not one that takes its place, unless
  /// it is named again.
  public static func remove(_ path: String) {
    guard let status = FileStatus(path: path) else { return }
    lock.withLock { _ in
      for slot in 0..<maximumPaths {
        let known = Paths.all[slot].path.load(ordering: .relaxed)
        if known != 0, !isSame(known, path) { continue }
        // The handler of a signal may look meanwhile: it finds the old file or none.
        Paths.all[slot].inode.store(status.inode, ordering: .sequentiallyConsistent)
        Paths.all[slot].device.store(status.device, ordering: .sequentiallyConsistent)
        if known == 0 {
          let copy = strdup(path)
          Paths.all[slot].path.store(UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
        }
        return
      }
    }
  }

  private static let lock = Mutex(())

  private static func isSame(_ known: UInt, _ path: String) -> Bool {
    UnsafePointer<CChar>(bitPattern: known).map { strcmp($0, path) == 0 } ?? false
  }
}

extension LastResort.End {
  /// The exit code; -1 for the signal.
  fileprivate var code: Int32 { if case .code(let code) = self { code } else { -1 } }
}

// Lock-free, so that handlers may use them.
private let microseconds = Atomic<Int64>(0)
private let asking = Atomic<Int32>(0)
private let code = Atomic<Int32>(1)

/// A file to remove.
private struct RemovedFile: ~Copyable {
  /// The address of its path, or 0.
  let path = Atomic<UInt>(0)
  let device = Atomic<UInt64>(0)
  let inode = Atomic<UInt64>(0)
}

private enum Paths {
  // Set once and never moved; what it points to are atomics.
  nonisolated(unsafe) static let all: UnsafeMutablePointer<RemovedFile> = {
    let slots = UnsafeMutablePointer<RemovedFile>.allocate(capacity: LastResort.maximumPaths)
    for slot in 0..<LastResort.maximumPaths { (slots + slot).initialize(to: RemovedFile()) }
    return slots
  }()
}

/// Runs at any point of the program: it calls only async-signal-safe functions, and never waits for a reader for long.
private func giveUp(_: Int32) {
  // Another process has sent it.
  if asking.load(ordering: .relaxed) == 0 { return }
  Restoration.restoreAllFromSignalHandler()
  for slot in 0..<LastResort.maximumPaths {
    guard let path = UnsafePointer<CChar>(bitPattern: Paths.all[slot].path.load(ordering: .relaxed)),
      let status = FileStatus(cPath: path), status.inode == Paths.all[slot].inode.load(ordering: .relaxed),
      status.device == Paths.all[slot].device.load(ordering: .relaxed)
    else { continue }
    // Another process may have taken the folder, which then is its own.
    unlink(path)
  }
  var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
  if poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 {
    let message: StaticString = "marbled: it did not end in time, so it was ended\n"
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
  }
  let (signal, status) = (asking.load(ordering: .relaxed), code.load(ordering: .relaxed))
  if status < 0, signal > 1 {
    _ = SignalAction.reset(signal)
    kill(getpid(), signal)
    // It may be blocked on this thread, and be handled by another one first.
    poll(nil, 0, 100)
  }
  _exit(max(1, status))
}

/// The timer of the process that measures wall time.
private enum Timer {
  /// Sends SIGALRM once, after some microseconds.
  static func start(_ microseconds: Int64) {
    var time = itimerval()
    time.it_value.tv_sec = numericCast(microseconds / 1_000_000)
    time.it_value.tv_usec = numericCast(microseconds % 1_000_000)
    #if canImport(Glibc) || canImport(Musl)
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &time, nil)
    #else
      setitimer(ITIMER_REAL, &time, nil)
    #endif
  }
}
