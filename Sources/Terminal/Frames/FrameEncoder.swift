/// Encodes cells in as few bytes as possible, and tracks the terminal's cursor and pen.
struct FrameEncoder {
  let canvas: Canvas
  let glyphSet: GlyphSet
  var bytes: [UInt8]
  private(set) var pen = PackedStyle.plain
  /// The position of the next character; nil when terminals disagree about it.
  ///
  /// After the last column the terminal has a pending wrap. From there the encoder uses only CUP and CR, so that no
  /// frame depends on how terminals wrap.
  private var cursor: (column: Int, row: Int)?
  private var reduced: ColorDepthCache

  init(_ canvas: Canvas, capabilities: Capabilities, appendingTo bytes: [UInt8] = []) {
    self.canvas = canvas
    self.bytes = bytes
    // Enough for most animated frames.
    self.bytes.reserveCapacity(bytes.count + 4096)
    (reduced, glyphSet) = (ColorDepthCache(to: capabilities.colorDepth), capabilities.glyphs)
  }

  /// Clears the screen in the default style, whatever style is set.
  mutating func clear() {
    bytes += Array("\u{1B}[m\u{1B}[H\u{1B}[2J".utf8)
    cursor = (0, 0)
  }

  mutating func resetPen() { set(.plain) }

  /// Writes the cells of `runs`, which must be in reading order and contain all differences to the screen.
  mutating func paint(_ runs: [CellRun]) {
    if let stretches = stretchesByPen(runs) {
      for stretch in stretches { paint(stretch.columns, stretch.row) }
      return
    }
    var position = 0
    var (tailRow, tail) = (-1, 0)
    while position < runs.count {
      let (row, columns) = (runs[position].row, runs[position].columns)
      if row != tailRow { (tailRow, tail) = (row, blankTail(ofRow: row)) }
      let blank = max(columns.lowerBound, tail)
      paint(columns.lowerBound..<min(blank, columns.upperBound), row)
      if blank < columns.upperBound {
        if erase(from: tail, orPrint: runs[position...], from: blank) {
          while position < runs.count, runs[position].row == row { position += 1 }
          continue
        }
        paint(blank..<columns.upperBound, row)
      }
      position += 1
    }
  }

  /// Writes the cells of a row at the cursor, without moves.
  mutating func write(_ columns: Range<Int>, ofRow row: Int) {
    for index in row * canvas.size.columns + columns.lowerBound..<row * canvas.size.columns + columns.upperBound
    where !canvas.glyphs[index].isContinuation {
      set(pen(at: index))
      write(canvas.glyphs[index])
    }
  }

  /// The column from which on a row is blank in the default style.
  mutating func blankTail(ofRow row: Int) -> Int {
    let start = row * canvas.size.columns
    var column = canvas.size.columns
    while column > 0, canvas.glyphs[start + column - 1] == .blank, pen(at: start + column - 1) == .plain { column -= 1 }
    return column
  }
}

// Painting.
extension FrameEncoder {
  /// EL: erases to the end of the line. Only in the default style, because terminals fill with different colours
  /// otherwise.
  private static let eraseLine = Array("\u{1B}[K".utf8)

  /// Erases the rest of a row if that is cheaper than printing the blanks of these runs from a column on.
  ///
  /// The erase may start further left, at any column from `tail` on that the cursor reaches in fewer bytes.
  private mutating func erase(from tail: Int, orPrint runs: ArraySlice<CellRun>, from column: Int) -> Bool {
    let row = runs[runs.startIndex].row
    var best = (column: column, move: moveCost(to: column, row, next: .plain))
    let printing = best.move + Self.printingCost(runs, from: column, enough: Self.eraseLine.count + best.move)
    for other in [tail, cursor?.column ?? tail] where (tail..<column).contains(other) {
      let move = moveCost(to: other, row, next: .plain)
      if move < best.move { best = (other, move) }
    }
    guard best.move + Self.eraseLine.count < printing else { return false }
    move(to: best.column, row, next: .plain)
    set(.plain)
    bytes += Self.eraseLine
    return true
  }

  /// The number of bytes for printing the blanks of these runs in their first row from a column on, or slightly more
  /// than `enough`.
  private static func printingCost(_ runs: ArraySlice<CellRun>, from column: Int, enough: Int) -> Int {
    var (cost, end) = (0, column)
    for run in runs {
      guard run.row == runs.first?.row, cost <= enough else { break }
      let start = max(run.columns.lowerBound, column)
      cost += min(start - end, CursorMove.distanceCost(start - end)) + run.columns.upperBound - start
      end = run.columns.upperBound
    }
    return cost
  }

  private mutating func paint(_ columns: Range<Int>, _ row: Int) {
    let start = row * canvas.size.columns
    var column = columns.lowerBound
    while column < columns.upperBound {
      let glyph = canvas.glyphs[start + column]
      let pen = pen(at: start + column)
      move(to: column, row, next: pen)
      set(pen)
      if glyph.isSettled || glyphSet != .full {
        write(glyph)
        cursor = (column + glyph.width, row)
      } else {
        paintDisputed(glyph, pen, column, row)
      }
      column += max(1, glyph.width)
    }
  }

