/// What a terminal is switched to beside the picture; a part of a ``Frame``, so that nothing is ever left switched on.
public struct Modes: Hashable, Sendable {
  /// Which reports of the mouse the program gets, in SGR's form.
  public enum MouseReports: Hashable, Sendable, CaseIterable {
    /// None: the terminal selects text.
    case off
    /// Buttons, the wheel, and movement while a button is down.
    case drags
    /// All of that, and movement.
    case all
  }

  /// Show a screen of our own, without scrollback.
  public var alternateScreen: Bool
  /// Where the cursor is seen, from 0; nil hides it where ``alternateScreen`` is on.
  public var cursor: Position?
  /// What the mouse reports.
  public var mouse: MouseReports
  /// Have pasted text marked, so that it is not taken for keys.
  public var bracketedPaste: Bool
  /// Have it told when the window gets the focus and loses it.
  public var focusEvents: Bool
  /// The title of the window; nil leaves it alone. Needs a terminal with a stack of titles.
  public var title: String?

  /// A place on the screen.
  public struct Position: Hashable, Sendable {
    /// The column, from 0.
    public var column: Int
    /// The row, from 0.
    public var row: Int

    /// A place on the screen.
    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
  }

  /// Modes; those that are not given are as the shell has them.
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

  /// As the shell has them.
  public static let shell = Modes()
  /// A screen of our own, without a cursor, on which pasted text is no keys.
  public static let fullScreen = Modes(alternateScreen: true, bracketedPaste: true)
}

extension Modes {
  /// The bytes that switch from `old` to these, in the order that undoes what is on from the inside out.
  func bytes(from old: Modes) -> [UInt8] {
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

  /// What is on in one of them, or both: what there may be to undo in the middle of a change.
  func union(_ other: Modes) -> Modes {
    Modes(
      alternateScreen: alternateScreen || other.alternateScreen, cursor: cursor == other.cursor ? cursor : nil,
      mouse: mouse == .off ? other.mouse : other.mouse == .off || mouse == other.mouse ? mouse : .all,
      bracketedPaste: bracketedPaste || other.bracketedPaste, focusEvents: focusEvents || other.focusEvents,
      title: title ?? other.title)
  }

  private var showsCursor: Bool { !alternateScreen || cursor != nil }

  /// Puts a cursor that is seen where it belongs, which every painted frame moves it from.
  func cursorBytes(from old: Modes, wasMoved: Bool) -> [UInt8] {
    guard alternateScreen, let cursor, wasMoved || old.cursor != cursor else { return [] }
    var bytes: [UInt8] = []
    bytes.append(.absolute, column: cursor.column, row: cursor.row)
    return bytes
  }

  private func titleBytes(from old: String?) -> [UInt8] {
    // XTWINOPS 22 and 23 keep and give back the title (2: of the window).
    guard let title else { return Array("\u{1B}[23;2t".utf8) }
    let push = old == nil ? "\u{1B}[22;2t" : ""
    return Array("\(push)\u{1B}]2;\(DisplayWidth.escaped(title))\u{1B}\\".utf8)
  }

  static func switching(_ mode: Int, to on: Bool) -> [UInt8] { Array("\u{1B}[?\(mode)\(on ? "h" : "l")".utf8) }
}

extension Modes.MouseReports {
  // xterm ctlseqs, "Mouse Tracking": 1002 is buttons and drags, 1003 any event, 1006 the form without a limit on columns.
  func bytes(from old: Modes.MouseReports) -> [UInt8] {
    var bytes: [UInt8] = []
    if let mode = old.mode { bytes += Modes.switching(mode, to: false) }
    if let mode { bytes += Modes.switching(mode, to: true) }
    if (mode == nil) != (old.mode == nil) { bytes += Modes.switching(1006, to: mode != nil) }
    return bytes
  }

  /// Off, whichever of them is on.
  static let allOff = [1002, 1003, 1006].flatMap { Modes.switching($0, to: false) }

  private var mode: Int? {
    switch self {
    case .off: nil
    case .drags: 1002
    case .all: 1003
    }
  }
}
