internal import Marbles
internal import Operators

/// Methods of objects, which count by key in `reduce` and `reductions`.
enum ObjectMethods {
  /// Calls a method; nil when it is none of these.
  static func call(
    _ name: String, of value: Value, _ arguments: [Syntax.Argument], with evaluator: Evaluator, column: Int
  ) throws(EvaluationError) -> Value? {
    guard case .object(let members) = value, name == "merging" else { return nil }
    guard arguments.count == 2, [nil, "uniquingKeysWith"].contains(arguments[1].label),
      arguments[1].value.isClosureLike, case .object(let others) = try evaluator.value(arguments[0].value)
    else {
      throw EvaluationError(
        column: column, message: "`merging` takes an object and a closure, as in merging([\"a\": 1]) { $0 + $1 }")
    }
    try evaluator.budget.spend(members.count + others.count, column: column)
    var merged = members.dictionary
    for (name, value) in others.dictionary.sorted(by: { $0.key < $1.key }) {
      if let old = merged[name] {
        merged[name] = try evaluator.call(arguments[1].value, [old, value])
      } else {
        merged[name] = value
      }
    }
    return .object(Members(merged))
  }
}
