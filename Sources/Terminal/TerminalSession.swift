internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A terminal that shows our screen between ``enter(mouse:)`` and ``leave()``; used from one thread.
///
/// In raw mode no key makes a signal: Ctrl-C, Ctrl-Z and Ctrl-\ arrive as keys.
public final class TerminalSession {
  /// Where keys are read from.
  public let input: Int32
  /// Where frames are written to.
  public let output: Int32
  private let opened: Int32?
  private var restoration: UnsafeMutablePointer<Restoration>?

  /// A session on descriptors of a terminal that somebody else closes.
  public init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    opened = nil
  }

  /// The session on standard input and output; `/dev/tty` stands in for the one that is not a terminal.
  ///
  /// Nil when the process has no terminal.
  public init?() {
    let (inputIsTTY, outputIsTTY) = (isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1)
    opened = inputIsTTY && outputIsTTY ? nil : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if let opened, opened < 0 { return nil }
    input = inputIsTTY ? STDIN_FILENO : opened ?? STDIN_FILENO
    output = outputIsTTY ? STDOUT_FILENO : opened ?? STDOUT_FILENO
  }

  deinit {
    leave()
    if let opened { systemClose(opened) }
  }

  /// Saves the settings, and shows our screen in raw mode; false when this is not a terminal, or it is gone.
  @discardableResult
  public func enter(mouse: Bool = false) -> Bool {
    guard restoration == nil else { return true }
    var saved = termios()
    guard tcgetattr(input, &saved) == 0 else { return false }
    let restoration = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
    restoration.initialize(to: Restoration(input: input, output: output, settings: saved))
    self.restoration = restoration
    currentRestoration.store(UInt(bitPattern: restoration), ordering: .sequentiallyConsistent)
    var raw = saved
    cfmakeraw(&raw)
    return tcsetattr(input, TCSANOW, &raw) == 0 && write(Modes.enterBytes(mouse: mouse))
  }

  /// Gives the terminal back as ``enter(mouse:)`` found it; does nothing when that has been done.
  public func leave() {
    guard let restoration else { return }
    _ = write(Modes.leaveBytes())
    restoration.pointee.restoreSettings()
    // Only now: a fatal signal until here restores once more, which does no harm.
    let own = UInt(bitPattern: restoration)
    _ = currentRestoration.compareExchange(expected: own, desired: 0, ordering: .sequentiallyConsistent)
    restoration.pointee.bytes.deallocate()
    restoration.deallocate()
    self.restoration = nil
  }

  /// The size of the terminal now; 80×24 where it does not know.
  public func size() -> Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0 else { return Size(columns: 80, rows: 24) }
    return Size(
      columns: window.ws_col == 0 ? 80 : Int(window.ws_col), rows: window.ws_row == 0 ? 24 : Int(window.ws_row))
  }

  /// Writes all of `bytes`, waiting as long as the terminal is busy; false when it is gone.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = systemWrite(output, UnsafeRawBufferPointer(rebasing: rest).baseAddress!, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          Wait.forWriting(output)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// The bytes typed so far, after ``Wait`` has said that there are some; nil when the terminal is gone.
  public func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(input, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }
}

extension TerminalSession {
  /// Gives back the terminal of the session that was entered last, from a signal handler.
  ///
  /// Calls only `write`, `tcflush` and `tcsetattr`, and allocates nothing.
  public static func leaveFromSignalHandler() {
    let address = currentRestoration.exchange(0, ordering: .sequentiallyConsistent)
    guard let restoration = UnsafePointer<Restoration>(bitPattern: address) else { return }
    _ = systemWrite(restoration.pointee.output, restoration.pointee.bytes.baseAddress!, restoration.pointee.bytes.count)
    restoration.pointee.restoreSettings()
  }

  /// Has the terminal given back before a crash (a trap, `abort`, a bad access) ends the process.
  public static func leaveOnFatalSignals() {
    // Made now, as a handler must not.
    _ = currentRestoration.load(ordering: .sequentiallyConsistent)
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] {
      SignalAction.install(
        signal,
        { signal in
          TerminalSession.leaveFromSignalHandler()
          SignalAction.reset(signal)
          raise(signal)
        })
    }
  }
}

/// What gives a terminal back, ready for a signal handler: plain memory, behind a pointer that does not move.
private struct Restoration {
  let input: Int32
  let output: Int32
  let settings: termios
  let bytes: UnsafeMutableRawBufferPointer

  init(input: Int32, output: Int32, settings: termios) {
    self.input = input
    self.output = output
    self.settings = settings
    let leave = Modes.leaveBytes()
    bytes = .allocate(byteCount: leave.count, alignment: 1)
    bytes.copyBytes(from: leave)
  }

  /// Drops unread reports of the mouse, which the shell would take for typing; does not wait for output to drain,
  /// which a stopped terminal would never let it do.
  func restoreSettings() {
    var settings = settings
    tcflush(input, TCIFLUSH)
    tcsetattr(input, TCSANOW, &settings)
  }
}

/// The address of the ``Restoration`` in force, or 0. Lock-free, so a handler may read it.
private let currentRestoration = Atomic<UInt>(0)
