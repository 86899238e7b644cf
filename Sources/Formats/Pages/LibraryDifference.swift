internal import Marbles

/// How the rows of two libraries differ, which had the same inputs.
///
/// It says only what ``TimelineComparison`` finds: values, an end or an error that only one of them has, or that come
/// earlier or later.
struct LibraryDifference {
  /// The name of the other library.
  private let library: String
  private let comparison: TimelineComparison
  /// When values of one instant are in another order first; nil if they never are, or if more differs.
  private let reordered: SceneTime?

  /// - Parameters:
  ///   - here: the row of marbled.
  ///   - there: the row of the other library.
  init(here: Timeline, there: Timeline, library: String) {
    self.library = library
    comparison = TimelineComparison(expected: here, actual: there)
    reordered = comparison.agrees ? Difference(row: library, expected: here, actual: there)?.time : nil
  }

  /// How a value or an end of one row differs from the other row.
  private enum Kind: Hashable {
    case onlyHere, onlyThere
    case earlier(by: SceneTime)
    case later(by: SceneTime)

    /// Nil for what is the same.
    init?(_ mark: TimelineComparison.Mark) {
      guard let here = mark.expected else {
        self = .onlyThere
        return
      }
      guard let there = mark.actual else {
        self = .onlyHere
        return
      }
      if here == there { return nil }
      self = there < here ? .earlier(by: here - there) : .later(by: there - here)
    }
  }

  /// The values and ends that a clause names; it counts the others.
  private static let most = 4
}

extension LibraryDifference: CustomStringConvertible {
  /// A sentence with values between backticks: ``` `7` at 9 s comes only here. ```
  var description: String {
    if let reordered { return "Both emit the same at the same times, in another order at \(reordered) s." }
    var groups: [(kind: Kind, marks: [TimelineComparison.Mark])] = []
    for mark in comparison.marks {
      guard let kind = Kind(mark) else { continue }
      if let index = groups.firstIndex(where: { $0.kind == kind }) {
        groups[index].marks.append(mark)
      } else {
        groups.append((kind, [mark]))
      }
    }
    if groups.isEmpty { return "Both do the same with these inputs." }
    let text = groups.map { clause($0.kind, $0.marks) }.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private func clause(_ kind: Kind, _ marks: [TimelineComparison.Mark]) -> String {
    var names = marks.prefix(Self.most).map(name)
    if marks.count > Self.most { names.append("\(marks.count - Self.most) more") }
    let list = names.count == 1 ? names[0] : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    let verb = marks.count == 1 ? "comes" : "come"
    switch kind {
    case .onlyHere: return "\(list) \(verb) only here"
    case .onlyThere: return "\(list) \(verb) only in \(library)"
    case .earlier(let time): return "\(list) \(verb) \(time) s earlier in \(library)"
    case .later(let time): return "\(list) \(verb) \(time) s later in \(library)"
    }
  }

  /// What came and when, in the row that has it, or else in that of marbled.
  private func name(of mark: TimelineComparison.Mark) -> String {
    let what =
      switch mark.happening {
      case .value(let value): "`\(DisplayText.shortened(value.description, to: 40))`"
      case .finish: "the end"
      case .error: "the error"
      }
    return "\(what) at \(mark.expected ?? mark.actual ?? mark.time) s"
  }
}