  /// Writes a character of disputed width so that all other characters stay in place on every terminal.
  private mutating func paintDisputed(_ glyph: Glyph, _ pen: PackedStyle, _ column: Int, _ row: Int) {
    let text = canvas.text(of: glyph)
    guard column + GlyphFallback.room(text, reach: glyph.reach) <= canvas.size.columns else {
      bytes += GlyphFallback.atTheEdge(text, width: glyph.width).utf8
      cursor = (column + glyph.width, row)
      return
    }
    if glyph.width == 2 {
      // A terminal that treats it as narrow would leave the second column unchanged.
      bytes += [UInt8(ascii: " "), UInt8(ascii: " ")]
      cursor = (column + 2, row)
      move(to: column, row, next: pen)
    }
    write(glyph)
    cursor = nil
  }

  private mutating func write(_ glyph: Glyph) {
    if let ascii = glyph.ascii {
      bytes.append(ascii)
    } else if glyphSet != .full {
      bytes += GlyphFallback.shown(canvas.text(of: glyph), width: glyph.width, in: glyphSet).utf8
    } else if glyph.isCluster {
      bytes += canvas.clusters[glyph.place].utf8
    } else {
      bytes.append(glyph.scalar)
    }
  }

  private mutating func set(_ new: PackedStyle) {
    new.appendChange(from: pen, to: &bytes)
    pen = new
  }

  mutating func pen(at index: Int) -> PackedStyle { reduced(canvas.pens[index]) }
}

// Moving.
extension FrameEncoder {
  /// Moves the cursor to a position in the fewest bytes, including those of the next character's style.
  private mutating func move(to column: Int, _ row: Int, next: PackedStyle) {
    if let cursor, cursor == (column, row) { return }
    let move = cheapestMove(to: column, row, next: next)
    bytes.append(move.kind, column: column, row: row)
    if case .relative(_, _, .overprint(let start)) = move.kind { write(start..<column, ofRow: row) }
    cursor = (column, row)
  }

  private mutating func moveCost(to column: Int, _ row: Int, next: PackedStyle) -> Int {
    if let cursor, cursor == (column, row) { return 0 }
    return cheapestMove(to: column, row, next: next).cost
  }

  private mutating func cheapestMove(to column: Int, _ row: Int, next: PackedStyle) -> CursorMove {
    var best = CursorMove.absolute(column: column, row: row)
    guard let cursor, cursor.row <= row else { return best }
    let down = row - cursor.row
    let isBeyond = cursor.column >= canvas.size.columns
    for returns in [false, true] where returns || !isBeyond {
      let start = returns ? 0 : cursor.column
      let base = (returns ? 1 : 0) + CursorMove.downCost(down)
      guard base < best.cost else { continue }
      let (way, cost) = cheapestWay(from: start, to: column, row, next: next)
      if base + cost < best.cost {
        best = CursorMove(kind: .relative(down: down, returns: returns, way), cost: base + cost)
      }
    }
    return best
  }

  private mutating func cheapestWay(
    from start: Int, to column: Int, _ row: Int, next: PackedStyle
  ) -> (way: CursorMove.Way, cost: Int) {
    let distance = column - start
    if distance == 0 { return (.stay, 0) }
    if distance < 0 {
      let cost = CursorMove.distanceCost(-distance)
      return -distance < cost ? (.backspaces(-distance), -distance) : (.back(-distance), cost)
    }
    let cost = CursorMove.distanceCost(distance)
    // From here on, CUF never costs more than it saves.
    guard distance < cost, let printed = overprintCost(start..<column, row, next: next), printed < cost else {
      return (.forward(distance), cost)
    }
    return (.overprint(from: start), printed)
  }

  /// The number of bytes for printing cells that are already shown, minus the bytes that this saves for the next
  /// character's style; nil if not possible.
  private mutating func overprintCost(_ columns: Range<Int>, _ row: Int, next: PackedStyle) -> Int? {
    let start = row * canvas.size.columns
    guard !canvas.glyphs[start + columns.lowerBound].isContinuation else { return nil }
    var (cost, last) = (0, pen)
    for index in start + columns.lowerBound..<start + columns.upperBound {
      let glyph = canvas.glyphs[index]
      if glyph.isContinuation { continue }
      guard glyph.isSettled else { return nil }
      let pen = pen(at: index)
      cost += pen.changeLength(from: last) + (glyphSet == .full ? UTF8.width(glyph.scalar) : glyph.width)
      last = pen
    }
    return cost + next.changeLength(from: last) - next.changeLength(from: pen)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    func byte(_ lead: UInt8, _ shift: UInt32) -> UInt8 { lead | UInt8(truncatingIfNeeded: value >> shift) }
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: value >> shift & 0x3F) }
    switch UTF8.width(scalar) {
    case 1: append(UInt8(truncatingIfNeeded: value))
    case 2:
      append(byte(0xC0, 6))
      append(continuation(0))
    case 3:
      append(byte(0xE0, 12))
      append(continuation(6))
      append(continuation(0))
    default:
      append(byte(0xF0, 18))
      append(continuation(12))
      append(continuation(6))
      append(continuation(0))
    }
  }
}
