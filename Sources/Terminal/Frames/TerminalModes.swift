/// The modes of a terminal besides the picture; a part of a ``Frame``, so that no mode stays on by mistake.
public struct TerminalModes: Hashable, Sendable {
  /// The mouse reports that the program receives, in SGR's format.
  public enum MouseReports: Hashable, Sendable, CaseIterable {
    /// None: the terminal selects text.
    case off
    /// Buttons, the wheel, and movement while a button is pressed.
    case drags
    /// All of ``drags``, and movement without buttons.
    case all
  }

  /// Show a separate screen without scrollback.
  public var alternateScreen: Bool
  /// The position of the visible cursor; nil hides it on the ``alternateScreen``.
  public var cursor: Position?
  /// The mouse reports.
  public var mouse: MouseReports
  /// Mark pasted text, so that it is not read as keys.
  public var bracketedPaste: Bool
  /// Report when the window gains and loses the focus.
  public var focusEvents: Bool
  /// The title of the window; nil leaves it unchanged. Needs a terminal with a stack of titles.
  public var title: String?

  /// A position on the screen.
  public struct Position: Hashable, Sendable {
    /// The column, from 0.
    public var column: Int
    /// The row, from 0.
    public var row: Int

    /// Creates a position; both coordinates count from 0.
    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
  }

  /// Creates modes; the defaults are those of the shell.
  public init(
    alternateScreen: Bool = false, cursor: Position? = nil, mouse: MouseReports = .off, bracketedPaste: Bool = false,
    focusEvents: Bool = false, title: String? = nil
  ) {
    self.alternateScreen = alternateScreen
    self.cursor = cursor
    self.mouse = mouse
    self.bracketedPaste = bracketedPaste
    self.focusEvents = focusEvents
    self.title = title
  }

  /// The modes of the shell.
  public static let shell = TerminalModes()
  /// A separate screen without a cursor, with marked pastes.
  public static let fullScreen = TerminalModes(alternateScreen: true, bracketedPaste: true)
}

extension TerminalModes {
  /// The bytes that switch from `old` to these modes; modes that were switched on last are switched off first.
  func bytes(from old: TerminalModes) -> [UInt8] {
    var bytes: [UInt8] = []
    if alternateScreen && !old.alternateScreen { bytes += Self.switching(1049, to: true) }
    if mouse != old.mouse { bytes += mouse.bytes(from: old.mouse) }
    if focusEvents != old.focusEvents { bytes += Self.switching(1004, to: focusEvents) }
    if bracketedPaste != old.bracketedPaste { bytes += Self.switching(2004, to: bracketedPaste) }
    if title != old.title { bytes += titleBytes(from: old.title) }
    if showsCursor != old.showsCursor { bytes += Self.switching(25, to: showsCursor) }
    if !alternateScreen && old.alternateScreen { bytes += Self.switching(1049, to: false) }
    return bytes
  }

  /// All modes that are on in either: those that may need to be undone in the middle of a change.
  func union(_ other: TerminalModes) -> TerminalModes {
    TerminalModes(
      alternateScreen: alternateScreen || other.alternateScreen, cursor: cursor == other.cursor ? cursor : nil,
      mouse: mouse == .off ? other.mouse : other.mouse == .off || mouse == other.mouse ? mouse : .all,
      bracketedPaste: bracketedPaste || other.bracketedPaste, focusEvents: focusEvents || other.focusEvents,
      title: title ?? other.title)
  }

  private var showsCursor: Bool { !alternateScreen || cursor != nil }

  /// Moves a visible cursor to its position, because each painted frame moves it away.
  func cursorBytes(from old: TerminalModes, wasMoved: Bool) -> [UInt8] {
    guard alternateScreen, let cursor, wasMoved || old.cursor != cursor else { return [] }
    var bytes: [UInt8] = []
    bytes.append(.absolute, column: cursor.column, row: cursor.row)
    return bytes
  }

  private func titleBytes(from old: String?) -> [UInt8] {
    // XTWINOPS 22 and 23 save and restore the title (2: of the window).
    guard let title else { return Array("\u{1B}[23;2t".utf8) }
    let push = old == nil ? "\u{1B}[22;2t" : ""
    return Array("\(push)\u{1B}]2;\(DisplayWidth.escaped(title))\u{1B}\\".utf8)
  }

  static func switching(_ mode: Int, to on: Bool) -> [UInt8] { Array("\u{1B}[?\(mode)\(on ? "h" : "l")".utf8) }
}

extension TerminalModes.MouseReports {
  // xterm ctlseqs, "Mouse Tracking": 1002 is buttons and drags, 1003 any event, 1006 the form without a limit on columns.
  func bytes(from old: TerminalModes.MouseReports) -> [UInt8] {
    var bytes: [UInt8] = []
    if let mode = old.mode { bytes += TerminalModes.switching(mode, to: false) }
    if let mode { bytes += TerminalModes.switching(mode, to: true) }
    if (mode == nil) != (old.mode == nil) { bytes += TerminalModes.switching(1006, to: mode != nil) }
    return bytes
  }

  /// Switches off all mouse modes, whichever is on.
  static let allOff = [1002, 1003, 1006].flatMap { TerminalModes.switching($0, to: false) }

  private var mode: Int? {
    switch self {
    case .off: nil
    case .drags: 1002
    case .all: 1003
    }
  }
}
