public import Platform

/// A terminal that shows frames between ``enter()`` and ``leave()``. Use it from one thread, which it never blocks.
///
/// In raw mode no key sends a signal: Ctrl-C, Ctrl-Z and Ctrl-\ arrive as keys.
///
/// ```swift
/// guard let terminal = TerminalSession(), terminal.enter() else { … }
/// defer { terminal.leave() }
/// terminal.show(Frame(canvas))
/// ```
public final class TerminalSession {
  /// The state of a frame after writing.
  public enum Progress: Hashable, Sendable {
    /// The terminal has received the frame.
    case shown
    /// The terminal is busy. The frame is sent when ``output`` is writable and ``resume()`` is called. If another frame
    /// was already waiting, that one is sent and this one is dropped.
    case busy
    /// The terminal is gone.
    case gone
  }

  /// The descriptor that keys are read from.
  public let input: Int32
  /// The capabilities of the terminal; a change takes effect with the next painted cells.
  public var capabilities: Capabilities {
    get { renderer.capabilities }
    set {
      if newValue.colorDepth != capabilities.colorDepth { forgetScreen() }
      renderer.capabilities = newValue
      register()
    }
  }
  /// The clock, which also waits for input.
  public let clock: MonotonicClock
  /// The time that ``leave()`` waits for a terminal that does not read, in nanoseconds.
  public static let timeout: Int64 = 500_000_000

  /// The number of bytes of frames that were written to the terminal.
  public private(set) var bytesShown = 0

  private var renderer: Renderer
  private let terminal: Int32
  private let opened: Int32?
  private var entered: (settings: TerminalSettings, output: NonBlockingOutput)?
  private var registration: Restoration.Registration?
  private var writer: NonBlockingWriter
  private var frame = Frame.shell
  /// The modes that may be on if the current frame is cut off.
  private var modes = TerminalModes.shell
  /// The bytes that last restored the terminal.
  private var wayBack = Array("\u{1B}[m".utf8)

  /// Creates a session on descriptors of terminals. The caller closes them.
  public init(
    input: Int32, output: Int32, capabilities: Capabilities = Capabilities(), clock: MonotonicClock = .system
  ) {
    self.input = input
    self.clock = clock
    terminal = output
    opened = nil
    writer = NonBlockingWriter(output)
    renderer = Renderer(capabilities: capabilities)
  }

  /// Creates a session on standard input and output; `/dev/tty` replaces the one that is not a terminal.
  ///
  /// Nil when the process has no terminal.
  public init?(capabilities: Capabilities = Capabilities(), clock: MonotonicClock = .system) {
    self.clock = clock
    let (inputIsTTY, outputIsTTY) = (isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1)
    opened = inputIsTTY && outputIsTTY ? nil : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if let opened, opened < 0 { return nil }
    input = inputIsTTY ? STDIN_FILENO : opened ?? STDIN_FILENO
    terminal = outputIsTTY ? STDOUT_FILENO : opened ?? STDOUT_FILENO
    writer = NonBlockingWriter(terminal)
    renderer = Renderer(capabilities: capabilities)
  }

  deinit {
    leave()
    if let opened { Platform.close(opened) }
  }

  /// The descriptor that frames are written to: wait until it is writable while ``isBusy``.
  public var output: Int32 { writer.descriptor }

  /// Whether a frame is not completely written yet.
  public var isBusy: Bool { writer.isWaiting }

  /// The current size of the terminal; 80×24 if the terminal does not know it.
  public func size() -> Size {
    var window = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0 else { return Size(columns: 80, rows: 24) }
    return Size(
      columns: window.ws_col == 0 ? 80 : Int(window.ws_col), rows: window.ws_row == 0 ? 24 : Int(window.ws_row))
  }

