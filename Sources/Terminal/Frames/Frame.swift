/// All that a terminal shows and is switched to.
public struct Frame: Hashable, Sendable {
  /// The picture; nil is the shell's.
  public var canvas: Canvas?
  /// What is switched on.
  public var modes: Modes

  /// A picture with its modes.
  public init(_ canvas: Canvas?, modes: Modes = .fullScreen) {
    self.canvas = canvas
    self.modes = modes
  }

  /// The terminal as the shell has it: to draw this is to give the terminal back.
  public static let shell = Frame(nil, modes: .shell)
}
