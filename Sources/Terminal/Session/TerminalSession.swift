#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A terminal that shows our frames between ``enter()`` and ``leave()``; used from one thread, and never blocking it.
///
/// In raw mode no key makes a signal: Ctrl-C, Ctrl-Z and Ctrl-\ arrive as keys.
///
/// ```swift
/// guard let terminal = TerminalSession(), terminal.enter() else { … }
/// defer { terminal.leave() }
/// terminal.show(Frame(canvas))
/// ```
public final class TerminalSession {
  /// What became of a frame.
  public enum Progress: Hashable, Sendable {
    /// The terminal has it.
    case shown
    /// The terminal is busy. What it gets once ``output`` can be written to and ``resume()`` was called is still that
    /// frame, or, if it was busy before, the one then: this one is left out.
    case busy
    /// There is no terminal any more.
    case gone
  }

  /// Where keys are read from.
  public let input: Int32
  /// What the terminal can do; what is on its screen stays until it is painted again.
  public var capabilities: Capabilities {
    get { renderer.capabilities }
    set {
      if newValue.colorDepth != capabilities.colorDepth { forgetScreen() }
      renderer.capabilities = newValue
      register()
    }
  }
  /// What time is read from, and how whoever uses the session waits.
  public let clock: TerminalClock
  /// How long ``leave()`` waits for a terminal that does not read, in nanoseconds.
  public static let patience: Int64 = 500_000_000

  /// How many bytes of frames have been given to the terminal.
  public private(set) var bytesShown = 0

  private var renderer: Renderer
  private let terminal: Int32
  private let opened: Int32?
  private var entered: (settings: TerminalSettings, output: NonBlockingOutput)?
  private var registration: Restoration.Registration?
  private var writer: SlowWriter
  private var frame = Frame.shell
  /// What may be switched on, if the frame on its way is cut.
  private var modes = Modes.shell
  /// What gave the terminal back last.
  private var wayBack = Array("\u{1B}[m".utf8)

  /// A session on descriptors of terminals that somebody else closes.
  public init(
    input: Int32, output: Int32, capabilities: Capabilities = Capabilities(), clock: TerminalClock = .system
  ) {
    self.input = input
    self.clock = clock
    terminal = output
    opened = nil
    writer = SlowWriter(output)
    renderer = Renderer(capabilities: capabilities)
  }

  /// The session on standard input and output; `/dev/tty` stands in for the one that is not a terminal.
  ///
  /// Nil when the process has no terminal.
  public init?(capabilities: Capabilities = Capabilities(), clock: TerminalClock = .system) {
    self.clock = clock
    let (inputIsTTY, outputIsTTY) = (isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1)
    opened = inputIsTTY && outputIsTTY ? nil : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if let opened, opened < 0 { return nil }
    input = inputIsTTY ? STDIN_FILENO : opened ?? STDIN_FILENO
    terminal = outputIsTTY ? STDOUT_FILENO : opened ?? STDOUT_FILENO
    writer = SlowWriter(terminal)
    renderer = Renderer(capabilities: capabilities)
  }

  deinit {
    leave()
    if let opened { systemClose(opened) }
  }

  /// Where frames are written to: wait for it to be writable while ``isBusy``.
  public var output: Int32 { writer.descriptor }

  /// Whether a frame is still on its way.
  public var isBusy: Bool { writer.isWaiting }

  /// The size of the terminal now; 80×24 where it does not know.
  public func size() -> Size {
    var window = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0 else { return Size(columns: 80, rows: 24) }
    return Size(
      columns: window.ws_col == 0 ? 80 : Int(window.ws_col), rows: window.ws_row == 0 ? 24 : Int(window.ws_row))
  }

  /// The bytes typed so far, after ``Wait`` has said that there are some; nil when the terminal is gone.
  public func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(input, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }
}

// Coming and going.
extension TerminalSession {
  /// Saves the settings and changes to raw mode; false when this is not a terminal, or it is gone.
  ///
  /// From now on a crash gives the terminal back, too.
  @discardableResult
  public func enter() -> Bool {
    guard entered == nil else { return true }
    guard let settings = TerminalSettings(input: input, output: terminal) else { return false }
    FatalSignals.catchAll()
    let output = NonBlockingOutput(terminal)
    entered = (settings, output)
    writer = SlowWriter(output.descriptor)
    register()
    if settings.makeRaw() { return true }
    leave()
    return false
  }

  /// Gives the terminal back as ``enter()`` found it, by drawing ``Frame/shell``; does nothing when that has been done.
  ///
  /// - Returns: whether somebody reads the terminal: one that takes nothing is given up after ``patience``, and what it
  ///   held back is thrown away before.
  @discardableResult
  public func leave() -> Bool {
    guard let (settings, output) = entered else { return true }
    wayBack = renderer.restoration(of: modes)
    let isRestored =
      modes == .shell && !writer.isWaiting
      || writer.finish(with: wayBack, patience: Self.patience, makesRoom: true, clock: clock)
    // Who does not read even this will not read what is printed next, and would be left with half of it.
    let isRead = isRestored && !writer.hasMadeRoom
    settings.restore()
    // Only now: a crash until here restores once more, which does no harm.
    let isOurs = registration?.cancel() ?? true
    registration = nil
    if isOurs { output.close() }
    entered = nil
    writer = SlowWriter(terminal)
    (frame, modes) = (.shell, .shell)
    return isRead
  }

  /// Writes `text` where the shell's cursor is, before or after a session.
  ///
  /// It gives up when nothing of it is read for as long as ``patience``. What is held back is then thrown away, and with
  /// it, perhaps, the bytes that gave the terminal back: they are written once more, and the shell gets a line of its
  /// own, without the text's colours.
  public func print(_ text: String) {
    guard entered == nil else { return }
    let output = NonBlockingOutput(terminal)
    var writer = SlowWriter(output.descriptor)
    if !writer.finish(with: Array(text.utf8), patience: Self.patience, makesRoom: false, clock: clock) {
      writer.writeInstead(wayBack + Array("\n\u{1B}[J".utf8))
    }
    output.close()
  }

  /// Gives all terminals back from any thread, before a process is ended in which something hangs.
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
  /// Shows a frame, unless the last one is still on its way.
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

  /// Writes on, when ``output`` is ready.
  @discardableResult
  public func resume() -> Progress { progress(writer.resume()) }

  /// Writes bytes that change nothing of the picture, such as questions, after the frame that is on its way.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Progress { bytes.isEmpty ? .shown : progress(writer.write(bytes)) }

  /// Has the next frame painted whole, as nobody knows what the terminal shows.
  public func forgetScreen() { frame.canvas = nil }

  private func progress(_ progress: SlowWriter.Progress) -> Progress {
    switch progress {
    case .done:
      modes = frame.modes
      return .shown
    case .waiting: return .busy
    case .gone: return .gone
    }
  }
}