  /// The bytes typed so far; nil when the terminal is gone.
  ///
  /// It never waits, not even after ``Wait`` has reported input: entering the terminal again drops what was typed before.
  public func read() -> [UInt8]? {
    guard !Wait.until(readable: [input], nanoseconds: 0).isEmpty else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Platform.read(input, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }
}

// Entering and leaving.
extension TerminalSession {
  /// Saves the settings and switches to raw mode; false when this is not a terminal, or it is gone.
  ///
  /// From now on, a crash restores the terminal, too.
  @discardableResult
  public func enter() -> Bool {
    guard entered == nil else { return true }
    guard let settings = TerminalSettings(input: input, output: terminal) else { return false }
    FatalSignals.catchAll()
    let output = NonBlockingOutput(terminal)
    entered = (settings, output)
    writer = NonBlockingWriter(output.descriptor)
    register()
    if settings.makeRaw() { return true }
    leave()
    return false
  }

  /// Restores the terminal to the state before ``enter()`` by drawing ``Frame/shell``; does nothing if it has been
  /// restored.
  ///
  /// - Returns: false when the terminal did not read. After ``timeout``, its buffered output is discarded.
  @discardableResult
  public func leave() -> Bool { leave(discardsInput: true) }

  /// Takes the terminal again after the process was stopped from outside: another one may have changed the terminal.
  ///
  /// What has been typed meanwhile is still there to ``read()``.
  ///
  /// - Returns: false when the terminal is gone.
  public func retake() -> Bool {
    leave(discardsInput: false)
    return enter()
  }

  @discardableResult
  private func leave(discardsInput: Bool) -> Bool {
    guard let (settings, output) = entered else { return true }
    wayBack = renderer.restoration(of: modes)
    let isRestored =
      modes == .shell && !writer.isWaiting
      || writer.finish(with: wayBack, timeout: Self.timeout, makesRoom: true, clock: clock)
    // A terminal that does not read even this would show only half of the next text.
    let isRead = isRestored && !writer.hasMadeRoom
    settings.restore(discardsInput: discardsInput)
    // Last: a crash before this point restores the terminal a second time, which is harmless.
    let isOurs = registration?.cancel() ?? true
    registration = nil
    if isOurs { output.close() }
    entered = nil
    writer = NonBlockingWriter(terminal)
    (frame, modes) = (.shell, .shell)
    return isRead
  }

  /// Writes `text` at the shell's cursor, before or after a session.
  ///
  /// Gives up when nothing of it is read for ``timeout``. The buffered output is then discarded, perhaps including the
  /// bytes that restored the terminal. So they are written again, and the shell gets a new line without the colours of
  /// the text.
  public func print(_ text: String) {
    guard entered == nil else { return }
    let output = NonBlockingOutput(terminal)
    var writer = NonBlockingWriter(output.descriptor)
    if !writer.finish(with: Array(text.utf8), timeout: Self.timeout, makesRoom: false, clock: clock) {
      writer.writeInstead(wayBack + Array("\n\u{1B}[J".utf8))
    }
    output.close()
  }

  /// Restores all terminals from any thread, before a process that hangs is ended.
  public static func giveBackAll() { Restoration.restoreAllFromSignalHandler() }

  private func register() {
    guard let (settings, output) = entered else { return }
    let old = registration
    registration = Restoration.register(settings, output, bytes: renderer.restoration(of: modes))
    old?.cancel()
  }
}

// Frames.
extension TerminalSession {
  /// Shows a frame, unless the previous one is not completely written yet.
  @discardableResult
  public func show(_ new: Frame) -> Progress {
    if isBusy { return .busy }
    if modes != new.modes {
      modes = modes.union(new.modes)
      register()
    }
    let bytes = renderer.bytes(from: frame, to: new)
    bytesShown += bytes.count
    frame = new
    return progress(writer.write(bytes))
  }

  /// Writes more of the current frame when ``output`` is ready.
  @discardableResult
  public func resume() -> Progress { progress(writer.resume()) }

  /// Writes bytes that don't change the picture, such as queries, after the current frame.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Progress { bytes.isEmpty ? .shown : progress(writer.write(bytes)) }

  /// Forces a full repaint with the next frame, because the contents of the screen are unknown.
  public func forgetScreen() { frame.canvas = nil }

  private func progress(_ progress: NonBlockingWriter.Progress) -> Progress {
    switch progress {
    case .done:
      modes = frame.modes
      return .shown
    case .waiting: return .busy
    case .gone: return .gone
    }
  }
}
