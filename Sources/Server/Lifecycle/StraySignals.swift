internal import Platform

/// Signals that mean nothing to a server, and whose default is to end the process without removing its sockets.
enum StraySignals {
  /// Has them do nothing. A write beyond a limit of file sizes then returns an error.
  ///
  /// They are handled rather than ignored: a program that a row starts would ignore them, too.
  static func handle() {
    for number in [SIGUSR1, SIGUSR2, SIGXFSZ] { signal(number) { _ in } }
  }
}
