internal import Marbles
internal import Operators
internal import Platform

/// The functions of mathematics that closures may call. Their results are Doubles.
enum Mathematics {
  /// Functions of one number whose result is a Double.
  private static let ofOneNumber: [String: @Sendable (Double) -> Double] = [
    "round": { $0.rounded() }, "floor": { $0.rounded(.down) }, "ceil": { $0.rounded(.up) }, "sqrt": { $0.squareRoot() },
    "log": { log($0) }, "log2": { log2($0) }, "log10": { log10($0) }, "exp": { exp($0) },
  ]

  /// The names of all of them.
  static let names = Set(ofOneNumber.keys).union(["pow"])

  /// Calls a function; nil when the arguments don't fit.
  ///
  /// - Throws: ``EvaluationError`` when the result is no finite number.
  static func call(_ name: String, _ arguments: [Value], column: Int) throws(EvaluationError) -> Value? {
    let numbers = arguments.compactMap(\.number)
    guard numbers.count == arguments.count else { return nil }
    if name == "pow", numbers.count == 2 { return try finite(pow(numbers[0], numbers[1]), of: name, column: column) }
    guard numbers.count == 1, let function = ofOneNumber[name] else { return nil }
    return try finite(function(numbers[0]), of: name, column: column)
  }

  private static func finite(_ number: Double, of name: String, column: Int) throws(EvaluationError) -> Value {
    guard number.isFinite else {
      throw EvaluationError(column: column, message: "`\(name)` is not a finite number here")
    }
    return .double(number)
  }
}
