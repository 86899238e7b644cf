/// Two timelines as diagrams under each other, aligned by time, with a caret.
///
/// ```
/// expected  ---'(1, a)'-'(2, c)'|
/// actual    ---'(1, a)'-'(2, b)'|
///                       ^
/// ```
public struct DiagramComparison: Hashable, Sendable {
  /// A position in one of the two timelines: the index of an event, or the number of events for the end.
  public enum Place: Hashable, Sendable {
    /// In the upper timeline.
    case upper(Int)
    /// In the lower timeline.
    case lower(Int)
  }

  /// The two diagrams, without trailing blanks.
  public var lines: [String] { rows.map(DiagramTable.trimmingEnd) }

  /// The scene time of one character; nil in the absolute form, which has the time at each token.
  public private(set) var step: SceneTime?

  private var rows: [String]
  private var timelines: [Timeline]
  private var columns: Columns
  /// What is shown above the two timelines, such as the inputs that they depend on.
  private var above: [Row] = []

  private struct Row: Hashable, Sendable {
    var label: String
    var text: String
    /// Whether its columns are those of the two timelines.
    var isAligned: Bool
  }

  private struct Columns: Hashable, Sendable {
    /// The number of cells before each column.
    var edges: [Int]
    /// The column of each instant in `instants`; in the grid form, the time step gives it.
    var instants: [SceneTime]
    /// For each row and column, the indent of each token at that instant.
    var indents: [[[Int]]]
  }

  /// Lays two timelines out: in the grid form if that needs few steps, else in the absolute form.
  ///
  /// - Parameters:
  ///   - upper: the timeline of the upper line.
  ///   - lower: the timeline of the lower line.
  ///   - step: the time step to use when it divides all times; a step that is up to five times finer is taken if it does.
  ///   - dialect: the dialect to write.
  public init(_ upper: Timeline, _ lower: Timeline, step: SceneTime, dialect: Dialect = .marbled) {
    self.init(upper, lower, under: [], step: step, dialect: dialect)
  }

  /// The same, with other timelines above the two. One that has no place in their grid is not aligned, so that it does not
  /// change their form.
  package init(
    _ upper: Timeline, _ lower: Timeline, under others: [(label: String, timeline: Timeline)], step: SceneTime,
    dialect: Dialect = .marbled
  ) {
    timelines = [upper, lower]
    let all = timelines + others.map(\.timeline)
    let (shared, isGrid) = DiagramTable(rows: all.map { ("", $0) }, preferredStep: step).layout()
    let grids = zip(all, isGrid).map { timeline, isGrid in
      isGrid ? DiagramGrid(Diagram(timeline: timeline), step: shared, dialect: dialect) : nil
    }
    var lines: [String?]
    if let first = grids[0], let second = grids[1] {
      let (aligned, edges) = DiagramGrid.columns(grids.compactMap(\.self))
      var next = aligned.makeIterator()
      lines = grids.map { $0 == nil ? nil : next.next() }
      self.step = shared
      let instants = edges.indices.map {
        SceneTime(nanoseconds: first.start.nanoseconds + shared.nanoseconds * Int64($0))
      }
      let indents = [first, second].map { grid in
        grid.tokens.map { Self.indents(of: $0, from: $0.count > 1 ? 1 : 0, separator: 0) }
      }
      columns = Columns(edges: edges, instants: instants, indents: indents)
    } else {
      (lines, columns) = Self.absolute(all, dialect: dialect)
    }
    rows = lines.prefix(2).map { $0 ?? "" }
    above = zip(others, lines.dropFirst(2)).map { other, line in
      let text = line ?? Diagram(timeline: other.timeline).printed(step: step, dialect: dialect)
      return Row(label: other.label, text: text ?? other.timeline.diagram(step: step), isAligned: line != nil)
    }
  }

