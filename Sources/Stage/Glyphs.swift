internal import Terminal

/// The characters that a picture is made of, by what the terminal's font has.
struct Glyphs {
  /// One marble in three rows of cells: the ends and the middle of each.
  struct Box {
    var top: (left: Character, middle: Character, right: Character)
    var sides: (left: Character, right: Character)
    var bottom: (left: Character, middle: Character, right: Character)
  }

  var solid: Box
  var ghost: Box
  /// The sides of a marble one row high.
  var compactSolid: (left: Character, right: Character)
  var compactGhost: (left: Character, right: Character)
  var baseline: Character
  var futureBaseline: Character
  var tick: Character
  var playhead: Character
  var mark: Character
  var finish: Character
  var error: Character
  var times: String
  var ellipsis: Character
  var play: String
  var pause: String
  var finished: String
  var loop: String
  var dot: String

  init(_ set: GlyphSet) {
    switch set {
    case .full: self = .full
    case .linuxConsole: self = .linuxConsole
    case .ascii: self = .ascii
    }
  }

  private init(
    solid: Box, ghost: Box, compactSolid: (left: Character, right: Character),
    compactGhost: (left: Character, right: Character), baseline: Character, futureBaseline: Character,
    tick: Character, playhead: Character, mark: Character, finish: Character, error: Character, times: String,
    ellipsis: Character, play: String, pause: String, finished: String, loop: String, dot: String
  ) {
    self.solid = solid
    self.ghost = ghost
    self.compactSolid = compactSolid
    self.compactGhost = compactGhost
    self.baseline = baseline
    self.futureBaseline = futureBaseline
    self.tick = tick
    self.playhead = playhead
    self.mark = mark
    self.finish = finish
    self.error = error
    self.times = times
    self.ellipsis = ellipsis
    self.play = play
    self.pause = pause
    self.finished = finished
    self.loop = loop
    self.dot = dot
  }

  private static let full = Glyphs(
    solid: Box(top: ("▗", "▄", "▖"), sides: ("▐", "▌"), bottom: ("▝", "▀", "▘")),
    ghost: Box(top: ("╭", "─", "╮"), sides: ("│", "│"), bottom: ("╰", "─", "╯")),
    compactSolid: ("▐", "▌"), compactGhost: ("(", ")"), baseline: "─", futureBaseline: "╌", tick: "┼", playhead: "│",
    mark: "▼", finish: "┃", error: "✕", times: "×", ellipsis: "…", play: "▶", pause: "‖", finished: "■", loop: "↻",
    dot: "·")

  // CP437 and Latin-1 only: no quadrants, no rounded corners, no dashes.
  private static let linuxConsole = Glyphs(
    solid: Box(top: (" ", "▄", " "), sides: ("▐", "▌"), bottom: (" ", "▀", " ")),
    ghost: Box(top: ("┌", "─", "┐"), sides: ("│", "│"), bottom: ("└", "─", "┘")),
    compactSolid: ("▐", "▌"), compactGhost: ("(", ")"), baseline: "─", futureBaseline: "·", tick: "┼", playhead: "│",
    mark: "v", finish: "█", error: "X", times: "x", ellipsis: "~", play: ">", pause: "=", finished: "■", loop: "loop",
    dot: "·")

  private static let ascii = Glyphs(
    solid: Box(top: (".", "-", "."), sides: ("[", "]"), bottom: ("'", "-", "'")),
    ghost: Box(top: (" ", " ", " "), sides: ("(", ")"), bottom: (" ", " ", " ")),
    compactSolid: ("[", "]"), compactGhost: ("(", ")"), baseline: "-", futureBaseline: ".", tick: "+", playhead: ":",
    mark: "v", finish: "|", error: "X", times: "x", ellipsis: "~", play: ">", pause: "=", finished: "#", loop: "loop",
    dot: "-")
}
