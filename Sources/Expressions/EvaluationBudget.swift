internal import Marbles

/// Limits the cost of all evaluations of a run together: many events of one instant could each spend a whole
/// ``EvaluationBudget``, and a run can be stopped only between instants.
///
/// @unchecked Sendable: used by jobs of the run's executor, which run one after the other.
public final class RunBudget: @unchecked Sendable {
  /// The number of steps.
  public let steps: Int
  private var left: Int

  /// Creates a budget of this many steps.
  public init(steps: Int) { (self.steps, left) = (steps, steps) }

  fileprivate func spend(_ steps: Int, column: Int) throws(EvaluationError) {
    left -= min(steps, left + 1)
    if left < 0 {
      throw EvaluationError(column: column, message: "the closures of this run take more than \(self.steps) steps")
    }
  }
}

/// Limits the cost of one evaluation. Every closure terminates, but could take very long without a limit: one line can
/// double a string sixty times, or run through a hundred thousand numbers a hundred thousand times.
///
/// The budget bounds both time and memory, as creating, traversing or comparing a value costs steps by its size.
///
/// Not Sendable: an evaluation runs without suspension, on one thread.
final class EvaluationBudget {
  /// The number of steps: about half a second of work.
  static let steps = 1_000_000
  /// How many bytes of a string cost one step.
  static let bytesPerStep = 16

  private let limit: Int
  private var left: Int
  private let run: RunBudget?

  /// Creates a budget of this many steps.
  ///
  /// - Parameter run: the budget of all evaluations of a run; nil for none.
  init(steps: Int = EvaluationBudget.steps, of run: RunBudget? = nil) {
    (limit, left, self.run) = (steps, steps, run)
  }

  /// Spends `steps`.
  func spend(_ steps: Int = 1, column: Int) throws(EvaluationError) {
    try run?.spend(steps, column: column)
    left -= steps
    if left < 0 {
      throw EvaluationError(
        column: column,
        message: "the evaluation takes more than \(limit == Self.steps ? "1,000,000" : "\(limit)") steps")
    }
  }

  /// Spends the steps for traversing `value`, and checks that it is not nested deeper than values can be written.
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

  /// Spends the steps for searching `part` in `text`, which may compare it at every position.
  func spend(finding part: String, in text: String, column: Int) throws(EvaluationError) {
    let (steps, overflow) = (text.utf8.count / Self.bytesPerStep)
      .multipliedReportingOverflow(by: part.utf8.count / Self.bytesPerStep)
    try spend(overflow ? .max / 2 : steps, column: column)
  }

  private func enter(_ depth: Int, column: Int) throws(EvaluationError) {
    if depth == Value.nestingLimit {
      throw EvaluationError(column: column, message: "the value is nested deeper than \(Value.nestingLimit) levels")
    }
  }

  private func spend(onPart part: Value, depth: Int, column: Int) throws(EvaluationError) {
    try spend(column: column)
    try spend(on: part, depth: depth + 1, column: column)
  }
}
