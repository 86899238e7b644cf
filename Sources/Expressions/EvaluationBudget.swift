internal import Marbles

/// What one evaluation may spend. Every closure ends, but without this not every one soon: what is written in a line can
/// double a string sixty times, or go through a hundred thousand numbers a hundred thousand times.
///
/// Time and memory are both bounded, as whatever is made, gone through or compared is paid for by its size.
///
/// Not Sendable: an evaluation happens in one go, on one thread.
final class EvaluationBudget {
  /// How many steps there are: about half a second of work.
  static let steps = 1_000_000
  /// So many bytes of a string cost a step.
  static let bytesPerStep = 16

  private var left = EvaluationBudget.steps

  /// Pays for `steps`.
  func spend(_ steps: Int = 1, column: Int) throws(EvaluationError) {
    left -= steps
    if left < 0 {
      throw EvaluationError(column: column, message: "takes more than 1,000,000 steps")
    }
  }

  /// Pays for going through all of `value`, and checks that it is no deeper than what can be written down.
  func spend(on value: Value, depth: Int = 0, column: Int) throws(EvaluationError) {
    switch value {
    case .null, .bool, .int, .double: return
    case .string(let text): try spend(text.utf8.count / Self.bytesPerStep, column: column)
    case .array(let elements), .tuple(let elements):
      try enter(depth, column: column)
      for element in elements { try spend(onPart: element, depth: depth, column: column) }
    case .object(let members):
      try enter(depth, column: column)
      for member in members.values { try spend(onPart: member, depth: depth, column: column) }
    }
  }

  /// Pays for finding `part` in `text`, which may mean to compare it at every place.
  func spend(finding part: String, in text: String, column: Int) throws(EvaluationError) {
    let (steps, overflow) = (text.utf8.count / Self.bytesPerStep)
      .multipliedReportingOverflow(by: part.utf8.count / Self.bytesPerStep)
    try spend(overflow ? .max / 2 : steps, column: column)
  }

  private func enter(_ depth: Int, column: Int) throws(EvaluationError) {
    if depth == Value.nestingLimit {
      throw EvaluationError(column: column, message: "nested deeper than \(Value.nestingLimit) levels")
    }
  }

  private func spend(onPart part: Value, depth: Int, column: Int) throws(EvaluationError) {
    try spend(column: column)
    try spend(on: part, depth: depth + 1, column: column)
  }
}
