import Terminal
import Testing

private func canvas(_ columns: Int, _ rows: Int = 1, draw: (inout Canvas) -> Void) -> [String] {
  var canvas = Canvas(size: Size(columns: columns, rows: rows))
  draw(&canvas)
  return canvas.lines
}

@Suite struct CanvasTests {
  @Test func textIsClippedAtAllEdges() {
    let lines = canvas(5, 2) {
      $0.put("left", column: -2, row: 0)
      $0.put("right", column: 3, row: 1)
      $0.put("above", column: 0, row: -1)
      $0.put("below", column: 0, row: 2)
    }
    #expect(lines == ["ft", "   ri"])
  }

  @Test func putReturnsTheColumnsTaken() {
    var canvas = Canvas(size: Size(columns: 10, rows: 1))
    #expect(canvas.put("漢字", column: 0, row: 0) == 4)
    #expect(canvas.put("abc", column: -1, row: 0) == 3)
    #expect(canvas.put("abc", column: 8, row: 0) == 2)
    #expect(canvas.put("漢字", column: 0, row: 0, maxWidth: 3) == 2)
    #expect(canvas.put("\n", column: 0, row: 0) == 2)
    #expect(canvas.put("abc", column: 0, row: 0, maxWidth: -1) == 0)
    #expect(canvas.put("abc", column: .max, row: 0) == 0)
    #expect(canvas.put("abc", column: .min, row: 0) == 3)
  }

  @Test(arguments: [("x", 0, "x 字"), ("x", 1, " x字"), ("語", 1, " 語"), ("語", 2, "漢語")])
  func halfOfAWideCharacterIsBlanked(_ text: String, _ column: Int, _ expected: String) {
    let lines = canvas(4) {
      $0.put("漢字", column: 0, row: 0)
      $0.put(text, column: column, row: 0)
    }
    #expect(lines == [expected])
  }

  @Test func aWideCharacterOnAnEdgeIsNotHalved() {
    #expect(canvas(3) { $0.put("漢字x", column: -1, row: 0) } == [" 字"])
    #expect(canvas(3) { $0.put("a漢字", column: 0, row: 0) } == ["a漢"])
    #expect(canvas(3) { $0.put("漢字", column: 0, row: 0) } == ["漢"])
  }

  @Test func controlsAreShown() {
    #expect(canvas(12) { $0.put("a\u{1B}[2Jb\n", column: 0, row: 0) } == [#"a\x1B[2Jb\n"#])
    #expect(Cell("\n").text == "\u{FFFD}")
  }

  @Test func fillAndRestyle() {
    var canvas = Canvas(size: Size(columns: 4, rows: 2))
    canvas.put("漢字", column: 0, row: 0)
    canvas.fill(columns: 1..<9, rows: 1..<9, with: Cell("─"))
    canvas.restyle(columns: 1..<2, rows: 0..<1) { $0.bold = true }
    #expect(canvas.lines == ["漢字", " ───"])
    #expect((0..<4).map { canvas[$0, 0].style.bold } == [true, true, false, false])
    #expect(canvas.text == "漢字\n ───")
  }

  @Test func cellsOutsideAreBlank() {
    var canvas = Canvas(size: Size(columns: 2, rows: 1))
    canvas[5, 5] = Cell("x")
    canvas[1, 0] = Cell("漢")
    #expect(canvas == Canvas(size: Size(columns: 2, rows: 1)))
    #expect(canvas[-1, 0] == Cell())
  }

  @Test func noDrawingLeavesHalfACharacter() {
    var random = SeededGenerator(state: 1)
    for _ in 0..<500 {
      let (_, canvas) = random.canvasPair()
      for row in 0..<canvas.size.rows {
        for column in 0..<canvas.size.columns where !canvas[column, row].isContinuation {
          let width = DisplayWidth.of(Character(canvas[column, row].text))
          let isWide = column + 1 < canvas.size.columns && canvas[column + 1, row].isContinuation
          #expect(width == (isWide ? 2 : 1))
        }
        #expect(!canvas[0, row].isContinuation)
      }
    }
  }

  @Test func fillingCutsWideCharactersAtBothEndsOnly() {
    let lines = canvas(8, 3) {
      for row in 0..<3 { $0.put("漢字漢字", column: 0, row: row) }
      $0.fill(columns: 1..<7, rows: 0..<1, with: Cell("."))
      $0.fill(columns: 3..<4, rows: 1..<2, with: Cell("."))
      $0.fill(columns: 6..<20, rows: 2..<9, with: Cell("."))
    }
    #expect(lines == [" ......", "漢 .漢字", "漢字漢.."])
  }

  @Test(
    "a column of a table is what its cells are one by one, on the canvas and over its edges",
    arguments: [(1, 1), (1, -2), (1, 3), (-1, 0), (4, 0), (5, 0), (0, -9), (0, 9)])
  func columnsOfATable(_ column: Int, _ row: Int) {
    let (characters, styles): ([Unicode.Scalar], [Style]) = (["a", "漢", "字"], [.plain, Style(bold: true)])
    let (shown, styled): ([UInt8], [UInt8]) = ([9, 1, 0, 2, 1], [0, 0, 1, 1, 0])
    var (whole, single) = (Canvas(size: Size(columns: 5, rows: 4)), Canvas(size: Size(columns: 5, rows: 4)))
    for row in 0..<4 {
      whole.put("漢字x", column: row % 2, row: row)
      single.put("漢字x", column: row % 2, row: row)
    }
    whole.putColumn(
      column: column, row: row, characters: shown[1...], styles: styled[1...], of: CellTable(characters, styles: styles)
    )
    for place in 0..<4 {
      single[column, row + place] = Cell(
        Character(characters[Int(shown[place + 1])]), style: styles[Int(styled[place + 1])])
    }
    #expect(whole == single)
  }

  @Test func aCellIsWhatTheCanvasGivesBack() {
    var canvas = Canvas(size: Size(columns: 6, rows: 1))
    let cells = [Cell("a", style: Style(bold: true)), Cell("e\u{301}"), Cell("漢", style: Style(reverse: true))]
    for (column, cell) in zip([0, 1, 2], cells) { canvas[column, 0] = cell }
    #expect((0..<3).map { canvas[$0, 0] } == cells)
    #expect(canvas[3, 0].isContinuation && canvas[3, 0].text == "")
    // A copy of a cluster in another canvas, where it has another place.
    var other = Canvas(size: canvas.size)
    other.put("o\u{308}", column: 0, row: 0)
    other[1, 0] = canvas[1, 0]
    #expect(other.lines == ["o\u{308}e\u{301}"])
  }
}
