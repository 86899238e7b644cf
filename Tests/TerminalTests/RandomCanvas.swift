import Terminal

/// SplitMix64: the same canvases in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// What random canvases are made of.
struct Vocabulary {
  var words: [String]
  var characters: [Character]

  /// Also characters whose width terminals do not agree on.
  static let all = Vocabulary(
    words: [
      "a", "marble", "▐ 1 ▌", "漢字", "é", "e\u{301}x", "🎉", "❤️", "👍🏽", "👨‍👩‍👧", "🇩🇪", " ", "    ", "tab\there", "あ1い",
      "1️⃣", "❤", "가나", "\u{1F6DC}", "☰", "நி", "ａb", "x\u{20DD}",
    ],
    characters: ["x", "語", "🇫🇷", "🏳️‍🌈", "─"])

  /// Only characters whose width every terminal knows.
  static let settled = Vocabulary(
    words: ["a", "marble", "▐ 1 ▌", "漢字", "é", "🎉", " ", "    ", "あ1い", "──┼──", "●×"],
    characters: ["x", "語", "─"])
}

extension SeededGenerator {
  private static let colors: [TerminalColor?] = [
    nil, nil, TerminalColor(0x7AA2F7), TerminalColor(0xF7768E), TerminalColor(0x336633), TerminalColor(0xEEEEEE),
  ]

  mutating func style() -> Style {
    if Bool.random(using: &self) { return .plain }
    return Style(
      foreground: Self.colors.randomElement(using: &self)!, background: Self.colors.randomElement(using: &self)!,
      bold: Bool.random(using: &self), dim: Bool.random(using: &self), italic: Bool.random(using: &self),
      underline: Bool.random(using: &self), reverse: Bool.random(using: &self))
  }

  /// Draws some words, rectangles and styles anywhere, over the edges, too.
  mutating func draw(on canvas: inout Canvas, times: Int, _ vocabulary: Vocabulary = .all) {
    for _ in 0..<times {
      let column = Int.random(in: -3...canvas.size.columns, using: &self)
      let row = Int.random(in: -1...canvas.size.rows, using: &self)
      let columns = column..<column + Int.random(in: 0...5, using: &self)
      let rows = row..<row + 2
      switch Int.random(in: 0..<8, using: &self) {
      case 0: canvas.fill(columns: columns, rows: rows, with: Cell("·", style: style()))
      case 1:
        let new = style()
        canvas.restyle(columns: columns, rows: rows) { $0 = new }
      case 2: canvas[column, row] = Cell(vocabulary.characters.randomElement(using: &self)!, style: style())
      default:
        let maxWidth = Bool.random(using: &self) ? Int.max : Int.random(in: 0...6, using: &self)
        let word = vocabulary.words.randomElement(using: &self)!
        canvas.put(word, column: column, row: row, style: style(), maxWidth: maxWidth)
      }
    }
  }

  /// Two screens of one size, mostly alike, as frames are.
  mutating func canvasPair(
    upTo largest: Size = Size(columns: 16, rows: 5), _ vocabulary: Vocabulary = .all
  ) -> (Canvas, Canvas) {
    let size = Size(
      columns: Int.random(in: 1...largest.columns, using: &self), rows: Int.random(in: 1...largest.rows, using: &self))
    var old = Canvas(size: size)
    draw(on: &old, times: 8, vocabulary)
    var new = Bool.random(using: &self) ? old : Canvas(size: size)
    draw(on: &new, times: Int.random(in: 0...6, using: &self), vocabulary)
    return (old, new)
  }
}
