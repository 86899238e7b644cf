/// Encodes the difference between two frames as bytes for a terminal; does no I/O.
///
/// ```swift
/// let renderer = Renderer(capabilities: capabilities)
/// let bytes = renderer.bytes(from: shown, to: Frame(canvas, modes: .fullScreen))
/// ```
///
/// The bytes are for a terminal in raw mode, where a line feed only moves down.
public struct Renderer: Sendable {
  /// The capabilities of the terminal.
  public var capabilities: Capabilities

  /// Creates a renderer for one terminal.
  public init(capabilities: Capabilities) {
    self.capabilities = capabilities
  }

  /// The bytes that turn `old`, which the terminal shows, into `new`; empty when they look the same.
  ///
  /// - Parameter old: the canvas on the screen. Nil, or a canvas of another size, clears the screen first.
  public func bytes(from old: Canvas?, to new: Canvas) -> [UInt8] { synchronized(painting(from: old, to: new)) }

  /// The bytes that turn one frame into another, including the modes; ``Frame/shell`` restores the terminal.
  ///
  /// The bytes for the shell's frame undo everything, even if earlier bytes were cut off in the middle of a frame.
  public func bytes(from old: Frame, to new: Frame) -> [UInt8] {
    guard let canvas = new.canvas else { return restoration(of: old.modes, to: new.modes) }
    let painting = painting(from: old.modes.alternateScreen == new.modes.alternateScreen ? old.canvas : nil, to: canvas)
    let cursor = new.modes.cursorBytes(from: old.modes, wasMoved: !painting.isEmpty)
    return new.modes.bytes(from: old.modes) + synchronized(painting + cursor)
  }

  /// The bytes that restore a terminal from any state.
  public func restoration(of modes: TerminalModes, to shell: TerminalModes = .shell) -> [UInt8] {
    var bytes = Array("\u{1B}[m".utf8)
    if modes.mouse != shell.mouse { bytes += TerminalModes.MouseReports.allOff }
    if capabilities.synchronizedOutput { bytes += TerminalModes.switching(2026, to: false) }
    var rest = modes
    rest.mouse = shell.mouse
    return bytes + shell.bytes(from: rest)
  }

  /// The screen as lines of text with SGR, for files and scrollback; each line resets its style and ends with a line
  /// feed.
  public func lines(_ canvas: Canvas) -> [String] {
    (0..<canvas.size.rows).map { row in
      var encoder = FrameEncoder(canvas, capabilities: capabilities)
      encoder.write(0..<encoder.blankTail(ofRow: row), ofRow: row)
      encoder.resetPen()
      return String(decoding: encoder.bytes, as: UTF8.self)
    }
  }

  private func painting(from old: Canvas?, to new: Canvas) -> [UInt8] {
    let shown = old.flatMap { $0.size == new.size ? $0 : nil }
    let runs = new.runs(from: shown ?? Canvas(size: new.size), depth: capabilities.colorDepth)
    if shown != nil, runs.isEmpty { return [] }
    var encoder = FrameEncoder(new, capabilities: capabilities)
    if shown == nil { encoder.clear() }
    encoder.paint(runs)
    encoder.resetPen()
    return encoder.bytes
  }

  private func synchronized(_ bytes: [UInt8]) -> [UInt8] {
    guard capabilities.synchronizedOutput, !bytes.isEmpty else { return bytes }
    return TerminalModes.switching(2026, to: true) + bytes + TerminalModes.switching(2026, to: false)
  }
}
