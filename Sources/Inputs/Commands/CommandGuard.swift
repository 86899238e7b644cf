internal import Platform
internal import Synchronization

/// A process between marbled and the command of a live row, which ends the command when marbled exits or is killed.
///
/// Its standard input is a pipe that marbled holds open and never writes to. When the pipe closes, the guard sends SIGTERM
/// to the command's process group, and SIGKILL after ``grace``. All processes that the command has started end, unless they
/// have left the group.
///
/// `PR_SET_PDEATHSIG` is no alternative: it watches the thread that forked rather than the process, the children of the
/// shell don't inherit it, and it sends only one signal.
public enum CommandGuard {
  /// The first argument that makes a program the guard of the command in its second argument.
  public static let verb = "guard-command"
  /// How long the command may take to end after SIGTERM, in milliseconds.
  public static let grace: Int32 = 2000

  /// Runs a command until it ends or marbled is gone. This process then ends with the same status or signal.
  public static func run(_ command: String) -> Never {
    guard let signals = NonBlockingPipe() else { exit(126) }
    wakeUp.store(signals.writer, ordering: .relaxed)
    // A byte for each signal: SIGCHLD when the command may have ended, the others to end it.
    for signal in [SIGCHLD, SIGTERM, SIGINT, SIGHUP] {
      Platform.signal(signal) { signal in
        var byte = UInt8(truncatingIfNeeded: signal)
        _ = write(CommandGuard.wakeUp.load(ordering: .relaxed), &byte, 1)
      }
    }
    signal(SIGPIPE, SIG_IGN)
    guard let child = start(command) else { exit(126) }
    // The guard gives up its ends of the output pipes, so that marbled sees when the command closes them.
    let null = open("/dev/null", O_RDWR)
    dup2(null, 1)
    dup2(null, 2)
    end(as: wait(for: child, signals: signals, lifeline: 0), leaving: child)
  }

  /// Where handlers of signals write.
  private static let wakeUp = Atomic<Int32>(-1)

  /// Starts the shell as the leader of a new process group, with default handlers for all signals.
  static func start(_ command: String) -> pid_t? {
    try? GroupLeader.start("/bin/sh", ["-c", command], streams: [0: .null])
  }

  /// Waits for the end of the command; ends it when the lifeline closes or a signal asks for it.
  ///
  /// - Parameters:
  ///   - signals: has a byte for each signal.
  ///   - lifeline: the end of a pipe that marbled holds open.
  ///   - clock: measures the grace.
  /// - Returns: its wait status.
  static func wait(
    for child: pid_t, signals: NonBlockingPipe, lifeline: Int32, clock: MonotonicClock = .system
  ) -> Int32 {
    /// When its time to end is up; nil until it is asked to end.
    var deadline: Int64?
    var status: Int32 = 0
    while true {
      if waitpid(child, &status, WNOHANG) == child { return status }
      if let deadline {
        let left = deadline - clock.now()
        guard left > 0 else {
          kill(-child, SIGKILL)
          while waitpid(child, &status, 0) < 0, errno == EINTR {}
          return status
        }
        _ = clock.wait([signals.reader], [], left)
        _ = signals.read()
        continue
      }
      let ready = clock.wait([signals.reader, lifeline], [], nil)
      let isGone = ready.readable.contains(lifeline) && !hasInput(lifeline)
      let asksForEnd = signals.read().contains { Int32($0) != SIGCHLD }
      if asksForEnd || isGone {
        deadline = clock.now() + Int64(grace) * 1_000_000
        kill(-child, SIGTERM)
        // A stopped process handles SIGTERM only after it continues.
        kill(-child, SIGCONT)
      }
    }
  }

  /// Whether the lifeline is still open; skips what was written to it.
  private static func hasInput(_ lifeline: Int32) -> Bool {
    var byte: UInt8 = 0
    return read(lifeline, &byte, 1) > 0
  }

  /// Ends the processes that the command has left running in its group.
  ///
  /// - Parameters:
  ///   - limit: how long they may take after SIGTERM, in milliseconds.
  ///   - clock: measures that.
  static func endGroup(_ group: pid_t, within limit: Int32, clock: MonotonicClock = .system) {
    guard kill(-group, SIGTERM) == 0 else { return }
    kill(-group, SIGCONT)
    let deadline = clock.now() + Int64(limit) * 1_000_000
    // Those that other processes have started send no signal at their end.
    while clock.now() < deadline, kill(-group, 0) == 0 { _ = clock.wait([], [], 10_000_000) }
    kill(-group, SIGKILL)
  }

  /// Ends what the command has left running, and then this process with the command's status.
  private static func end(as status: Int32, leaving group: pid_t) -> Never {
    // If the command was killed, its group has had its grace period already.
    endGroup(group, within: status & 0x7F == SIGKILL ? 0 : grace)
    let signal = status & 0x7F
    guard signal != 0 else { exit((status >> 8) & 0xFF) }
    // Don't write a second core dump beside that of the command.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &limit)
    #else
      setrlimit(RLIMIT_CORE, &limit)
    #endif
    Platform.signal(signal, SIG_DFL)
    kill(getpid(), signal)
    exit(128 + signal)
  }
}
