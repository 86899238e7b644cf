/// The lines of a list with headings.
struct GroupedLines {
  /// A line.
  enum Line: Hashable {
    case blank
    case heading(String)
    /// The entry at this position of the list.
    case entry(Int)
  }

  private var lines: [Line] = []

  /// - Parameters:
  ///   - groups: the heading of each entry; equal ones follow each other.
  ///   - isAiry: whether there is a blank line between groups.
  init(_ groups: [String], isAiry: Bool = false) {
    for (index, group) in groups.enumerated() {
      if index == 0 || groups[index - 1] != group {
        if isAiry, index > 0 { lines.append(.blank) }
        lines.append(.heading(group))
      }
      lines.append(.entry(index))
    }
  }

  /// The lines that fit, with the selected entry in the middle where the list allows that.
  func visible(selected: Int?, count: Int) -> ArraySlice<Line> {
    let place = selected.flatMap { lines.firstIndex(of: .entry($0)) } ?? 0
    let first = max(0, min(place - count / 2, lines.count - count))
    return lines[first..<min(lines.count, first + max(0, count))]
  }

  /// The entry in a line of those that fit; nil for a heading, and behind the end.
  func entry(at line: Int, selected: Int?, count: Int) -> Int? {
    let visible = visible(selected: selected, count: count)
    guard line >= 0, line < visible.count, case .entry(let index) = visible[visible.startIndex + line] else {
      return nil
    }
    return index
  }
}