  /// The absolute form, with one column for each instant at which something happens.
  private static func absolute(_ timelines: [Timeline], dialect: Dialect) -> ([String?], Columns) {
    let instants = Set(timelines.flatMap(\.times)).sorted()
    var columns = Columns(edges: [], instants: instants, indents: timelines.map { _ in [] })
    var rows = timelines.map { _ in "" }
    var width = 0
    var next = timelines.map { _ in 0 }
    for time in instants {
      var cells = timelines.map { _ in "" }
      for (row, timeline) in timelines.enumerated() {
        var tokens: [String] = []
        while next[row] < timeline.events.count, timeline.events[next[row]].time == time {
          let value = timeline.events[next[row]].value
          tokens.append("\(value.token(in: dialect) ?? value.token())@\(time)")
          next[row] += 1
        }
        if timeline.end.time == time, let end = timeline.end.token(in: dialect) { tokens.append("\(end)@\(time)") }
        columns.indents[row].append(indents(of: tokens, from: 0, separator: 1))
        cells[row] = tokens.joined(separator: " ")
      }
      let cellWidth = (cells.map(DisplayText.width).max() ?? 0) + 1
      for (row, cell) in cells.enumerated() {
        rows[row] += cell + String(repeating: " ", count: cellWidth - DisplayText.width(cell))
      }
      columns.edges.append(width)
      width += cellWidth
    }
    return (rows, columns)
  }

  private static func indents(of tokens: [String], from start: Int, separator: Int) -> [Int] {
    var indent = start
    return tokens.map { token in
      defer { indent += DisplayText.width(token) + separator }
      return indent
    }
  }

  /// The number of cells before the token at `place`.
  public func column(of place: Place) -> Int {
    let (row, index) =
      switch place {
      case .upper(let index): (0, index)
      case .lower(let index): (1, index)
      }
    let timeline = timelines[row]
    let isEvent = index < timeline.events.count
    guard let time = isEvent ? timeline.events[index].time : timeline.end.time,
      let column = columns.instants.firstIndex(of: time)
    else { return DisplayText.width(lines[row]) }
    let first = timeline.events.firstIndex { $0.time == time } ?? index
    return columns.edges[column] + columns.indents[row][column][index - first]
  }
}

extension DiagramComparison {
  /// The two lines with their labels, and a caret under `place`.
  ///
  /// - Parameters:
  ///   - labels: the labels in front of the lines.
  ///   - place: the position of the caret.
  ///   - width: the maximum number of cells of each diagram; `…` marks what is cut off.
  public func picture(labels: (upper: String, lower: String), caret place: Place, width: Int = 100) -> String {
    let parts = parts(labels: labels, caret: place, width: width)
    return (parts.above + parts.compared).joined(separator: "\n")
  }

  /// The lines of ``picture(labels:caret:width:)``: what is above the two timelines, and these with the caret.
  ///
  /// - Parameters:
  ///   - labels: the labels in front of the two timelines.
  ///   - place: the position of the caret; nil for none, and for lines that begin at their beginning.
  ///   - width: the maximum number of cells of each diagram.
  ///   - margin: the least number of cells before each diagram.
  package func parts(
    labels: (upper: String, lower: String), caret place: Place?, width: Int = 100, margin least: Int = 0
  ) -> (above: [String], compared: [String]) {
    let caret = place.map(column)
    let widest = (lines + above.filter(\.isAligned).map(\.text)).map(DisplayText.width).max() ?? 0
    // A third of the space is for what follows the caret.
    let start = widest <= width ? 0 : max(0, min((caret ?? 0) - width * 2 / 3, widest - width))
    let labelWidth = ([labels.upper, labels.lower] + above.map(\.label)).map(DisplayText.width).max() ?? 0
    let margin = max(least, labelWidth + 2)
    func labelled(_ label: String, _ line: String, from start: Int) -> String {
      let padding = String(repeating: " ", count: margin - DisplayText.width(label))
      return DiagramTable.trimmingEnd(label + padding + Self.cut(line, from: start, width: width))
    }
    var compared = zip([labels.upper, labels.lower], lines).map { labelled($0, $1, from: start) }
    if let caret { compared.append(String(repeating: " ", count: margin + caret - start) + "^") }
    return (above.map { labelled($0.label, $0.text, from: $0.isAligned ? start : 0) }, compared)
  }

  /// `width` cells of `line`, starting at `start`.
  private static func cut(_ line: String, from start: Int, width: Int) -> String {
    var result = start > 0 ? "…" : ""
    var column = 0
    let total = DisplayText.width(line)
    if start > 0, total <= start { return "" }
    let first = start > 0 ? start + 1 : 0
    let last = total > start + width ? start + width - 1 : start + width
    for character in line {
      let next = column + DisplayText.width(character)
      if column >= first, next <= last {
        result.append(character)
      } else if next > first, column < last {
        // Half of a wide character.
        result += String(repeating: " ", count: min(next, last) - max(column, first))
      }
      column = next
    }
    return total > start + width ? result + "…" : result
  }
}
