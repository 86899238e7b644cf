internal import Drawing
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

    /// What the keys may do. On a public screen, keys don't hide outputs: the next person could not see that they are
    /// hidden.
    var permissions: KeyPermissions {
      switch self {
      case .none: []
      case .safe: [.pause, .seek, .changeScene, .select, .help, .remote]
      case .watching: [.look, .select, .leave, .help]
      case .all: .all.union(.remote)
      }
    }

    /// Whether a key is allowed.
    func allow(_ key: Key) -> Bool {
      switch self {
      case .none: false
      case .safe:
        !KeyBinding.all.contains {
          [.stages, .form, .hide, .predict, .end, .compare, .reveal, .mouse].contains($0.action)
            && $0.keys.contains(key)
        }
      case .watching, .all: true
      }
    }

    /// Whether the request of a key is allowed.
    func allow(_ request: Viewer.Request) -> Bool {
      guard self != .none else { return false }
      return request.permission.map(permissions.contains) ?? true
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

  /// How long the picture stays at one place of the terminal, before it moves by a cell; nil for ever. A screen that shows the
  /// same lines for weeks keeps them otherwise.
  public var pixelShift: Duration?

  /// A text that is shown for a moment below a playlist scene when a key is not allowed; nil shows nothing.
  public var refusal: String?

  /// Whether the pictures are for an audience, as with `--present`.
  public var presents = false

  /// Whether a scene that asks for a prediction begins with hidden outputs, paused at its start.
  public var hidesExercises = false

  /// Whether the session goes through lessons, each of which begins with its task.
  public var teaches = false

  /// Whether the session begins with the list of scenes.
  public var picksFirst = false

  /// Creates the behaviour of an interactive program: all keys, all signals.
  public init() {}
}

extension Viewer.Request {
  /// What a viewer must be allowed to do; nil when everybody is.
  var permission: KeyPermissions? {
    switch self {
    case .leave, .suspend: .leave
    // Whoever presses a key that does nothing may read why.
    case .repaint, .say, .solved: nil
    case .pick: .choose
    case .copy, .save: .export
    case .write: .edit
    case .steer(let command): command.permission
    }
  }
}

extension PlaybackCommand {
  /// What a viewer must be allowed to do.
  var permission: KeyPermissions {
    switch self {
    case .pause, .resume: .pause
    case .setSpeedFactor, .restart: .tempo
    case .setLooping: .loop
    case .seek: .seek
    case .drag, .edit, .undo, .redo, .markSaved: .edit
    case .changeScene: .changeScene
    case .choose: .choose
    case .toggleRemote: .remote
    }
  }
}

extension TerminalPlayer {
  /// How long a refusal is shown, in wall nanoseconds.
  static let refusalTime: Int64 = 3_000_000_000
  /// How long after the last key a public screen shows which keys there are, in wall nanoseconds.
  static let keysTime: Int64 = 10_000_000_000
  /// The interval of full repaints on a console, in wall nanoseconds.
  static let repaintInterval: Int64 = 5_000_000_000
  /// Disables blanking and powering down of the console (console_codes(4)).
  static let staysOn = Array("\u{1B}[9;0]\u{1B}[14;0]".utf8)
}
