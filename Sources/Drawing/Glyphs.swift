internal import Terminal

/// The characters of pictures, depending on the terminal's font.
struct Glyphs: Hashable, Sendable {
  /// Two sides of a shape.
  struct Pair: Hashable, Sendable {
    var left: Character
    var right: Character

    init(_ left: Character, _ right: Character) { (self.left, self.right) = (left, right) }
  }

  /// A marble in three rows of cells, and in one.
  struct Box: Hashable, Sendable {
    /// The corners and the middle of the top side.
    var top: Pair
    var topMiddle: Character
    var sides: Pair
    var bottom: Pair
    var bottomMiddle: Character
    /// The sides of a marble that is one row high.
    var compact: Pair
  }

  /// Values in one cell, whose text is beside the row or nowhere.
  struct Dots: Hashable, Sendable {
    /// A value.
    var one: Character
    /// Several values in one column.
    var several: Character
    /// Values whose text has no room.
    var hidden: Character
    /// An input event in the future.
    var ghost: Character
    /// An input event that reached no output.
    var dropped: Character
  }

  /// Connector lines: a character for each set of sides by which the line leaves a cell.
  struct Line: Hashable, Sendable {
    var vertical: Character
    var horizontal: Character
    /// Indexed by the sides, see ``CellSides``.
    var corners: [Character]
  }

  /// The characters of a marble that is appearing.
  struct Motion: Hashable, Sendable {
    /// Drop: just above its row of cells, then half in it.
    var high: Character
    var upper: Character
    /// Fade: three densities.
    var light: Character
    var medium: Character
    /// Pop: the smallest size.
    var dot: Character
  }

  var input: Box
  var output: Box
  /// An input event in the future.
  var ghost: Box
  /// An input event that reached no output.
  var dropped: Box
  var baseline: Character
  var futureBaseline: Character
  /// The line on an output row during which a source waited.
  var trail: Character
  /// The line on an output row of a wait that runs for a known time.
  var fill: Character
  /// Ticks hang from inputs and stand on outputs, so that they point to each other.
  var inputTick: Character
  var outputTick: Character
  /// A connector that meets a tick.
  var crossing: Character
  var playhead: Character
  var mark: Character
  var finish: Character
  var error: Character
  /// The end of a stream whose consumer was cancelled.
  var cancelled: Character
  /// Where the wait of a `debounce` begins again, or `retry` starts again.
  var again: Character
  /// Where an output drops a value.
  var drop: Character
  /// Where nothing came in time.
  var timeout: Character
  /// Where the expression of a live row was changed.
  var edited: Character
  /// Where a signal or a timer opened or ended a row, or released what it held.
  var signal: Character
  /// The start of an inner stream, below its cause.
  var sprout: Character
  /// The branches in front of the names of inner streams: one of several, and the last.
  var branch: Character
  var lastBranch: Character
  var dotted: Line
  var solid: Line
  /// Values without a marble of their own.
  var dots: Dots
  /// Between a text and the dot to which it belongs.
  var stem: Character
  /// The line of a stage while no reader waits for a value, and the mark where a reader asks again.
  var unasked: Character
  var ask: Character
  /// Where a value begins to wait in an output row.
  var entry: Character
  var selection: Character
  /// The sides of the selected marble.
  var selected: Pair
  var motion: Motion
  var times: String
  var ellipsis: Character
  var play: String
  var pause: String
  var finished: String
  var loop: String
  var dot: String
  var above: String
  var below: String
  /// The keys that go to the previous and the next event.
  var sideways: String
  /// In front of an item without an icon.
  var bullet: String
  /// A marble that is too small for the word `true`.
  var yes: String
  var no: String
  var null: String
  /// In front of the number of elements or values, on a marble that is too small for them.
  var list: String
  /// Between the values of one marble.
  var listDot: String
  /// The heights of a curve or a bar within a cell; the last one fills it.
  var levels: [Character]
  /// The axis of a curve or of bars.
  var axis: Character
  /// A line of text, several in one column, and a warning and an error among them.
  var line: Character
  var manyLines: Character
  var warningLine: Character
  var errorLine: Character
  /// Beside the name of a row in which the doctor has found a mistake.
  var finding: Character
  /// The characters that the font has.
  var set: GlyphSet
}

