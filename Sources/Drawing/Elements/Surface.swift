internal import Layout
internal import Terminal

/// What painters draw on: the cells of a frame and, where a vector picture is wanted, its elements.
///
/// Text and single characters become both. A painter of a shape, such as a marble, draws its cells with
/// ``cells(_:)`` and adds the element itself, so that both come from one layout.
struct Surface {
  /// The cells.
  private(set) var canvas: Canvas
  /// The elements; nil when only cells are wanted.
  private(set) var elements: [PictureElement]?
  /// The lines between events of a frame of cells.
  var connections: [Connection] = []

  /// A blank surface.
  init(size: Size, recordsElements: Bool = false) {
    canvas = Canvas(size: size)
    elements = recordsElements ? [] : nil
  }

  var size: Size { canvas.size }

  /// Whether elements are wanted.
  var recordsElements: Bool { elements != nil }

  subscript(column: Int, row: Int) -> Cell { canvas[column, row] }

  /// Draws cells that are no elements, or whose elements are added by themselves.
  mutating func cells<Result>(_ draw: (inout Canvas) -> Result) -> Result { draw(&canvas) }

  /// Adds an element, if elements are wanted.
  mutating func add(_ element: @autoclosure () -> PictureElement?) {
    guard elements != nil, let element = element() else { return }
    elements?.append(element)
  }

  /// Writes a text; see ``Terminal/Canvas/put(_:column:row:style:maxWidth:)``. Its element is `shift` columns further
  /// right.
  @discardableResult
  mutating func put(
    _ text: String, column: Int, row: Int, style: Style = .plain, maxWidth: Int = .max, shift: Double = 0
  ) -> Int {
    guard !recordsElements || (0..<size.rows).contains(row) else {
      // A vector picture grows with its sentences.
      let width = DisplayWidth.of(text)
      add(.text(PictureElement.Text(text: text, column: column, row: row, width: width, style: style, shift: shift)))
      return width
    }
    let width = canvas.put(text, column: column, row: row, style: style, maxWidth: maxWidth)
    addText(columns: column..<column + width, row: row, style: style, shift: shift)
    return width
  }

  /// Sets a cell; ignores positions outside of the surface. Its element is `shift` columns further right.
  mutating func set(_ cell: Cell, column: Int, row: Int, shift: Double = 0) {
    canvas[column, row] = cell
    guard recordsElements else { return }
    addText(columns: column..<column + cell.width, row: row, style: cell.style, shift: shift)
  }

  /// Adds the text that cells show, as an element of some kind.
  mutating func addText(
    columns: Range<Int>, row: Int, style: Style, shift: Double = 0,
    as kind: (PictureElement.Text) -> PictureElement = PictureElement.text
  ) {
    guard recordsElements, var text = text(columns: columns, row: row, style: style) else { return }
    text.shift = shift
    elements?.append(kind(text))
  }

  /// Fills a rectangle with blanks of a style.
  mutating func fill(columns: Range<Int>, rows: Range<Int>, with cell: Cell) {
    canvas.fill(columns: columns, rows: rows, with: cell)
    add(.area(CellBounds(columns: columns, rows: rows), cell.style))
  }

  /// Changes the style of cells; elements keep theirs.
  mutating func restyle(columns: Range<Int>, rows: Range<Int>, _ change: (inout Style) -> Void) {
    canvas.restyle(columns: columns, rows: rows, change)
  }

  /// The text that cells show, without the blanks at both ends; nil when there is none.
  func text(columns: Range<Int>, row: Int, style: Style) -> PictureElement.Text? {
    var columns = columns.clamped(to: 0..<size.columns)
    columns = columns.lowerBound..<(columns.last { canvas[$0, row].text != " " } ?? columns.lowerBound - 1) + 1
    columns = (columns.first { canvas[$0, row].text != " " } ?? columns.upperBound)..<columns.upperBound
    guard !columns.isEmpty else { return nil }
    return PictureElement.Text(
      text: columns.map { canvas[$0, row].text }.joined(), column: columns.lowerBound, row: row, width: columns.count,
      style: style)
  }

  /// Adds the text of all cells that are not blank, below everything that there is.
  mutating func addBackdrop(_ change: (inout Canvas) -> Void) {
    let before = canvas
    change(&canvas)
    guard elements != nil else { return }
    var added: [PictureElement] = []
    for row in 0..<size.rows {
      for column in 0..<size.columns where canvas[column, row] != before[column, row] {
        let cell = canvas[column, row]
        guard !cell.isContinuation, cell.text != " " else { continue }
        added.append(
          .text(PictureElement.Text(text: cell.text, column: column, row: row, width: cell.width, style: cell.style)))
      }
    }
    elements?.insert(contentsOf: added, at: 0)
  }

  /// Draws the mark of an end.
  mutating func put(_ end: PictureElement.End, _ glyphs: Glyphs) {
    let glyph =
      switch end.kind {
      case .finish: glyphs.finish
      case .error: glyphs.error
      case .cancelled: glyphs.cancelled
      }
    canvas[end.column, end.row] = Cell(glyph, style: end.style)
    add(.end(end))
  }

  /// How far the mark of an end in a cell is right of the cell, in columns.
  func shiftOfEnd(column: Int, row: Int) -> Double {
    for case .end(let end) in (elements ?? []).reversed() where (end.column, end.row) == (column, row) {
      return end.x - Double(column) - 0.5
    }
    return 0
  }

  /// Draws a vertical line between panels.
  mutating func drawDivider(column: Int, rows: Range<Int>, _ palette: CellPalette) {
    let style = Style(foreground: palette.theme.faint)
    canvas.fill(
      columns: column..<column + 1, rows: rows, with: Cell(palette.glyphs.solid.vertical, style: style))
    let cells = rows.map { PictureElement.Line.Cell(column: column, row: $0, sides: .vertical) }
    add(.line(PictureElement.Line(cells: cells, isDotted: false, style: style)))
  }
}
