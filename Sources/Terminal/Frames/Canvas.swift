/// A screen as a value: code draws on it and compares it, and a ``Renderer`` turns it into bytes.
///
/// Columns and rows count from 0. Drawing outside is clipped, and a wide character is never cut in half: drawing on one
/// half blanks the other.
public struct Canvas: Sendable {
  /// The size in cells.
  public let size: Size
  /// The glyphs and pens of the cells, row by row: two plain arrays, so that frames are compared at memory speed.
  private(set) var glyphs: [Glyph]
  private(set) var pens: [PackedStyle]
  /// The texts of glyphs with more than one scalar, without duplicates.
  private(set) var clusters: [String] = []
  private var placesOfClusters: [String: Int] = [:]

  /// Creates a canvas of blanks.
  public init(size: Size, style: Style = .plain) {
    self.size = size
    glyphs = Array(repeating: .blank, count: size.columns * size.rows)
    pens = Array(repeating: PackedStyle(style), count: size.columns * size.rows)
  }

  /// The canvas with another size: cut off, or with blank cells at the right and at the bottom.
  ///
  /// - Parameters:
  ///   - left: how many columns further to the right it begins.
  ///   - top: how many rows further down it begins.
  public func resized(to size: Size, left: Int = 0, top: Int = 0) -> Canvas {
    guard size != self.size || left != 0 || top != 0 else { return self }
    var canvas = Canvas(size: size)
    for row in 0..<min(size.rows - top, self.size.rows) {
      for column in 0..<min(size.columns - left, self.size.columns) {
        canvas[left + column, top + row] = self[column, row]
      }
    }
    return canvas
  }

  /// The cell at a position. Outside of the canvas, reading gives a plain blank, and setting does nothing.
  ///
  /// A wide character in the last column becomes a blank. A continuation cannot be set: it follows its left half.
  public subscript(column: Int, row: Int) -> Cell {
    get { contains(column, row) ? cell(at: row * size.columns + column) : Cell() }
    set {
      guard !newValue.isContinuation else { return }
      place(glyph(of: newValue), newValue.pen, column: column, row: row)
    }
  }

  /// Whether each cell shows the same character in the same style.
  public func hasSameCells(as other: Canvas) -> Bool {
    size == other.size && glyphs == other.glyphs && pens == other.pens && clusters == other.clusters
  }

  /// All cells, row by row.
  public var cells: [Cell] { glyphs.indices.map(cell(at:)) }

  /// Writes `text`, ``DisplayWidth/escaped(_:)``, from a position to the right.
  ///
  /// - Parameter maxWidth: the maximum number of columns; a wide character that would cross this end is left out.
  /// - Returns: the width of the written text, including columns clipped at the left, so that the next text starts at
  ///   `column` plus this.
  @discardableResult
  public mutating func put(
    _ text: String, column: Int, row: Int, style: Style = .plain, maxWidth: Int = .max
  ) -> Int {
    let (end, overflow) = column.addingReportingOverflow(max(0, maxWidth))
    let limit = overflow ? size.columns : min(end, size.columns)
    let pen = PackedStyle(style)
    var next = column
    if DisplayWidth.isPrintableASCII(text) {
      let end = max(column, limit)
      for byte in text.utf8 where next < end {
        place(Glyph(Unicode.Scalar(byte), CharacterWidth(width: 1)), pen, column: next, row: row)
        next += 1
      }
      return next - column
    }
    for character in text {
      let width = DisplayWidth.of(character)
      if width > 0 {
        guard next < limit, next + width <= limit else { break }
        place(glyph(for: character), pen, column: next, row: row)
        next += width
      } else {
        for shown in DisplayWidth.escape(character).unicodeScalars where next < limit {
          place(Glyph(shown, CharacterWidth(width: 1)), pen, column: next, row: row)
          next += 1
        }
      }
      if next >= limit { break }
    }
    return next - column
  }

  /// Sets every cell of a rectangle, clipped to the canvas, to `cell`, which must be one column wide.
  public mutating func fill(columns: Range<Int>, rows: Range<Int>, with cell: Cell = Cell()) {
    let glyph = glyph(of: cell)
    guard glyph.width == 1 else { return }
    let pen = cell.pen
    let columns = columns.clamped(to: 0..<size.columns)
    guard !columns.isEmpty else { return }
    for row in rows.clamped(to: 0..<size.rows) {
      // Only the edges of the rectangle can cut a wide character.
      let first = row * size.columns + columns.lowerBound
      replace(first, with: glyph, pen)
      guard columns.count > 1 else { continue }
      let last = first + columns.count - 1
      replace(last, with: glyph, pen)
      for index in first + 1..<last {
        glyphs[index] = glyph
        pens[index] = pen
      }
    }
  }

