internal import Platform

/// The settings of the terminals for input and output, which are usually the same.
struct TerminalSettings {
  private let input: Int32
  private let inputSettings: termios
  /// The output descriptor if it is another terminal, which must not turn line feeds into new lines.
  private let output: Int32
  private let outputSettings: termios?

  /// The current settings; nil when one of the descriptors is not a terminal, or the terminal is gone.
  init?(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    var (settings, others) = (termios(), termios())
    guard tcgetattr(input, &settings) == 0, tcgetattr(output, &others) == 0 else { return nil }
    inputSettings = settings
    outputSettings = Self.isSameDevice(input, output) ? nil : others
  }

  /// Switches to raw mode: keys arrive one by one and send no signals; output is not translated.
  func makeRaw() -> Bool {
    var raw = inputSettings
    cfmakeraw(&raw)
    if var others = outputSettings {
      others.c_oflag &= ~tcflag_t(OPOST)
      guard tcsetattr(output, TCSANOW, &others) == 0 else { return false }
    }
    return tcsetattr(input, TCSANOW, &raw) == 0
  }

  /// Restores the settings; may be called from a signal handler.
  ///
  /// Does not wait for output to drain, because a stopped terminal would block forever.
  ///
  /// - Parameter discardsInput: whether what was not read is dropped: the shell would take mouse reports for typing.
  func restore(discardsInput: Bool) {
    var settings = inputSettings
    if discardsInput { tcflush(input, TCIFLUSH) }
    tcsetattr(input, TCSANOW, &settings)
    guard var others = outputSettings else { return }
    tcsetattr(output, TCSANOW, &others)
  }

  private static func isSameDevice(_ left: Int32, _ right: Int32) -> Bool {
    guard let left = FileStatus(left), let right = FileStatus(right) else { return false }
    return left.specialDevice == right.specialDevice
  }
}

/// A descriptor of the terminal that never blocks.
struct NonBlockingOutput {
  /// The descriptor to write to.
  let descriptor: Int32
  /// The previous flags of a shared open file description, if the terminal could not be reopened.
  private let flags: Int32?

  /// Opens the terminal again, because the shell and others share the flags of an open file description. If that fails,
  /// changes the shared flags until ``close()``.
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

  /// Takes the terminal away from all threads that write to it; may be called from a signal handler.
  ///
  /// A handler can't stop other threads. From now on, what they write to ``descriptor`` goes nowhere, so that no frame
  /// follows the bytes that restore the terminal.
  ///
  /// - Returns: the only descriptor that still leads to the terminal; ``descriptor`` if that is shared with the shell, or
  ///   no more can be opened.
  func takeOver() -> Int32 {
    guard flags == nil else { return descriptor }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard nowhere >= 0, own >= 0, dup2(nowhere, descriptor) >= 0 else { return descriptor }
    return own
  }

  /// Closes the descriptor or restores the shared flags.
  func close() {
    restoreFlags()
    if flags == nil { Platform.close(descriptor) }
  }

  /// Restores the flags that others share; may be called from a signal handler.
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
