internal import Terminal

/// The characters that a picture is made of, by what the terminal's font has.
struct Glyphs: Hashable, Sendable {
  /// Two sides of something.
  struct Pair: Hashable, Sendable {
    var left: Character
    var right: Character

    init(_ left: Character, _ right: Character) { (self.left, self.right) = (left, right) }
  }

  /// One marble in three rows of cells, and in one.
  struct Box: Hashable, Sendable {
    /// The corners and the middle of the top.
    var top: Pair
    var topMiddle: Character
    var sides: Pair
    var bottom: Pair
    var bottomMiddle: Character
    /// The sides of a marble one row high.
    var compact: Pair
  }

  /// A line from one marble to another: by which of the four sides of a cell it leaves.
  struct Line: Hashable, Sendable {
    var vertical: Character
    var horizontal: Character
    /// Indexed by the sides, see ``LineSides``.
    var corners: [Character]
  }

  /// What stands for something that is coming in.
  struct Motion: Hashable, Sendable {
    /// It is about to fall into its row of cells, and half in it.
    var high: Character
    var upper: Character
    /// It gets denser.
    var light: Character
    var medium: Character
    /// It is as small as can be.
    var dot: Character
  }

  var input: Box
  var output: Box
  /// An input that is still to come.
  var ghost: Box
  /// An input that reached no output.
  var dropped: Box
  var baseline: Character
  var futureBaseline: Character
  /// On the row of an output, where its source waited.
  var trail: Character
  /// Ticks hang from inputs and stand on outputs, towards each other.
  var inputTick: Character
  var outputTick: Character
  /// Where a connector meets a tick.
  var crossing: Character
  var playhead: Character
  var mark: Character
  var finish: Character
  var error: Character
  /// Where nobody hears a stream any more.
  var cancelled: Character
  /// Where an inner stream begins, below what it was made of.
  var sprout: Character
  /// Beside what an inner stream is called by: one of several, and the last.
  var branch: Character
  var lastBranch: Character
  var dotted: Line
  var solid: Line
  var selection: Character
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
  /// The keys that go from one instant to another.
  var sideways: String
  /// Before an item that has no icon.
  var bullet: String
  /// On a marble that has no room for the word.
  var yes: String
  var no: String
  var null: String
  /// Before how many a list holds, on a marble that can't name them.
  var list: String
  /// The font that these are of.
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
struct LineSides: OptionSet, Hashable {
  var rawValue: Int

  static let up = LineSides(rawValue: 1)
  static let down = LineSides(rawValue: 2)
  static let left = LineSides(rawValue: 4)
  static let right = LineSides(rawValue: 8)
  static let vertical: LineSides = [.up, .down]
  static let horizontal: LineSides = [.left, .right]
}

extension Glyphs.Line {
  /// The character of a line that leaves a cell by these sides.
  subscript(sides: LineSides) -> Character {
    if sides.isSubset(of: .vertical) { return vertical }
    return sides.isSubset(of: .horizontal) ? horizontal : corners[sides.rawValue]
  }

  /// - Parameter corners: up and left, down and left, up and right, down and right; then the tees that lack left, right,
  ///   up and down; then all four.
  fileprivate init(_ vertical: Character, _ horizontal: Character, _ corners: String) {
    let characters = Array(corners)
    var table = Array(repeating: vertical, count: 16)
    let sides: [LineSides] = [
      [.up, .left], [.down, .left], [.up, .right], [.down, .right], [.up, .down, .right], [.up, .down, .left],
      [.down, .left, .right], [.up, .left, .right], [.up, .down, .left, .right],
    ]
    for (sides, character) in zip(sides, characters) { table[sides.rawValue] = character }
    self.init(vertical: vertical, horizontal: horizontal, corners: table)
  }
}

extension Glyphs {
  private static let round = Box(
    top: Pair("▗", "▖"), topMiddle: "▄", sides: Pair("▐", "▌"), bottom: Pair("▝", "▘"), bottomMiddle: "▀",
    compact: Pair("▐", "▌"))

