internal import Platform

/// The signals that matter to terminal programs, named by their meaning.
public enum ProcessSignals {
  /// The size of the terminal has changed: SIGWINCH.
  public static var windowChanged: Int32 { SIGWINCH }
  /// Stop the program, as Ctrl-Z does: SIGTSTP.
  public static var stop: Int32 { SIGTSTP }
  /// Continue after a stop: SIGCONT.
  public static var resume: Int32 { SIGCONT }

  /// Ends the process and its pipeline by SIGINT, as Ctrl-C does on a terminal that is not in raw mode.
  public static func interruptPipeline() -> Never {
    SignalAction.install(SIGINT, SIG_IGN)
    kill(0, SIGINT)
    end(by: SIGINT)
  }

  /// Ends the process by `signal` with its default action, so that the parent sees the reason.
  public static func end(by signal: Int32) -> Never {
    SignalAction.reset(signal)
    raise(signal)
    exit(128 + signal)
  }
}
