internal import Marbles

/// The meaning of names inside a closure.
public struct Scope: Hashable, Sendable {
  /// Named parameters, including those of enclosing closures.
  var names: [String: Value] = [:]
  /// `$0`, `$1`, … of the innermost closure that uses them.
  var anonymous: [Value] = []

  /// A scope without parameters.
  public static let empty = Scope()

  /// The scope of the body of `closure`, called with `arguments`.
  ///
  /// A single tuple is destructured when the closure names more parameters than there are arguments, as in Swift.
  func entering(_ closure: Syntax.Closure, with arguments: [Value], column: Int) throws(EvaluationError) -> Scope {
    var arguments = arguments
    let arity = closure.arity
    if arguments.count == 1, arity > 1, case .tuple(let elements) = arguments[0], elements.count >= arity {
      arguments = elements
    }
    if arity > arguments.count || (closure.parameters != nil && arity != arguments.count) {
      throw EvaluationError(
        column: column, message: "the closure takes \(arity) values, but gets \(arguments.count)")
    }
    var scope = self
    if let parameters = closure.parameters {
      for (name, value) in zip(parameters, arguments) where name != "_" { scope.names[name] = value }
    } else {
      scope.anonymous = arguments
    }
    return scope
  }
}