extension Glyphs {
  init(_ set: GlyphSet) {
    switch set {
    case .full: self = .full
    case .linuxConsole: self = .linuxConsole
    case .ascii: self = .ascii
    }
  }
}

/// The sides of a cell by which a line leaves it.
public struct CellSides: OptionSet, Hashable, Sendable {
  /// The bits of the sides.
  public var rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The upper side.
  public static let up = CellSides(rawValue: 1)
  /// The lower side.
  public static let down = CellSides(rawValue: 2)
  /// The left side.
  public static let left = CellSides(rawValue: 4)
  /// The right side.
  public static let right = CellSides(rawValue: 8)
  static let vertical: CellSides = [.up, .down]
  static let horizontal: CellSides = [.left, .right]
}

extension Glyphs.Line {
  /// The character of a line that leaves a cell by these sides.
  subscript(sides: CellSides) -> Character {
    if sides.isSubset(of: .vertical) { return vertical }
    return sides.isSubset(of: .horizontal) ? horizontal : corners[sides.rawValue]
  }

  /// - Parameter corners: up and left, down and left, up and right, down and right; then the tees that lack left, right,
  ///   up and down; then all four.
  fileprivate init(_ vertical: Character, _ horizontal: Character, _ corners: String) {
    let characters = Array(corners)
    var table = Array(repeating: vertical, count: 16)
    let sides: [CellSides] = [
      [.up, .left], [.down, .left], [.up, .right], [.down, .right], [.up, .down, .right], [.up, .down, .left],
      [.down, .left, .right], [.up, .left, .right], [.up, .down, .left, .right],
    ]
    for (sides, character) in zip(sides, characters) { table[sides.rawValue] = character }
    self.init(vertical: vertical, horizontal: horizontal, corners: table)
  }
}

extension Glyphs {
  /// The corners are free, so that it looks round.
  private static let round = Box(
    top: Pair(" ", " "), topMiddle: "▄", sides: Pair("▐", "▌"), bottom: Pair(" ", " "), bottomMiddle: "▀",
    compact: Pair("▐", "▌"))

  static let full = Glyphs(
    input: round, output: round,
    ghost: Box(
      top: Pair("╭", "╮"), topMiddle: "─", sides: Pair("│", "│"), bottom: Pair("╰", "╯"), bottomMiddle: "─",
      compact: Pair("(", ")")),
    dropped: Box(
      top: Pair("┌", "┐"), topMiddle: "┄", sides: Pair("┊", "┊"), bottom: Pair("└", "┘"), bottomMiddle: "┄",
      compact: Pair("┊", "┊")),
    baseline: "─", futureBaseline: "╌", trail: "┈", fill: "━", inputTick: "┬", outputTick: "┴", crossing: "┼",
    playhead: "│",
    mark: "▼", finish: "┃", error: "╳", cancelled: "╱", again: "↺", drop: "×", timeout: "◷", edited: "┇", signal: "▾",
    sprout: "╰",
    branch: "├",
    lastBranch: "└",
    dotted: Line("┊", "┄", "╯╮╰╭├┤┬┴┼"), solid: Line("│", "─", "╯╮╰╭├┤┬┴┼"),
    dots: Dots(one: "●", several: "◉", hidden: "○", ghost: "•", dropped: "◌"), stem: "╷", unasked: "·", ask: "▴",
    entry: "┕",
    selection: "›", selected: Pair("»", "«"),
    motion: Motion(high: "▔", upper: "▀", light: "░", medium: "▒", dot: "•"), times: "×", ellipsis: "…",
    play: "▶", pause: "‖", finished: "■", loop: "↻", dot: "·", above: "↑",
    below: "↓", sideways: "←→", bullet: "●", yes: "✓", no: "✗", null: "∅", list: "≡", listDot: "·",
    levels: Array("▁▂▃▄▅▆▇█"), axis: "┤", line: "╷", manyLines: "╻", warningLine: "W", errorLine: "E", finding: "‼",
    set: .full)

