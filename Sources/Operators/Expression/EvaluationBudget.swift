internal import Marbles

/// How much work one call of a closure may still do: no loops can be written, but `map` in `map` in `map` can.
final class EvaluationBudget {
  /// The steps of one call; a step is about one value looked at.
  static let steps = 1_000_000

  private var left = EvaluationBudget.steps

  /// Takes steps away.
  ///
  /// - Throws: when there are not so many left.
  func spend(_ steps: Int, column: Int) throws(EvaluationError) {
    left -= steps
    if left < 0 {
      throw EvaluationError(column: column, message: "more than \(Self.steps) steps of work for one value")
    }
  }

  /// Takes away as many steps as `value` has parts, and gives it back.
  ///
  /// - Throws: also when it has too many.
  func charge(for value: Value, column: Int) throws(EvaluationError) -> Value {
    guard let parts = value.parts else {
      throw EvaluationError(
        column: column,
        message:
          "a value of more than \(Value.maximumParts) parts, or nested more than \(Value.nestingLimit) levels deep")
    }
    try spend(parts, column: column)
    return value
  }
}
