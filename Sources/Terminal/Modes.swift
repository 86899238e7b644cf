/// What a terminal is switched to while it shows our screen, and back from.
public enum Modes {
  /// Alternate screen, hidden cursor, and reports of the mouse if they are wanted.
  public static func enterBytes(mouse: Bool = false) -> [UInt8] {
    set(1049) + set(25, to: false) + (mouse ? mouseBytes(on: true) : [])
  }

  /// Back to the shell's screen from any state, even in the middle of a frame.
  public static func leaveBytes() -> [UInt8] {
    Array("\u{1B}[m".utf8) + mouseBytes(on: false) + reset(2026) + set(25) + reset(1049)
  }

  /// Reports of buttons and of every movement, in SGR's form.
  public static func mouseBytes(on: Bool) -> [UInt8] {
    // xterm ctlseqs, "Mouse Tracking": 1003 is any event, 1006 the form without a limit on columns.
    set(1003, to: on) + set(1006, to: on)
  }

  static func set(_ mode: Int, to on: Bool = true) -> [UInt8] { Array("\u{1B}[?\(mode)\(on ? "h" : "l")".utf8) }

  static func reset(_ mode: Int) -> [UInt8] { set(mode, to: false) }
}
