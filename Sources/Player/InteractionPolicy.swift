public import Terminal

/// How a terminal session behaves: allowed keys, signals, and the last picture.
public struct InteractionPolicy: Hashable, Sendable {
  /// The keys that are allowed.
  public enum Keys: Hashable, Sendable {
    /// No keys.
    case none
    /// Keys to pause, to look back and to change the scene, as on a public screen; not the key to quit.
    case safe
    /// The key to quit, and keys that affect only this viewer.
    case watching
    /// All keys.
    case all

    /// Whether the mouse is allowed, too.
    var includeMouse: Bool { self == .all || self == .watching }

    /// Whether a key is allowed. On a public screen, the key that hides outputs is not: the next person could not see
    /// that they are hidden.
    func allow(_ key: Key) -> Bool {
      switch self {
      case .none: false
      case .safe: key != .character("h") && key != .character("m")
      case .watching, .all: true
      }
    }

    /// Whether the request of a key is allowed.
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

  /// The allowed keys.
  public var keys = Keys.all
  /// The signals that the session handles.
  public var signals = SignalPipe.Scope.program
  /// Whether the last picture stays on the terminal after the session.
  public var leavesPicture = true
  /// Whether the terminal is the system console, to which the kernel also writes, and which blanks itself.
  public var isConsole = false

  /// A text that is shown for a moment below a playlist scene when a key is not allowed; nil shows nothing.
  public var refusal: String?

  /// Creates the behaviour of an interactive program: all keys, all signals.
  public init() {}
}

extension TerminalPlayer {
  /// How long a refusal is shown, in wall nanoseconds.
  static let refusalTime: Int64 = 3_000_000_000
  /// The interval of full repaints on a console, in wall nanoseconds.
  static let repaintInterval: Int64 = 5_000_000_000
  /// Disables blanking and powering down of the console (console_codes(4)).
  static let staysOn = Array("\u{1B}[9;0]\u{1B}[14;0]".utf8)
}
