#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The settings of the terminals that keys come from and that frames go to, mostly one and the same.
struct TerminalSettings {
  private let input: Int32
  private let inputSettings: termios
  /// When frames go to another terminal, which must not turn their line feeds into new lines.
  private let output: Int32
  private let outputSettings: termios?

  /// The settings as they are; nil when one of the descriptors is no terminal, or it is gone.
  init?(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    var (settings, others) = (termios(), termios())
    guard tcgetattr(input, &settings) == 0, tcgetattr(output, &others) == 0 else { return nil }
    inputSettings = settings
    outputSettings = Self.isSameDevice(input, output) ? nil : others
  }

  /// Keys arrive one by one and make no signals; bytes leave as they are.
  func makeRaw() -> Bool {
    var raw = inputSettings
    cfmakeraw(&raw)
    if var others = outputSettings {
      others.c_oflag &= ~tcflag_t(OPOST)
      guard tcsetattr(output, TCSANOW, &others) == 0 else { return false }
    }
    return tcsetattr(input, TCSANOW, &raw) == 0
  }

  /// Sets everything as it was; may be called from a signal handler.
  ///
  /// Drops unread reports of the mouse, which the shell would take for typing; does not wait for output to drain, which
  /// a stopped terminal would never let it do.
  func restore() {
    var settings = inputSettings
    tcflush(input, TCIFLUSH)
    tcsetattr(input, TCSANOW, &settings)
    guard var others = outputSettings else { return }
    tcsetattr(output, TCSANOW, &others)
  }

  private static func isSameDevice(_ left: Int32, _ right: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    return fstat(left, &one) == 0 && fstat(right, &other) == 0 && one.st_rdev == other.st_rdev
  }
}

/// A way to write to a terminal that never blocks.
struct NonBlockingOutput {
  /// What to write to.
  let descriptor: Int32
  /// What the shared description had for flags, when there is no other way.
  private let flags: Int32?

  /// Opens the terminal once more, as the flags of a description are shared with the shell and all others that have it:
  /// if that can't be done, it is switched over until ``close()``.
  init(_ output: Int32) {
    let own = Self.opened(output)
    if own >= 0 {
      (descriptor, flags) = (own, nil)
    } else {
      let flags = fcntl(output, F_GETFL)
      (descriptor, self.flags) = (output, flags)
      _ = fcntl(output, F_SETFL, flags | O_NONBLOCK)
    }
  }

  /// Undoes it.
  func close() {
    restoreFlags()
    if flags == nil { systemClose(descriptor) }
  }

  /// Undoes what others would notice; may be called from a signal handler.
  func restoreFlags() { if let flags { _ = fcntl(descriptor, F_SETFL, flags) } }

  private static func opened(_ output: Int32) -> Int32 {
    guard isatty(output) == 1 else { return -1 }
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    #if os(Linux)
      // Works across mount namespaces, too.
      return open("/proc/self/fd/\(output)", flags)
    #else
      var name = [CChar](repeating: 0, count: 1024)
      return ttyname_r(output, &name, name.count) == 0 ? open(name, flags) : -1
    #endif
  }
}
