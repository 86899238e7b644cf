/// The extent of a screen, in cells.
public struct Size: Hashable, Sendable {
  /// How many cells wide.
  public var columns: Int
  /// How many cells high.
  public var rows: Int

  /// A size; negative numbers count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A screen as a value: it is drawn on, compared, and given to a ``Renderer``.
///
/// Columns and rows count from 0. Whatever lies outside is clipped, and a wide character is never left half: to draw on
/// one half of it blanks the other.
public struct Canvas: Hashable, Sendable {
  /// The extent, in cells.
  public let size: Size
  /// All cells, row by row.
  public private(set) var cells: [Cell]

  /// A canvas of blanks.
  public init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: Cell(style: style), count: size.columns * size.rows)
  }

  /// The cell at a place; a plain blank outside, where setting does nothing.
  ///
  /// A wide character set at the last column leaves a blank. A continuation cannot be set: it follows its left half.
  public subscript(column: Int, row: Int) -> Cell {
    get { contains(column, row) ? cells[row * size.columns + column] : Cell() }
    set {
      guard !newValue.isContinuation, let character = newValue.text.first else { return }
      place(newValue, width: DisplayWidth.of(character), column: column, row: row)
    }
  }

  /// Writes `text` to the right from a place, ``DisplayWidth/escaped(_:)``.
  ///
  /// - Parameter maxWidth: columns that `text` may take; a wide character that would cross this end is left out.
  /// - Returns: the columns taken, those clipped at the left included, so the next text goes at `column` plus this.
  @discardableResult
  public mutating func put(
    _ text: String, column: Int, row: Int, style: Style = .plain, maxWidth: Int = .max
  ) -> Int {
    let (end, overflow) = column.addingReportingOverflow(max(0, maxWidth))
    let limit = overflow ? size.columns : min(end, size.columns)
    var next = column
    for character in text {
      let width = DisplayWidth.of(character)
      if width > 0 {
        guard next < limit, next + width <= limit else { break }
        place(Cell(character, style: style), width: width, column: next, row: row)
        next += width
      } else {
        for shown in DisplayWidth.escape(character) where next < limit {
          place(Cell(shown, style: style), width: 1, column: next, row: row)
          next += 1
        }
      }
      if next >= limit { break }
    }
    return next - column
  }

  /// Sets every cell of a rectangle, clipped to the canvas, to `cell`, which is one column wide.
  public mutating func fill(columns: Range<Int>, rows: Range<Int>, with cell: Cell = Cell()) {
    for row in rows.clamped(to: 0..<size.rows) {
      for column in columns.clamped(to: 0..<size.columns) { place(cell, width: 1, column: column, row: row) }
    }
  }

  /// Changes how the cells of a rectangle are drawn, but not what they show; a wide character changes whole.
  public mutating func restyle(columns: Range<Int>, rows: Range<Int>, _ change: (inout Style) -> Void) {
    for row in rows.clamped(to: 0..<size.rows) {
      for column in columns.clamped(to: 0..<size.columns) {
        let index = row * size.columns + column
        if cells[index].isContinuation {
          if column == columns.lowerBound { change(&cells[index - 1].style) }
          cells[index].style = cells[index - 1].style
        } else {
          change(&cells[index].style)
          if isWide(column, row) { cells[index + 1].style = cells[index].style }
        }
      }
    }
  }

  /// The rows as plain text, spaces at the ends trimmed.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for cell in cells[row * size.columns..<(row + 1) * size.columns] { line += cell.text }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The rows as plain text, joined by line feeds.
  public var text: String { lines.joined(separator: "\n") }
}

extension Canvas {
  private func contains(_ column: Int, _ row: Int) -> Bool {
    (0..<size.columns).contains(column) && (0..<size.rows).contains(row)
  }

  /// Whether the cell is the left half of a wide character.
  func isWide(_ column: Int, _ row: Int) -> Bool {
    column + 1 < size.columns && cells[row * size.columns + column + 1].isContinuation
  }

  private mutating func place(_ cell: Cell, width: Int, column: Int, row: Int) {
    let blank = Cell(style: cell.style)
    if width == 2 && !(contains(column, row) && contains(column + 1, row)) {
      // Half of it is outside: the half that is inside is a blank.
      if contains(column, row) { replace(column, row, with: blank) }
      if column == -1 { replace(0, row, with: blank) }
    } else {
      replace(column, row, with: cell)
      if width == 2 { replace(column + 1, row, with: .continuation(style: cell.style)) }
    }
  }

  /// Sets one cell; what stays of a wide character that it cuts becomes a blank.
  private mutating func replace(_ column: Int, _ row: Int, with cell: Cell) {
    guard contains(column, row) else { return }
    let index = row * size.columns + column
    if isWide(column, row) { cells[index + 1] = Cell(style: cells[index + 1].style) }
    if cells[index].isContinuation && !cell.isContinuation {
      cells[index - 1] = Cell(style: cells[index - 1].style)
    }
    cells[index] = cell
  }
}

extension Canvas: CustomStringConvertible {
  /// The same as ``text``.
  public var description: String { text }
}