  static let full = Glyphs(
    input: round, output: round,
    ghost: Box(
      top: Pair("╭", "╮"), topMiddle: "─", sides: Pair("│", "│"), bottom: Pair("╰", "╯"), bottomMiddle: "─",
      compact: Pair("(", ")")),
    dropped: Box(
      top: Pair("┌", "┐"), topMiddle: "┄", sides: Pair("┊", "┊"), bottom: Pair("└", "┘"), bottomMiddle: "┄",
      compact: Pair("┊", "┊")),
    baseline: "─", futureBaseline: "╌", trail: "┈", inputTick: "┬", outputTick: "┴", crossing: "┼", playhead: "│",
    mark: "▼", finish: "┃", error: "✕", cancelled: "╱", sprout: "╰", branch: "├", lastBranch: "└",
    dotted: Line("┊", "┄", "╯╮╰╭├┤┬┴┼"), solid: Line("│", "─", "╯╮╰╭├┤┬┴┼"),
    selection: "›", motion: Motion(high: "▔", upper: "▀", light: "░", medium: "▒", dot: "•"), times: "×", ellipsis: "…",
    play: "▶", pause: "‖", finished: "■", loop: "↻", dot: "·", above: "↑",
    below: "↓", sideways: "←→", bullet: "●", yes: "✓", no: "✗", null: "∅", list: "≡", set: .full)

  private static let halfBlocks = Box(
    top: Pair(" ", " "), topMiddle: "▄", sides: Pair("▐", "▌"), bottom: Pair(" ", " "), bottomMiddle: "▀",
    compact: Pair("▐", "▌"))

  // CP437 and Latin-1 only: no quadrants, no rounded corners, no dashes.
  static let linuxConsole = Glyphs(
    input: halfBlocks, output: halfBlocks,
    ghost: Box(
      top: Pair("┌", "┐"), topMiddle: "─", sides: Pair("│", "│"), bottom: Pair("└", "┘"), bottomMiddle: "─",
      compact: Pair("(", ")")),
    dropped: Box(
      top: Pair("·", "·"), topMiddle: "·", sides: Pair("¦", "¦"), bottom: Pair("·", "·"), bottomMiddle: "·",
      compact: Pair("¦", "¦")),
    baseline: "─", futureBaseline: "·", trail: "·", inputTick: "┬", outputTick: "┴", crossing: "┼", playhead: "│",
    mark: "v", finish: "█", error: "X", cancelled: "/", sprout: "└", branch: "├", lastBranch: "└",
    dotted: Line("│", "─", "┘┐└┌├┤┬┴┼"), solid: Line("│", "─", "┘┐└┌├┤┬┴┼"),
    selection: ">", motion: Motion(high: "¯", upper: "▀", light: "░", medium: "▒", dot: "·"), times: "x", ellipsis: "~",
    play: ">", pause: "=", finished: "■", loop: "loop", dot: "·", above: "^",
    below: "v", sideways: ", .", bullet: "•", yes: "√", no: "×", null: "ø", list: "≡", set: .linuxConsole)

  private static func asciiBox(_ left: Character, _ right: Character, top: Character, corner: Character) -> Box {
    Box(
      top: Pair(corner, corner), topMiddle: top, sides: Pair(left, right),
      bottom: Pair(corner == "." ? "'" : corner, corner == "." ? "'" : corner), bottomMiddle: top,
      compact: Pair(left, right))
  }

  static let ascii = Glyphs(
    input: asciiBox("[", "]", top: "-", corner: "."), output: asciiBox("<", ">", top: "-", corner: "."),
    ghost: asciiBox("(", ")", top: " ", corner: " "), dropped: asciiBox("{", "}", top: " ", corner: " "),
    baseline: "-", futureBaseline: ".", trail: "~", inputTick: "+", outputTick: "+", crossing: "+", playhead: "|",
    mark: "v", finish: "|", error: "X", cancelled: "/", sprout: "`", branch: "|", lastBranch: "`",
    dotted: Line(":", ".", "+++++++++"), solid: Line("|", "-", "+++++++++"),
    selection: ">", motion: Motion(high: "'", upper: "^", light: ":", medium: "%", dot: "*"), times: "x", ellipsis: "~",
    play: ">", pause: "=", finished: "#", loop: "loop", dot: "-", above: "^",
    below: "v", sideways: ", .", bullet: "o", yes: "T", no: "F", null: "-", list: "#", set: .ascii)
}
