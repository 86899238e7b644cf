/// What the user did, or the terminal answered.
public enum Input: Hashable, Sendable {
  /// A key was pressed.
  case key(Key, Modifiers = [])
  /// The mouse was moved, or a button used.
  case mouse(Mouse)
  /// Text was pasted: what the clipboard holds, controls and all.
  case paste(String)
  /// The window got the focus, or lost it.
  case focus(Bool)
  /// The terminal answered a question.
  case reply(Reply)
}

/// A key of the keyboard.
public enum Key: Hashable, Sendable {
  /// A key that writes; with ``Modifiers/control``, its lowercase letter.
  case character(Character)
  /// An arrow key.
  case up, down, left, right
  /// A key that moves far.
  case home, end, pageUp, pageDown
  /// Tab; with Shift it is `backTab`.
  case tab, backTab
  /// Enter, and the line feed of Ctrl-J.
  case enter
  /// Escape.
  case escape
  /// A key that deletes, to the left or to the right.
  case backspace, delete
}

/// The keys held down with another.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The bits, as xterm sends them.
  public let rawValue: UInt8

  /// Modifiers by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift, where the terminal tells.
  public static let shift = Modifiers(rawValue: 1)
  /// Alt, or Option.
  public static let alt = Modifiers(rawValue: 2)
  /// Control.
  public static let control = Modifiers(rawValue: 4)
}

/// One report of the mouse.
public struct Mouse: Hashable, Sendable {
  /// A button.
  public enum Button: Int, Hashable, Sendable {
    /// The first, second and third button.
    case left, middle, right
  }

  /// What happened.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button went up.
    case release(Button)
    /// The pointer entered another cell while a button was down.
    case drag(Button)
    /// The pointer entered another cell.
    case move
    /// The wheel was turned.
    case scrollUp, scrollDown
  }

  /// What happened.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int
  /// The keys held down.
  public var modifiers: Modifiers

  /// A report.
  public init(_ action: Action, column: Int, row: Int, modifiers: Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }

  /// Reads SGR's form, whose columns and rows count from 1 (xterm ctlseqs, "Extended coordinates"); nil if unknown.
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