  /// Changes the style of the cells in a rectangle; a wide character changes as a whole.
  public mutating func restyle(columns: Range<Int>, rows: Range<Int>, _ change: (inout Style) -> Void) {
    for row in rows.clamped(to: 0..<size.rows) {
      for column in columns.clamped(to: 0..<size.columns) {
        let index = row * size.columns + column
        if glyphs[index].isContinuation {
          if column == columns.lowerBound { restyle(index - 1, change) }
          pens[index] = pens[index - 1]
        } else {
          restyle(index, change)
          if glyphs[index].width == 2 { pens[index + 1] = pens[index] }
        }
      }
    }
  }

  /// The rows as plain text, without trailing spaces.
  public var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for index in row * size.columns..<(row + 1) * size.columns { line += text(of: glyphs[index]) }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The rows as plain text, joined by line feeds.
  public var text: String { lines.joined(separator: "\n") }
}

// Cells for the renderer.
extension Canvas {
  /// The text of a glyph of this canvas; empty for a continuation.
  func text(of glyph: Glyph) -> String {
    if glyph.isContinuation { return "" }
    return glyph.isCluster ? clusters[glyph.place] : String(glyph.scalar)
  }

  private func cell(at index: Int) -> Cell {
    let glyph = glyphs[index]
    return Cell(glyph, cluster: glyph.isCluster ? clusters[glyph.place] : nil, pen: pens[index])
  }

  /// The glyph of a character that is 1 or 2 columns wide.
  private mutating func glyph(for character: Character) -> Glyph {
    Glyph(character) ?? glyph(of: Cell(character))
  }

  /// The glyph of a cell that is not a continuation.
  private mutating func glyph(of cell: Cell) -> Glyph {
    cell.glyph.isCluster ? cell.glyph.placed(at: place(ofCluster: cell.text)) : cell.glyph
  }

  private mutating func place(ofCluster text: String) -> Int {
    if let place = placesOfClusters[text] { return place }
    clusters.append(text)
    placesOfClusters[text] = clusters.count - 1
    return clusters.count - 1
  }
}

// Setting cells.
extension Canvas {
  private func contains(_ column: Int, _ row: Int) -> Bool {
    (0..<size.columns).contains(column) && (0..<size.rows).contains(row)
  }

  mutating func place(_ glyph: Glyph, _ pen: PackedStyle, column: Int, row: Int) {
    if glyph.width == 2 && !(contains(column, row) && contains(column + 1, row)) {
      // Half of it is outside: the inner half becomes a blank.
      if contains(column, row) { replace(row * size.columns + column, with: .blank, pen) }
      if column == -1, contains(0, row) { replace(row * size.columns, with: .blank, pen) }
    } else if contains(column, row) {
      let index = row * size.columns + column
      replace(index, with: glyph, pen)
      if glyph.width == 2 { replace(index + 1, with: .continuation, pen) }
    }
  }

  /// Sets one cell; the rest of a wide character that it cuts becomes a blank.
  private mutating func replace(_ index: Int, with glyph: Glyph, _ pen: PackedStyle) {
    let old = glyphs[index]
    if old.width == 2 { glyphs[index + 1] = .blank }
    if old.isContinuation && !glyph.isContinuation { glyphs[index - 1] = .blank }
    glyphs[index] = glyph
    pens[index] = pen
  }

  private mutating func restyle(_ index: Int, _ change: (inout Style) -> Void) {
    var style = pens[index].style
    change(&style)
    pens[index] = PackedStyle(style)
  }
}

extension Canvas: Hashable {
  /// Whether both show the same cells; the order of drawing does not matter.
  public static func == (left: Canvas, right: Canvas) -> Bool {
    guard left.size == right.size, left.pens == right.pens else { return false }
    if left.clusters == right.clusters { return left.glyphs == right.glyphs }
    return zip(left.glyphs, right.glyphs).allSatisfy {
      $0.isCluster || $1.isCluster ? left.text(of: $0) == right.text(of: $1) : $0 == $1
    }
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(pens)
    for glyph in glyphs { hasher.combine(text(of: glyph)) }
  }
}

extension Canvas: CustomStringConvertible {
  /// The same as ``text``.
  public var description: String { text }
}
