internal import Layout
internal import Terminal

/// The expression of a row and notes about the row, within the lines and columns that the layout has for them.
struct ExpressionLabel {
  /// The cells that the text covers.
  let bounds: CellBounds
  private let texts: [String]
  private let isTrailing: Bool

  /// - Parameters:
  ///   - expression: the expression; nil for an input.
  ///   - notes: short texts after the expression.
  ///   - lines: the rows of cells.
  ///   - columns: the columns that it may cover.
  ///   - isTrailing: whether the text is at the right end of the columns, as names are.
  init?(
    _ expression: String?, notes: [String], lines: Range<Int>, columns: Range<Int>, isTrailing: Bool, glyphs: Glyphs
  ) {
    let separator = " \(glyphs.dot) "
    let notes = notes.joined(separator: separator)
    guard expression != nil || !notes.isEmpty, !lines.isEmpty, !columns.isEmpty else { return nil }
    let width = columns.count
    var texts =
      expression.map {
        Self.lines(of: $0, width: width, count: lines.count, suffix: notes.isEmpty ? "" : separator + notes, glyphs)
      } ?? []
    if expression == nil { texts = [DisplayWidth.shortened(notes, width: width, ellipsis: glyphs.ellipsis)] }
    let longest = texts.map(DisplayWidth.of).max() ?? 0
    let covered =
      isTrailing
      ? columns.upperBound - longest..<columns.upperBound
      : columns.lowerBound..<columns.lowerBound + longest
    bounds = CellBounds(columns: covered, rows: lines.lowerBound..<lines.lowerBound + texts.count)
    (self.texts, self.isTrailing) = (texts, isTrailing)
  }

  /// The expression in one line, or in two if it does not fit in one.
  private static func lines(
    of expression: String, width: Int, count: Int, suffix: String, _ glyphs: Glyphs
  ) -> [String] {
    let whole = expression + suffix
    if DisplayWidth.of(whole) <= width { return [whole] }
    guard count > 1 else {
      let room = max(width / 2, width - DisplayWidth.of(suffix))
      let text = ExpressionText.fitted(expression, width: room, ellipsis: glyphs.ellipsis) + suffix
      return [DisplayWidth.shortened(text, width: width, ellipsis: glyphs.ellipsis)]
    }
    // The first line ends where a call or an argument does; a line may be left unused up to a third.
    for room in stride(from: 2 * width, to: width, by: -1) {
      let text = ExpressionText.fitted(expression, width: room, ellipsis: glyphs.ellipsis)
      if let place = split(text, width: width), DisplayWidth.of(text.suffix(from: place) + suffix) <= width {
        return [String(text[..<place]).trimmingTrailingBlank, String(text[place...]) + suffix]
      }
    }
    return lines(of: expression, width: width, count: 1, suffix: suffix, glyphs)
  }

  /// The last place within `width` columns where a text may be broken: before a dot, or after a blank; not before a
  /// lone bracket, if there is another place.
  private static func split(_ text: String, width: Int) -> String.Index? {
    var (used, places) = (0, [String.Index]())
    var previous: Character = " "
    for index in text.indices {
      let isCall = text[index] == "." && (previous == ")" || previous == "}" || previous.isLetter)
      if index > text.startIndex, isCall || previous == " ", used <= width + (previous == " " ? 1 : 0) {
        places.append(index)
      }
      used += DisplayWidth.of(text[index])
      if used > width + 1 { break }
      previous = text[index]
    }
    return places.last { text.suffix(from: $0).count > 3 } ?? places.last
  }

  func draw(_ style: Style, on surface: inout Surface) {
    for (row, text) in zip(bounds.rows, texts) {
      let column = isTrailing ? bounds.columns.upperBound - DisplayWidth.of(text) : bounds.columns.lowerBound
      surface.put(text, column: column, row: row, style: style)
    }
  }
}

extension String {
  fileprivate var trimmingTrailingBlank: String { last == " " ? String(dropLast()) : self }
}
