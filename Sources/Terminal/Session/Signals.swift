#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The signals that a program on a terminal meets, by what they mean.
public enum Signals {
  /// The terminal has another size: SIGWINCH.
  public static var windowChanged: Int32 { SIGWINCH }
  /// Stop, as Ctrl-Z asks for: SIGTSTP.
  public static var stop: Int32 { SIGTSTP }
  /// Go on after a stop: SIGCONT.
  public static var resume: Int32 { SIGCONT }

  /// Ends the process by `signal`, as it would have ended without a handler, so that the parent sees why.
  public static func end(by signal: Int32) -> Never {
    SignalAction.reset(signal)
    raise(signal)
    exit(128 + signal)
  }
}
