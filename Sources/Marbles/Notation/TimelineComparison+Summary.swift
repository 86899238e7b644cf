/// The summary of a comparison: counts, then what is wrong, then what else came.
extension TimelineComparison: CustomStringConvertible {
  /// The most differences of a kind that a summary names; it counts the others.
  private static let most = 5

  /// How many of what was expected are right, what is wrong with the others, and what came besides:
  /// `3 of 4 are right; 2 came at 5 s, 1.5 s too early; 1 more came: the end at 6 s`, or for a prediction
  /// `3 of 3 are right; 2 more events are missing: (2, y) at 4 s and the end at 6 s`. What is not ``known`` yet is only
  /// counted: `3 of 3 are right; 2 more events are missing`.
  package var description: String {
    let (wrongValues, wrong, others) = differences
    let count = marks.count { $0.expected != nil }
    guard !(wrongValues.isEmpty && wrong.isEmpty && others.isEmpty) else {
      return count == 0 ? "nothing, as \(isPrediction ? "predicted" : "expected")" : "all \(count) are right"
    }
    let right = marks.count { $0.verdict == .right }
    let counted = count == 0 ? [] : ["\(right) of \(count) \(right == 1 ? "is" : "are") right"]
    let told =
      wrongValues.map { (time: $0.expected.time, text: sentence(of: $0.expected, insteadOf: $0.actual)) }
      + wrong.map { (time: $0.time, text: sentence(of: $0)) }
    let clauses = told.sorted { $0.time < $1.time }.map(\.text)
    let rest = clauses.count - Self.most
    return
      (counted + clauses.prefix(Self.most) + (rest > 0 ? ["\(rest) more \(rest == 1 ? "is" : "are") wrong"] : [])
      + (others.isEmpty ? [] : [sentence(ofOthers: others)])).joined(separator: "; ")
  }

  /// What differs: values in whose place another one came, the others that were expected and are not right, and what came
  /// besides.
  private var differences: (values: [(expected: Mark, actual: Mark)], wrong: [Mark], others: [Mark]) {
    var (values, wrong, others) = ([(expected: Mark, actual: Mark)](), [Mark](), [Mark]())
    var unexpected: [SceneTime: [Mark]] = [:]
    for mark in marks.reversed() where mark.verdict == .unexpected {
      if mark.isValue { unexpected[mark.time, default: []].append(mark) } else { others.append(mark) }
    }
    for mark in marks where mark.expected != nil && mark.verdict != .right {
      if mark.verdict == .missing, mark.isValue, let actual = unexpected[mark.time]?.popLast() {
        values.append((mark, actual))
      } else {
        wrong.append(mark)
      }
    }
    others += unexpected.values.joined()
    others.sort { $0.precedes($1) }
    return (values, wrong, others)
  }

  private func sentence(of expected: Mark, insteadOf actual: Mark) -> String {
    isHidden(actual)
      ? "another value than \(expected.name) came at \(expected.time) s"
      : "\(actual.name) came at \(expected.time) s, and not \(expected.name)"
  }

  /// What came besides, with the values and times that the reader may know.
  private func sentence(ofOthers marks: [Mark]) -> String {
    let count = marks.count
    // Values are often numbers: `1 is missing` would name one.
    let counted =
      "\(count) \(self.marks.count == count ? "" : "more ")"
      + (isPrediction ? "\(count == 1 ? "event is" : "events are") missing" : "came")
    var named = marks.filter { !isHidden($0) }.prefix(Self.most).map { "\($0.name) at \($0.time) s" }
    guard let last = named.popLast() else { return counted }
    let rest = count - named.count - 1
    let list = rest > 0 ? named + [last, "\(rest) more"] : named + [last]
    return "\(counted): "
      + (list.count == 1 ? last : "\(list.dropLast().joined(separator: ", ")) and \(list[list.count - 1])")
  }
}