  // Code page 437, and what the kernel shows with one of its glyphs: no quadrants, no rounded corners, no dashes.
  static let linuxConsole = Glyphs(
    input: round, output: round,
    ghost: Box(
      top: Pair("┌", "┐"), topMiddle: "─", sides: Pair("│", "│"), bottom: Pair("└", "┘"), bottomMiddle: "─",
      compact: Pair("(", ")")),
    dropped: Box(
      top: Pair("·", "·"), topMiddle: "·", sides: Pair("¦", "¦"), bottom: Pair("·", "·"), bottomMiddle: "·",
      compact: Pair("¦", "¦")),
    baseline: "─", futureBaseline: "-", trail: "·", fill: "═", inputTick: "┬", outputTick: "┴", crossing: "┼",
    playhead: "│",
    mark: "v", finish: "█", error: "X", cancelled: "/", again: "¤", drop: "×", timeout: "!", edited: "¦", signal: "▼",
    sprout: "└",
    branch: "├",
    lastBranch: "└",
    dotted: Line("│", "─", "┘┐└┌├┤┬┴┼"), solid: Line("│", "─", "┘┐└┌├┤┬┴┼"),
    dots: Dots(one: "•", several: "◘", hidden: "○", ghost: "°", dropped: "ø"), stem: "'", unasked: "∙", ask: "▲",
    entry: "╘",
    selection: ">", selected: Pair("»", "«"),
    motion: Motion(high: "'", upper: "▀", light: "░", medium: "▒", dot: "·"), times: "x", ellipsis: "~",
    play: ">", pause: "=", finished: "■", loop: "loop", dot: "·", above: "^",
    below: "v", sideways: ", .", bullet: "•", yes: "√", no: "×", null: "ø", list: "≡", listDot: "·",
    levels: Array("_▄█"), axis: "┤", line: "│", manyLines: "║", warningLine: "W", errorLine: "E", finding: "‼",
    set: .linuxConsole)

  private static func asciiBox(_ left: Character, _ right: Character, top: Character, corner: Character) -> Box {
    Box(
      top: Pair(corner, corner), topMiddle: top, sides: Pair(left, right),
      bottom: Pair(corner == "." ? "'" : corner, corner == "." ? "'" : corner), bottomMiddle: top,
      compact: Pair(left, right))
  }

  static let ascii = Glyphs(
    input: asciiBox("[", "]", top: "-", corner: "."), output: asciiBox("<", ">", top: "-", corner: "."),
    ghost: asciiBox("(", ")", top: " ", corner: " "), dropped: asciiBox("{", "}", top: " ", corner: " "),
    baseline: "-", futureBaseline: ".", trail: "~", fill: "=", inputTick: "+", outputTick: "+", crossing: "+",
    playhead: "|",
    mark: "v", finish: "#", error: "X", cancelled: "/", again: "@", drop: "x", timeout: "!", edited: ":", signal: "V",
    sprout: "`",
    branch: "|",
    lastBranch: "`",
    dotted: Line(":", ".", "+++++++++"), solid: Line("|", "-", "+++++++++"),
    dots: Dots(one: "*", several: "8", hidden: "O", ghost: ",", dropped: "o"), stem: "'", unasked: "_", ask: "^",
    entry: "\\",
    selection: ">", selected: Pair(">", "<"),
    motion: Motion(high: "'", upper: "^", light: ":", medium: "%", dot: "*"), times: "x", ellipsis: "~",
    play: ">", pause: "=", finished: "#", loop: "loop", dot: "-", above: "^",
    below: "v", sideways: ", .", bullet: "o", yes: "T", no: "F", null: "-", list: "#", listDot: ";",
    levels: Array("_.:#"), axis: "|", line: "'", manyLines: "\"", warningLine: "W", errorLine: "E", finding: "&",
    set: .ascii)
}
