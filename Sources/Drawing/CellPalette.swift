internal import Layout
internal import Marbles
internal import Terminal

/// The cells that pictures are made of, in every colour; created once for a theme and a set of glyphs.
///
/// A class, because every row painter refers to it, and copying all these cells would cost more than drawing.
final class CellPalette: Sendable {
  /// The look of a marble.
  enum Look: Int, Hashable, CaseIterable {
    case input, output
    /// An input event in the future.
    case ghost
    /// An input event that reached no output.
    case dropped
    /// Events that have just been emitted.
    case brightInput, brightOutput

    /// The look of an element.
    var form: PictureElement.Marble.Look {
      switch self {
      case .input, .output, .brightInput, .brightOutput: .solid
      case .ghost: .ghost
      case .dropped: .dropped
      }
    }

    static let settled: [Look] = [.input, .output, .ghost, .dropped]
    static let bright: [Look] = [.brightInput, .brightOutput]
  }

  /// A marble of one colour. A class, because thousands are drawn, and copying its cells is expensive.
  final class Marble: Sendable {
    let look: Look
    let face: Style
    let edge: Style
    let (left, right): (Cell, Cell)
    let (compactLeft, compactRight): (Cell, Cell)
    let top: [Cell]
    let bottom: [Cell]
    /// One value, and several, without a marble.
    let (dot, dots): (Cell, Cell)
    /// Values without a text.
    let hidden: Cell
    let blank: Cell

    init(_ color: MarbleColor, _ look: Look, theme: Theme, glyphs: Glyphs) {
      let isSolid = look != .ghost && look != .dropped
      let isBright = look == .brightInput || look == .brightOutput
      let edge = isBright ? Style(foreground: theme.bright(color), bold: true) : theme.edge(color, isGhost: !isSolid)
      let face =
        isSolid
        ? theme.face(color, isInput: look == .input || look == .brightInput, isBright: isBright) : edge
      let box =
        switch look {
        case .input, .brightInput: glyphs.input
        case .output, .brightOutput: glyphs.output
        case .ghost: glyphs.ghost
        case .dropped: glyphs.dropped
        }
      (self.look, self.face, self.edge) = (look, face, edge)
      let cell = { (character: Character) in Cell(character, style: edge) }
      (left, right) = (cell(box.sides.left), cell(box.sides.right))
      (compactLeft, compactRight) = (cell(box.compact.left), cell(box.compact.right))
      top = [box.top.left, box.topMiddle, box.top.right].map(cell)
      bottom = [box.bottom.left, box.bottomMiddle, box.bottom.right].map(cell)
      switch look {
      case .ghost: (dot, dots, hidden) = (cell(glyphs.dots.ghost), cell(glyphs.dots.ghost), cell(glyphs.dots.ghost))
      case .dropped:
        (dot, dots, hidden) = (cell(glyphs.dots.dropped), cell(glyphs.dots.dropped), cell(glyphs.dots.dropped))
      case .input, .output, .brightInput, .brightOutput:
        (dot, dots, hidden) = (cell(glyphs.dots.one), cell(glyphs.dots.several), cell(glyphs.dots.hidden))
      }
      blank = Cell(style: face)
    }
  }

  let theme: Theme
  let glyphs: Glyphs
  let baseline: Cell
  let futureBaseline: Cell
  /// The line of a stage while no reader waits for a value, and the mark where a reader asks again.
  let (unasked, ask): (Cell, Cell)
  let playhead: Cell
  let mark: Cell
  /// Ticks of inputs and of outputs.
  private let ticks: [Cell]
  private let futureTicks: [Cell]
  private let marbles: [Marble]
  /// Created when a value is first seen to be emitted: a drawing of a still picture does without them.
  private let theBrightMarbles = Lazy<[Marble]>()
  private let trails: [Cell]
  private let fills: [Cell]
  private let plainLevels: [Cell]

  init(theme: Theme, glyphs set: GlyphSet) {
    let glyphs = Glyphs(set)
    (self.theme, self.glyphs) = (theme, glyphs)
    let (past, future) = (Style(foreground: theme.muted), Style(foreground: theme.faint, dim: true))
    baseline = Cell(glyphs.baseline, style: past)
    futureBaseline = Cell(glyphs.futureBaseline, style: future)
    (unasked, ask) = (Cell(glyphs.unasked, style: past), Cell(glyphs.ask, style: past))
    playhead = Cell(glyphs.playhead, style: Style(foreground: theme.accent))
    mark = Cell(glyphs.mark, style: Style(foreground: theme.accent))
    ticks = [glyphs.outputTick, glyphs.inputTick].map { Cell($0, style: past) }
    futureTicks = [glyphs.outputTick, glyphs.inputTick].map { Cell($0, style: future) }
    marbles = MarbleColor.allCases.flatMap { color in
      Look.settled.map { Marble(color, $0, theme: theme, glyphs: glyphs) }
    }
    trails = MarbleColor.allCases.map {
      Cell(glyphs.trail, style: theme.edge($0, isGhost: true))
    }
    plainLevels = glyphs.levels.map { Cell($0) }
    fills = MarbleColor.allCases.map { Cell(glyphs.fill, style: theme.edge($0, isGhost: false)) }
  }

  func marble(_ color: MarbleColor, _ look: Look) -> Marble {
    if look.rawValue >= Look.settled.count {
      let place = look.rawValue - Look.settled.count
      return theBrightMarbles.value {
        MarbleColor.allCases.flatMap { color in
          Look.bright.map { Marble(color, $0, theme: theme, glyphs: glyphs) }
        }
      }[color.position * Look.bright.count + place]
    }
    return marbles[color.position * Look.settled.count + look.rawValue]
  }

  /// Where a value begins to wait.
  func entry(_ color: MarbleColor) -> Cell { Cell(glyphs.entry, style: fills[color.position].style) }

  func trail(_ color: MarbleColor) -> Cell { trails[color.position] }

  /// The line of a wait that runs.
  func fill(_ color: MarbleColor) -> Cell { fills[color.position] }

  /// The parts of a cell that can be told apart, from the least to a whole one.
  func levels(_ style: Style) -> [Cell] {
    plainLevels.map { level in
      var cell = level
      cell.style = style
      return cell
    }
  }

  /// What a row did without emitting a value.
  func mark(_ kind: RowMark.Kind) -> Cell {
    switch kind {
    case .signal: Cell(glyphs.signal, style: Style(foreground: theme.muted))
    case .drop: Cell(glyphs.drop, style: Style(foreground: theme.muted))
    case .again: Cell(glyphs.again, style: Style(foreground: theme.accent))
    case .timeout: Cell(glyphs.timeout, style: Style(foreground: theme.alarm))
    }
  }

  /// A tick on the line of a row.
  func tick(isInput: Bool, isPast: Bool) -> Cell { (isPast ? ticks : futureTicks)[isInput ? 1 : 0] }
}

extension MarbleColor {
  fileprivate var position: Int {
    switch self {
    case .red: 0
    case .green: 1
    case .blue: 2
    case .purple: 3
    case .yellow: 4
    case .orange: 5
    case .cyan: 6
    case .pink: 7
    case .gray: 8
    }
  }
}

extension Canvas {
  /// Sets a cell; ignores positions outside of the canvas.
  mutating func set(_ cell: Cell, column: Int, row: Int) { self[column, row] = cell }
}
