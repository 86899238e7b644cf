internal import Layout
internal import Terminal

/// Shortens an expression to the available width; the least important parts are left out first.
struct ExpressionText {
  private var characters: [Character]
  private let ellipsis: Character

  /// The contents of brackets, including the brackets, and the nesting depth.
  private struct Group {
    var range: Range<Int>
    var depth: Int
    var isInClosure: Bool
  }

  /// `text` in at most `width` columns.
  ///
  /// It leaves out the bodies of closures first, the innermost arguments before outer ones: `a.flatMap {…}`. Then other
  /// arguments: `chain(a, b).animation(…)`. If that is not enough, it leaves out the last calls of a chain, and cuts off the
  /// end.
  static func fitted(_ text: String, width: Int, ellipsis: Character) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    var expression = ExpressionText(characters: Array(text), ellipsis: ellipsis)
    let steps: [(inout ExpressionText) -> Bool] = [
      { $0.leaveOutGroup(inClosure: true) }, { $0.leaveOutGroup(inClosure: false) }, { $0.leaveOutEnd() },
    ]
    for step in steps {
      while DisplayWidth.of(expression.text) > width, step(&expression) {}
    }
    return DisplayWidth.shortened(expression.text, width: width, ellipsis: ellipsis)
  }

  private var text: String { String(characters) }

  /// Replaces the contents of the innermost brackets by an ellipsis; of several, the longest.
  private mutating func leaveOutGroup(inClosure: Bool) -> Bool {
    // An ellipsis for `3` would save nothing.
    let groups = groups.filter { $0.isInClosure == inClosure && $0.range.count > 6 }
    guard let group = groups.max(by: { ($0.depth, $0.range.count) < ($1.depth, $1.range.count) }) else { return false }
    characters.replaceSubrange(group.range.lowerBound + 1..<group.range.upperBound - 1, with: [ellipsis])
    return true
  }

  /// Replaces the last calls of a chain by an ellipsis: what is left begins where the values come from.
  private mutating func leaveOutEnd() -> Bool {
    let outer = groups.filter { $0.depth == 0 }
    let dots = characters.indices.dropFirst(2).filter { index in
      characters[index] == "." && !outer.contains { $0.range.contains(index) }
    }
    guard let last = dots.last, dots.count > 1 else { return false }
    characters.replaceSubrange(last..., with: [ellipsis])
    return true
  }

  /// All brackets outside of strings.
  private var groups: [Group] {
    var groups: [Group] = []
    var open: [(start: Int, isClosure: Bool)] = []
    var isInString = false
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character == "\\", isInString { index += 1 }
      if character == "\"" { isInString.toggle() }
      if isInString {
      } else if "([{".contains(character) {
        open.append((index, character == "{"))
      } else if ")]}".contains(character), let last = open.popLast() {
        let isInClosure = last.isClosure || open.contains { $0.isClosure }
        groups.append(Group(range: last.start..<index + 1, depth: open.count, isInClosure: isInClosure))
      }
      index += 1
    }
    return groups
  }
}
