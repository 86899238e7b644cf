/// Turns the difference between two screens into the bytes that make a terminal show the second; does no I/O.
///
/// ```swift
/// let renderer = Renderer(capabilities: capabilities)
/// session.write(renderer.bytes(from: shown, to: next))
/// ```
public struct Renderer: Sendable {
  /// What the terminal can do.
  public var capabilities: Capabilities

  /// A renderer for one terminal.
  public init(capabilities: Capabilities) {
    self.capabilities = capabilities
  }

  /// The bytes that turn `old`, which the terminal shows, into `new`; none when they look the same.
  ///
  /// - Parameter old: nil, like a canvas of another size, means that nothing is known of the screen: it is cleared.
  public func bytes(from old: Canvas?, to new: Canvas) -> [UInt8] {
    var encoder = FrameEncoder(depth: capabilities.colorDepth, ascii: capabilities.glyphs == .ascii)
    if let old, old.size == new.size {
      encoder.paint(from: old, to: new)
    } else {
      encoder.clear()
      encoder.paint(from: Canvas(size: new.size), to: new)
    }
    encoder.resetPen()
    guard capabilities.synchronizedOutput, !encoder.bytes.isEmpty else { return encoder.bytes }
    return Modes.set(2026) + encoder.bytes + Modes.reset(2026)
  }

  /// The screen as lines of text with SGR, each ended by a line feed and complete in itself, for files and scrollback.
  public static func ansi(_ canvas: Canvas, depth: ColorDepth) -> String {
    var encoder = FrameEncoder(depth: depth, ascii: false)
    for row in 0..<canvas.size.rows {
      let cells = canvas.cells[row * canvas.size.columns..<(row + 1) * canvas.size.columns]
      let end = cells.lastIndex { $0.text != " " || Pen($0.style, depth: depth) != Pen() }
      for cell in cells[..<(end.map { $0 + 1 } ?? cells.startIndex)] where !cell.isContinuation {
        encoder.write(cell.text, pen: Pen(cell.style, depth: depth))
      }
      encoder.resetPen()
      encoder.bytes.append(0x0A)
    }
    return String(decoding: encoder.bytes, as: UTF8.self)
  }
}

/// The state of the terminal while a frame is written: where its cursor stands and how it draws.
struct FrameEncoder {
  let depth: ColorDepth
  /// Whether the terminal may not be sent UTF-8, bytes of which it could take for C1 controls.
  let ascii: Bool
  var bytes: [UInt8] = []
  private var pen = Pen()
  /// Where the next character goes; nil when terminals do not agree about it.
  ///
  /// After the last column it is beyond the edge, where nothing is ever painted, so the next move is a CUP: no frame
  /// depends on the pending wrap.
  private var cursor: (column: Int, row: Int)?

  init(depth: ColorDepth, ascii: Bool) {
    self.depth = depth
    self.ascii = ascii
  }

  /// Blanks the whole screen, in the default style whatever was set before.
  mutating func clear() {
    bytes += Array("\u{1B}[m\u{1B}[H\u{1B}[2J".utf8)
    cursor = (0, 0)
  }

  mutating func resetPen() { setPen(Pen()) }

  /// Writes the cells that differ.
  ///
  /// Where a wide character went away both columns differ, as one of the old ones was a continuation: so what it
  /// covered is painted anew.
  mutating func paint(from old: Canvas, to new: Canvas) {
    let columns = new.size.columns
    for row in 0..<new.size.rows {
      for column in 0..<columns {
        let index = row * columns + column
        let (before, cell) = (old.cells[index], new.cells[index])
        if cell.isContinuation { continue }
        let isWide = new.isWide(column, row)
        if before == cell && old.isWide(column, row) == isWide { continue }
        let pen = Pen(cell.style, depth: depth)
        if before.text == cell.text && Pen(before.style, depth: depth) == pen { continue }
        paint(cell.text, pen: pen, width: isWide ? 2 : 1, column: column, row: row)
      }
    }
  }

  /// Writes characters at the cursor, wherever it is.
  mutating func write(_ text: String, pen: Pen) {
    setPen(pen)
    bytes += text.utf8
  }

  private mutating func paint(_ text: String, pen: Pen, width: Int, column: Int, row: Int) {
    let isASCII = text.utf8.count == 1
    let shown = ascii && !isASCII ? String(repeating: "?", count: width) : text
    let isAgreed = isASCII || ascii || Self.isWidthAgreed(text)
    if width == 2 && !isAgreed {
      // A terminal that takes the character for a narrow one would leave the second column as it was.
      move(to: column, row)
      write("  ", pen: pen)
      cursor = nil
    }
    move(to: column, row)
    write(shown, pen: pen)
    cursor = isAgreed ? (column + width, row) : nil
  }

  /// Terminals count sequences (emoji with selectors and joiners, flags, conjuncts) differently.
  private static func isWidthAgreed(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.count == 1 && !scalars.contains(where: DisplayWidth.isRegionalIndicator)
  }

  /// CUF or CUP, whichever is shorter, or nothing.
  private mutating func move(to column: Int, _ row: Int) {
    if let cursor, cursor == (column, row) { return }
    var move = "\u{1B}["
    if row > 0 || column > 0 { move += String(row + 1) }
    if column > 0 { move += ";\(column + 1)" }
    move += "H"
    if let cursor, cursor.row == row, cursor.column < column {
      let distance = column - cursor.column
      let forward = distance == 1 ? "\u{1B}[C" : "\u{1B}[\(distance)C"
      if forward.utf8.count <= move.utf8.count { move = forward }
    }
    bytes += move.utf8
    cursor = (column, row)
  }

  private mutating func setPen(_ new: Pen) {
    guard new != pen else { return }
    bytes += "\u{1B}[\(new.parameters(from: pen))m".utf8
    pen = new
  }
}
