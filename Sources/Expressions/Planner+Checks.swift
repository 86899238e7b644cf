internal import Marbles
internal import Operators

// Checks, before a stream runs, what is computed only while it runs.
extension Planner {
  func check(closure syntax: Syntax, arity: Int, of called: Operator) throws(ExpressionError) {
    guard case .closure(let closure) = syntax.kind else { return }
    let count = closure.arity
    // A closure over one value may destructure a tuple.
    if count > arity, arity != 1 || count > 16 {
      throw error("the closure of `\(called.name)` takes \(arity) values, not \(count)", at: syntax)
    }
    if let named = closure.parameters, named.count != arity, arity != 1 {
      throw error("the closure of `\(called.name)` takes \(arity) values, not \(named.count)", at: syntax)
    }
    try inside(closure).check(names: closure.body)
  }

  /// The planner of the body of a closure, whose parameters hide those of the closures around it.
  ///
  /// - Parameter group: the parameter that is a stream; nil when all are values.
  func inside(_ closure: Syntax.Closure, group: String? = nil) -> Planner {
    var inner = self
    inner.isInClosure = true
    inner.groups.subtract(closure.parameters ?? ["$1"])
    inner.parameters.formUnion(closure.parameters ?? [])
    if let group, group != "_" {
      inner.parameters.remove(group)
      inner.groups.insert(group)
    }
    return inner
  }

  /// Computes a constant value to find its errors early.
  func check(value syntax: Syntax) throws(ExpressionError) {
    try check(names: syntax)
    guard !isInClosure else { return }
    do throws(EvaluationError) {
      _ = try Evaluator(scope: .empty, of: constants).value(syntax)
    } catch {
      throw ExpressionError(text: text, column: error.column, message: error.message)
    }
  }

  /// The names of shells, one of which stands where `$0` was written in double quotes.
  private static let shells: Set = ["sh", "bash", "zsh", "dash", "ksh", "fish"]

  /// Checks that all names and methods in a closure's body exist.
  // It recurs for each part of a long chain, so what needs a large frame is in other functions.
  func check(names syntax: Syntax) throws(ExpressionError) {
    switch syntax.kind {
    case .closure(let closure): try inside(closure).check(names: closure.body)
    case .block(let bindings, let result): try check(bindings: bindings, result)
    default: for part in try checkedParts(of: syntax) { try check(names: part) }
    }
  }

  private func check(bindings: [Syntax.Binding], _ result: Syntax) throws(ExpressionError) {
    var inner = self
    for binding in bindings {
      try inner.check(names: binding.value)
      inner.parameters.insert(binding.name)
      inner.groups.remove(binding.name)
    }
    try inner.check(names: result)
  }

  /// The parts of an expression whose names are to be checked, too, after its own.
  private func checkedParts(of syntax: Syntax) throws(ExpressionError) -> [Syntax] {
    switch syntax.kind {
    case .name(let name) where groups.contains(name): throw misused(name, at: syntax)
    case .parameter(let index) where groups.contains("$\(index)"): throw misused("$\(index)", at: syntax)
    case .name(let name) where !parameters.contains(name) && !ClosureFunctions.names.contains(name):
      let known = parameters.sorted() + ClosureFunctions.names
      let suggestion =
        Self.shells.contains(name)
        ? "; a shell replaces `$0` by its name in double quotes, so write the expression in single quotes"
        : Suggestion.clause(for: name, among: known)
      throw error("no variable or function is called `\(name)` in a closure\(suggestion)", at: syntax)
    case .implicitMember(let name):
      let clause = isInClosure ? "; write `\(parameters.sorted().first ?? "$0").\(name)`" : ""
      throw error("`.\(name)` can't be used as a value\(clause)", at: syntax)
    case .call(let callee, let arguments) where callee.kind == .name("Date"):
      guard arguments.count == 2, arguments[1].value.kind == .implicitMember("iso8601") else {
        throw error("expected `Date(text, strategy: .iso8601)`", at: syntax)
      }
      return [arguments[0].value]
    case .call(let callee, let arguments):
      guard case .member(let base, let name) = callee.kind else { return [callee] + arguments.map(\.value) }
      let known = ClosureMembers.methods + ClosureMembers.properties
      guard ClosureMembers.methods.contains(name) else {
        throw error("values have no method `\(name)`\(Suggestion.clause(for: name, among: known))", at: callee)
      }
      return [base] + arguments.map(\.value)
    default: return syntax.children
    }
  }

  private func misused(_ group: String, at syntax: Syntax) -> ExpressionError {
    error("`\(group)` is a stream, not a value; transform its values, as in `\(group).map { $0 }`", at: syntax)
  }
}
