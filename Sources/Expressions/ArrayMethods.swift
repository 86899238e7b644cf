internal import Marbles
internal import Operators

/// Methods of arrays that call closures, and statistics.
enum ArrayMethods {
  /// Calls a method; nil when it is none of these.
  static func call(
    _ name: String, of value: Value, _ arguments: [Syntax.Argument], with evaluator: Evaluator, column: Int
  ) throws(EvaluationError) -> Value? {
    guard case .array(let elements) = value else { return nil }
    switch name {
    case "map", "filter":
      guard let closure = arguments.first?.value else { return nil }
      return .array(try name == "map" ? mapped(elements, closure, evaluator) : kept(elements, closure, evaluator))
    case "reduce":
      guard arguments.count == 2, !arguments[0].value.isClosureLike else { return nil }
      return try elements.reduce(evaluator.value(arguments[0].value), evaluator, arguments[1].value)
    default: return try labelled(name, elements, arguments, evaluator, column)
    }
  }

  private static func mapped(
    _ elements: [Value], _ closure: Syntax, _ evaluator: Evaluator
  ) throws(EvaluationError) -> [Value] {
    var mapped: [Value] = []
    for element in elements { mapped.append(try evaluator.call(closure, [element])) }
    return mapped
  }

  private static func kept(
    _ elements: [Value], _ closure: Syntax, _ evaluator: Evaluator
  ) throws(EvaluationError) -> [Value] {
    var kept: [Value] = []
    for element in elements where try evaluator.call(closure, [element]) == .bool(true) { kept.append(element) }
    return kept
  }

  private static func labelled(
    _ name: String, _ elements: [Value], _ arguments: [Syntax.Argument], _ evaluator: Evaluator, _ column: Int
  ) throws(EvaluationError) -> Value? {
    let argument = arguments.first
    switch (name, argument?.label, argument?.value) {
    case ("contains", "where", let closure?):
      for element in elements where try evaluator.call(closure, [element]) == .bool(true) { return .bool(true) }
      return .bool(false)
    case ("contains", nil, let closure?) where argument?.isTrailing == true:
      for element in elements where try evaluator.call(closure, [element]) == .bool(true) { return .bool(true) }
      return .bool(false)
    case ("first", _, let closure?) where argument?.label == "where" || argument?.isTrailing == true:
      for element in elements where try evaluator.call(closure, [element]) == .bool(true) { return element }
      return .null
    case ("allSatisfy", nil, let closure?):
      for element in elements where try evaluator.call(closure, [element]) != .bool(true) { return .bool(false) }
      return .bool(true)
    case ("compactMap", nil, let closure?):
      var mapped: [Value] = []
      for element in elements {
        let value = try evaluator.call(closure, [element])
        if value != .null { mapped.append(value) }
      }
      return .array(mapped)
    case ("average", nil, nil):
      let numbers = try Self.numbers(elements, name, column)
      return numbers.isEmpty ? .null : .double(numbers.reduce(0, +) / Double(numbers.count))
    case ("percentile", nil, let syntax?):
      guard let share = try evaluator.value(syntax).number, (0...1).contains(share) else {
        throw EvaluationError(column: column, message: "`percentile` takes a share from 0 to 1, as in percentile(0.95)")
      }
      let numbers = try Self.numbers(elements, name, column).sorted()
      guard !numbers.isEmpty else { return .null }
      // The nearest rank: the least number that at least this share of all is not greater than.
      let rank = max(1, Int((share * Double(numbers.count)).rounded(.up)))
      let found = numbers[min(rank, numbers.count) - 1]
      return elements.first { $0.number == found } ?? .double(found)
    default: return nil
    }
  }

  private static func numbers(
    _ elements: [Value], _ name: String, _ column: Int
  ) throws(EvaluationError) -> [Double] {
    var numbers: [Double] = []
    for element in elements where element != .null {
      guard let number = element.number else {
        throw EvaluationError(column: column, message: "`\(name)` of \(element.kindName): expected numbers alone")
      }
      numbers.append(number)
    }
    return numbers
  }
}
