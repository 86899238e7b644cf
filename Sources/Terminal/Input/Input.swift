/// Input from a terminal: keys, mouse, pasted text, focus, and replies.
public enum Input: Hashable, Sendable {
  /// A key was pressed.
  case key(Key, Modifiers = [])
  /// The mouse moved, or a button was used.
  case mouse(Mouse)
  /// Text was pasted; it may contain control characters.
  case paste(String)
  /// The window gained or lost the focus.
  case focus(Bool)
  /// The terminal replied to a query.
  case reply(TerminalReply)
}

/// A key of the keyboard.
public enum Key: Hashable, Sendable {
  /// A character key; with ``Modifiers/control``, its lowercase letter.
  case character(Character)
  /// An arrow key.
  case up, down, left, right
  /// Home, End, Page Up or Page Down.
  case home, end, pageUp, pageDown
  /// Tab; `backTab` with Shift.
  case tab, backTab
  /// Enter, and the line feed of Ctrl-J.
  case enter
  /// Escape.
  case escape
  /// Backspace or Delete.
  case backspace, delete
}

/// The modifier keys of an input.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The bits of xterm's protocol.
  public let rawValue: UInt8

  /// Creates modifiers from xterm's bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift, if the terminal reports it.
  public static let shift = Modifiers(rawValue: 1)
  /// Alt or Option.
  public static let alt = Modifiers(rawValue: 2)
  /// Control.
  public static let control = Modifiers(rawValue: 4)
}

/// A mouse report.
public struct Mouse: Hashable, Sendable {
  /// A mouse button.
  public enum Button: Int, Hashable, Sendable {
    /// The first, second and third button.
    case left, middle, right
  }

  /// The action of a mouse report.
  public enum Action: Hashable, Sendable {
    /// A button was pressed.
    case press(Button)
    /// A button was released.
    case release(Button)
    /// The pointer entered another cell while a button was pressed.
    case drag(Button)
    /// The pointer entered another cell.
    case move
    /// The wheel was turned.
    case scrollUp, scrollDown
  }

  /// The action of the report.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int
  /// The modifier keys.
  public var modifiers: Modifiers

  /// Creates a report; columns and rows count from 0.
  public init(_ action: Action, column: Int, row: Int, modifiers: Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }

  /// Reads SGR's format, whose columns and rows count from 1 (xterm ctlseqs, "Extended coordinates"); nil for unknown
  /// codes.
  init?(code: Int, x: Int, y: Int, isRelease: Bool) {
    let button = Button(rawValue: code & 3)
    let isMotion = code & 32 != 0
    switch (code >> 6, button) {
    case (0, let button?): action = isMotion ? .drag(button) : isRelease ? .release(button) : .press(button)
    case (0, nil) where isMotion: action = .move
    case (1, .left): action = .scrollUp
    case (1, .middle): action = .scrollDown
    default: return nil
    }
    guard x > 0, y > 0 else { return nil }
    (column, row) = (x - 1, y - 1)
    modifiers = Modifiers(rawValue: UInt8((code >> 2) & 7))
  }
}
