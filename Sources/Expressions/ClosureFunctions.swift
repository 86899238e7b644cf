internal import Marbles
internal import Operators

/// The functions that closures may call.
enum ClosureFunctions {
  static let names = [
    "Int", "Double", "String", "abs", "min", "max", "round", "floor", "ceil", "sqrt", "pow", "log", "log2", "log10",
    "exp", "Date",
  ]

  static func call(_ name: String, _ arguments: [Value], column: Int) throws(EvaluationError) -> Value {
    func fail(_ message: String) -> EvaluationError { EvaluationError(column: column, message: message) }
    guard names.contains(name) else {
      throw fail("no function is called `\(name)`\(Suggestion.clause(for: name, among: names))")
    }
    guard let first = arguments.first else { throw fail("`\(name)` needs a value") }
    if arguments.contains(.null), name != "String" { return .null }
    switch (name, first) {
    case ("String", _): return .string(first.description)
    case ("Int", .string(let text)): return Int(text).map { .int($0) } ?? .null
    case ("Double", .string(let text)): return Double(text).flatMap { $0.isFinite ? .double($0) : nil } ?? .null
    case ("Int", .int), ("Double", .double): return first
    case ("Int", .double(let double)):
      guard let int = Int(exactly: double.value.rounded(.towardZero)) else {
        throw fail("\(double.value) doesn't fit in an Int")
      }
      return .int(int)
    case ("Double", .int(let int)): return .double(Double(int))
    case ("abs", .int(let int)) where int != .min: return .int(abs(int))
    case ("abs", .double(let double)): return .double(abs(double.value))
    case (_, _) where Mathematics.names.contains(name):
      if let result = try Mathematics.call(name, arguments, column: column) { return result }
    case ("min", _), ("max", _):
      var best = first
      for value in arguments.dropFirst() {
        guard let order = value.compared(with: best) else {
          throw fail("can't compare \(value.kindName) and \(best.kindName)")
        }
        if name == "min" ? order < 0 : order > 0 { best = value }
      }
      return best
    default: break
    }
    throw fail("`\(name)` can't be applied to \(first.kindName)")
  }
}
