internal import Layout
internal import Marbles
package import Terminal

/// Draws a line that is being edited over the last rows of a picture: candidates, the text, a note, and the keys.
struct EditLinePainter {
  let line: EditLine
  let palette: CellPalette

  /// The maximum number of candidates to show.
  private static let mostCandidates = 8
  private var glyphs: Glyphs { palette.glyphs }

  /// Draws the line.
  ///
  /// - Returns: the place of the cursor.
  func draw(on canvas: inout Canvas) -> TerminalModes.Position {
    let size = canvas.size
    let bottom = size.rows - 1
    let isTight = size.rows < TimelineLayout.leastRoomy
    let row = max(0, bottom - (isTight ? 1 : 2))
    canvas.fill(columns: 0..<size.columns, rows: row..<size.rows)
    if row > 1, !isTight {
      canvas.fill(
        columns: 0..<size.columns, rows: row - 1..<row,
        with: Cell(glyphs.solid.horizontal, style: Style(foreground: palette.theme.muted)))
    }
    let prompt = DisplayWidth.shortened(line.prompt, width: size.columns / 2, ellipsis: glyphs.ellipsis)
    let start = 1 + canvas.put(prompt, column: 1, row: row, style: Style(foreground: palette.theme.accent)) + 1
    let view = TextWindow(line.text, cursor: line.cursor, width: max(4, size.columns - start - 1))
    canvas.put(view.text, column: start, row: row, style: Style(bold: true), maxWidth: size.columns - start)
    for (column, isCut) in [(start - 1, view.isCutBefore), (size.columns - 1, view.isCutBehind)] where isCut {
      canvas.put(
        String(glyphs.ellipsis), column: column, row: row, style: Style(foreground: palette.theme.muted))
    }
    if !isTight { canvas.putKeys(line.keys, row: bottom, theme: palette.theme) }
    drawNote(view, start: start, row: isTight ? bottom : row + 1, on: &canvas)
    drawCandidates(above: row, column: start + view.column, on: &canvas)
    return TerminalModes.Position(column: min(size.columns - 1, start + view.column), row: row)
  }

  private func drawNote(_ view: TextWindow, start: Int, row: Int, on canvas: inout Canvas) {
    let width = canvas.size.columns
    let muted = Style(foreground: palette.theme.muted)
    switch line.note {
    case .hint(let text):
      canvas.put(
        DisplayWidth.shortened(text, width: width - start - 1, ellipsis: glyphs.ellipsis), column: start, row: row,
        style: muted)
    case .signature(let text, let parameter):
      let characters = Array(text)
      let strong = (parameter ?? 0..<0).clamped(to: 0..<characters.count)
      var column = start
      for (part, style) in [
        (characters[..<strong.lowerBound], muted), (characters[strong], Style(bold: true)),
        (characters[strong.upperBound...], muted),
      ] {
        column += canvas.put(String(part), column: column, row: row, style: style, maxWidth: width - column - 1)
      }
    case .problem(let text, let place):
      let caret = place.map { min(width - 2, start + view.column(of: $0)) }
      draw(text, at: caret, start: start, row: row, on: &canvas)
    }
  }

  /// Draws a problem, with a caret where it is. A text that is too long continues in the row of the keys.
  private func draw(_ problem: String, at caret: Int?, start: Int, row: Int, on canvas: inout Canvas) {
    let (width, needed) = (canvas.size.columns, DisplayWidth.of(problem))
    let style = Style(foreground: palette.theme.alarm)
    var place = caret.map { $0 + 2 } ?? start
    if let caret {
      canvas.put("^", column: caret, row: row, style: Style(foreground: palette.theme.alarm, bold: true))
      if place + needed >= width, needed <= caret - 2 {
        canvas.put(problem, column: caret - 1 - needed, row: row, style: style)
        return
      }
    }
    guard place + needed >= width, row + 1 < canvas.size.rows else {
      canvas.put(
        DisplayWidth.shortened(problem, width: width - place - 1, ellipsis: glyphs.ellipsis), column: place, row: row,
        style: style)
      return
    }
    // Far at the right, words would be cut after a few characters.
    if width - place < Self.leastProblem { place = 1 }
    let first = place == 1 ? row + 1 : row
    canvas.fill(columns: 0..<width, rows: row + 1..<row + 2)
    let rest = problem.dropFirst(place == 1 ? 0 : Self.split(problem, width: width - place - 1))
    if first == row {
      canvas.put(String(problem.dropLast(rest.count)), column: place, row: row, style: style)
    }
    canvas.put(
      DisplayWidth.shortened(String(rest.trimmed), width: width - 2, ellipsis: glyphs.ellipsis), column: 1,
      row: row + 1,
      style: style)
  }

