public import Terminal

/// How a terminal is drawn on, and what may be done on it, by whom it is for.
public struct Manner: Hashable, Sendable {
  /// What keys may do.
  public enum Keys: Hashable, Sendable {
    /// Nothing.
    case none
    /// To pause, to look back, and to change the scene, as anybody may who comes by; to leave they may not.
    case safe
    /// To leave, and nothing that others would notice.
    case watching
    /// Whatever they do.
    case all

    /// Whether the mouse counts, too.
    var includeMouse: Bool { self == .all || self == .watching }

    /// Whether a key does anything. Whoever comes by can't see that somebody before them has hidden the outputs.
    func allow(_ key: Key) -> Bool {
      switch self {
      case .none: false
      case .safe: key != .character("h") && key != .character("m")
      case .watching, .all: true
      }
    }

    /// Whether what a key asks for is done.
    func allow(_ request: Viewer.Request) -> Bool {
      switch (self, request) {
      case (.all, _), (.safe, .repaint), (.watching, .leave), (.watching, .suspend), (.watching, .repaint): true
      case (.safe, .steer(.pause)), (.safe, .steer(.resume)), (.safe, .steer(.seek)),
        (.safe, .steer(.changeScene)):
        true
      default: false
      }
    }
  }

  /// What keys may do.
  public var keys = Keys.all
  /// Which signals it handles.
  public var signals = SignalPipe.Scope.program
  /// Whether the last picture stands on the terminal when it is left.
  public var leavesPicture = true
  /// Whether the terminal is the console of the system, on which the kernel writes, too, and which goes dark by itself.
  public var isConsole = false

  /// What is said for a moment when a key may not do what it does, below a scene of a playlist; nil says nothing.
  public var refusal: String?

  /// Creates the manner of a program that is there for who started it.
  public init() {}
}

extension TerminalPlayer {
  /// How long a refusal is told, in wall nanoseconds.
  static let refusalTime: Int64 = 3_000_000_000
  /// How often all is painted where others write, in wall nanoseconds.
  static let repaintInterval: Int64 = 5_000_000_000
  /// Neither blank nor switched off, however long no key is pressed (console_codes(4)).
  static let staysOn = Array("\u{1B}[9;0]\u{1B}[14;0]".utf8)
}
