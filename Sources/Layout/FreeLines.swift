/// The free cells of the lines above a row, and what takes them.
package struct FreeLines {
  /// For each line, from the one next to the row upwards: the columns that are taken. A scene of hours has many columns.
  private var taken: [Set<Int>]
  private let columns: Range<Int>

  /// - Parameters:
  ///   - count: the number of lines.
  ///   - columns: their columns.
  package init(count: Int, columns: Range<Int>) {
    taken = Array(repeating: [], count: max(0, count))
    self.columns = columns
  }

  /// The number of lines.
  var count: Int { taken.count }

  /// Takes cells of a line; those outside are ignored.
  package mutating func take(_ columns: Range<Int>, line: Int) {
    guard (1...max(1, count)).contains(line), line <= count else { return }
    taken[line - 1].formUnion(columns.clamped(to: self.columns))
  }

  /// Whether cells of a line are free.
  func isFree(_ columns: Range<Int>, line: Int) -> Bool {
    guard line >= 1, line <= count, columns.clamped(to: self.columns) == columns else { return false }
    return columns.allSatisfy { !taken[line - 1].contains($0) }
  }

  /// The free columns from `start` on in a line, at most `limit`.
  func room(from start: Int, line: Int, limit: Int) -> Int {
    guard line >= 1, line <= count, columns.contains(start) else { return 0 }
    return (start..<min(columns.upperBound, start + limit)).prefix { !taken[line - 1].contains($0) }.count
  }

  /// A place for texts, one above the other.
  package struct Place: Hashable {
    /// The line of the last text.
    package var line: Int
    /// The columns of the widest text.
    package var columns: Range<Int>
  }

  /// The place next to the row for texts whose dot is in a column: they begin there, or further left where the line ends, and
  /// nothing is between the dot and its text.
  ///
  /// - Parameters:
  ///   - isShifted: whether they may begin left of the dot.
  ///   - width: the width of the widest text.
  ///   - height: the number of texts.
  ///   - column: the column of the dot.
  ///   - base: the first line above the dot.
  package func place(width: Int, height: Int, at column: Int, from base: Int = 1, isShifted: Bool) -> Place? {
    guard width > 0, height > 0, count - height + 1 >= base else { return nil }
    for line in base...(count - height + 1) {
      // Nothing else may be between the dot and its text.
      if line > base, !isFree(column..<column + 1, line: line - 1) { return nil }
      let lines = line..<line + height
      // The farthest right first: the text begins at its dot.
      for shift in 0..<(isShifted ? width : 1) {
        let text = column - shift..<column - shift + width
        // A blank on both sides, but a line may begin and end with a text.
        let needed = (text.lowerBound - 1..<text.upperBound + 1).clamped(to: columns)
        guard text.clamped(to: columns) == text else { continue }
        if lines.allSatisfy({ isFree(needed, line: $0) }) { return Place(line: line, columns: text) }
      }
    }
    return nil
  }

  /// Takes a place, and the stem between it and its dot.
  package mutating func take(_ place: Place, height: Int, at column: Int, from base: Int = 1) {
    for line in place.line..<place.line + height { take(place.columns, line: line) }
    for line in base..<max(base, place.line) { take(column..<column + 1, line: line) }
  }
}
