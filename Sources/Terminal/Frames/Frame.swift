/// The picture and the modes of a terminal.
public struct Frame: Hashable, Sendable {
  /// The picture; nil for the shell's screen.
  public var canvas: Canvas?
  /// The modes that are on.
  public var modes: TerminalModes

  /// Creates a frame; by default on the full screen.
  public init(_ canvas: Canvas?, modes: TerminalModes = .fullScreen) {
    self.canvas = canvas
    self.modes = modes
  }

  /// The terminal in the state of the shell: drawing this frame restores the terminal.
  public static let shell = Frame(nil, modes: .shell)
}