  /// The least columns for the beginning of a problem beside its caret.
  private static let leastProblem = 16

  /// The number of characters of whole words that fit into some columns.
  private static func split(_ text: String, width: Int) -> Int {
    var (columns, end) = (0, 0)
    for (index, character) in text.enumerated() {
      columns += DisplayWidth.of(String(character))
      guard columns <= width else { break }
      if character == " " { end = index + 1 }
    }
    return end
  }

  /// Draws the candidates in a frame above the text, the chosen one in view.
  private func drawCandidates(above row: Int, column: Int, on canvas: inout Canvas) {
    // On a small screen the note below the text shows the chosen one, and the picture stays visible.
    let room = canvas.size.rows < EditLine.leastRoomy ? 0 : min(Self.mostCandidates, canvas.size.rows / 4, row - 4)
    guard !line.candidates.isEmpty, room > 0 else { return }
    let count = min(room, line.candidates.count)
    let first = max(0, min((line.chosen ?? 0) - count / 2, line.candidates.count - count))
    let shown = line.candidates[first..<first + count]
    let titles = shown.map { DisplayWidth.of($0.title) }.max() ?? 0
    let details = shown.map { DisplayWidth.of($0.detail) }.max() ?? 0
    let width = min(canvas.size.columns - 2, titles + details + 6)
    let left = max(1, min(column - 2, canvas.size.columns - 1 - width))
    let bounds = CellBounds(columns: left..<left + width, rows: row - count - 2..<row)
    canvas.drawFrame(bounds, glyphs.solid, style: Style(foreground: palette.theme.muted))
    for (offset, candidate) in shown.enumerated() {
      let line = bounds.rows.lowerBound + 1 + offset
      let isChosen = self.line.chosen == first + offset
      if isChosen {
        canvas.put(
          String(glyphs.selection), column: left + 1, row: line,
          style: Style(foreground: palette.theme.accent, bold: true))
      }
      canvas.put(
        candidate.title, column: left + 2, row: line, style: Style(bold: true, underline: isChosen),
        maxWidth: width - 3)
      let place = left + 2 + titles + 2
      canvas.put(
        DisplayWidth.shortened(candidate.detail, width: left + width - 1 - place, ellipsis: glyphs.ellipsis),
        column: place, row: line, style: Style(foreground: palette.theme.muted))
    }
    let hidden = line.candidates.count - count
    guard hidden > 0, width > 16 else { return }
    canvas.put(
      " \(hidden) more ", column: left + 2, row: bounds.rows.lowerBound, style: Style(foreground: palette.theme.muted))
  }
}

/// The part of a text that fits into a line, with the cursor in it.
private struct TextWindow {
  let text: String
  /// The column of the cursor in the part.
  let column: Int
  let isCutBefore, isCutBehind: Bool
  private let characters: [Character]
  private let first: Int

  init(_ text: String, cursor: Int, width: Int) {
    characters = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let cursor = max(0, min(characters.count, cursor))
    // One column stays free for the cursor behind the last character, and some text stays visible behind the cursor.
    let behind = Self.columns(of: characters[cursor...].prefix(width))
    var (first, used) = (cursor, 1)
    while first > 0 {
      let next = Self.columns(of: characters[first - 1])
      guard used + next <= max(width * 3 / 4, width - behind) else { break }
      used += next
      first -= 1
    }
    var end = first
    var total = 0
    while end < characters.count,
      total + Self.columns(of: characters[end]) <= width - (end == characters.count - 1 ? 0 : 1)
    {
      total += Self.columns(of: characters[end])
      end += 1
    }
    self.first = first
    self.text = String(characters[first..<end])
    column = Self.columns(of: characters[first..<cursor])
    (isCutBefore, isCutBehind) = (first > 0, end < characters.count)
  }

  /// The column of a character of the whole text, at least 0.
  func column(of character: Int) -> Int {
    let place = max(first, min(characters.count, character))
    return Self.columns(of: characters[first..<place])
  }

  private static func columns(of character: Character) -> Int {
    DisplayWidth.of(DisplayWidth.escaped(String(character)))
  }
  private static func columns(of characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + columns(of: $1) }
  }
}

extension SceneDrawing {
  /// Draws a line that is being edited over a picture.
  ///
  /// - Returns: the place of the cursor.
  package func draw(_ line: EditLine, on canvas: inout Canvas) -> TerminalModes.Position {
    EditLinePainter(line: line, palette: palette).draw(on: &canvas)
  }
}
