internal import Marbles
internal import Operators

/// The members of values that closures may use: a closed list.
enum ClosureMembers {
  /// The properties.
  static let properties = [
    "count", "isEmpty", "first", "last", "capitalized", "isUppercase", "isLowercase", "isLetter", "isNumber",
    "description", "keys", "values",
  ]
  /// The methods.
  static let methods = [
    "uppercased", "lowercased", "joined", "sum", "contains", "map", "filter", "reduce", "isMultiple", "hasPrefix",
    "hasSuffix", "prefix", "suffix", "dropFirst", "dropLast", "reversed", "sorted", "min", "max", "rounded", "split",
    "replacing", "trimmed", "firstMatch", "wholeMatch", "matches", "first", "compactMap", "allSatisfy", "average",
    "percentile", "merging",
  ]

  /// How a method of a value is written in a call, such as `sum()`; nil when the value has none of this name.
  private static func call(of name: String, on value: Value) -> String? {
    let (plain, others): ([String], [String]) =
      switch value {
      case .string:
        (
          ["uppercased", "lowercased", "reversed", "dropFirst", "dropLast", "trimmed"],
          [
            "contains", "hasPrefix", "hasSuffix", "prefix", "suffix", "split", "replacing", "firstMatch", "wholeMatch",
            "matches",
          ]
        )
      case .array:
        (
          ["sum", "average", "joined", "reversed", "sorted", "min", "max", "dropFirst", "dropLast"],
          ["contains", "map", "filter", "reduce", "prefix", "suffix", "percentile", "compactMap", "allSatisfy"]
        )
      case .int: ([], ["isMultiple"])
      case .double: (["rounded"], [])
      default: ([], [])
      }
    return plain.contains(name) ? "\(name)()" : others.contains(name) ? "\(name)(…)" : nil
  }

  static func get(_ name: String, of value: Value, column: Int) throws(EvaluationError) -> Value {
    switch value {
    case .null: return .null
    case .object(let members): return members[name] ?? property(name, of: value) ?? .null
    case .tuple(let elements):
      if let index = Int(name) {
        guard elements.indices.contains(index) else {
          throw EvaluationError(column: column, message: "the tuple has \(elements.count) elements and no `.\(index)`")
        }
        return elements[index]
      }
    default: break
    }
    if let found = property(name, of: value) { return found }
    let clause =
      call(of: name, on: value).map { "; write `\($0)`" }
      ?? Suggestion.clause(for: name, among: properties + methods)
    throw EvaluationError(column: column, message: "\(value.kindName) has no `\(name)`\(clause)")
  }

  private static func property(_ name: String, of value: Value) -> Value? {
    switch (name, value) {
    case ("description", _): .string(value.description)
    case ("count", .string(let text)): .int(text.count)
    case ("count", .array(let elements)): .int(elements.count)
    case ("count", .object(let members)): .int(members.count)
    case ("keys", .object(let members)): .array(members.keys.sorted().map { .string($0) })
    case ("values", .object(let members)): .array(members.sorted { $0.key < $1.key }.map(\.value))
    case ("isEmpty", .object(let members)): .bool(members.isEmpty)
    case ("isEmpty", .string(let text)): .bool(text.isEmpty)
    case ("isEmpty", .array(let elements)): .bool(elements.isEmpty)
    case ("first", .string(let text)): text.first.map { .string(String($0)) } ?? .null
    case ("last", .string(let text)): text.last.map { .string(String($0)) } ?? .null
    case ("first", .array(let elements)): elements.first ?? .null
    case ("last", .array(let elements)): elements.last ?? .null
    case ("capitalized", .string(let text)): .string(text.prefix(1).uppercased() + text.dropFirst().lowercased())
    case ("isUppercase", .string(let text)): .bool(!text.isEmpty && text.allSatisfy(\.isUppercase))
    case ("isLowercase", .string(let text)): .bool(!text.isEmpty && text.allSatisfy(\.isLowercase))
    case ("isLetter", .string(let text)): .bool(!text.isEmpty && text.allSatisfy(\.isLetter))
    case ("isNumber", .string(let text)): .bool(!text.isEmpty && text.allSatisfy(\.isNumber))
    default: nil
    }
  }

  static func call(
    _ name: String, of value: Value, _ arguments: [Syntax.Argument], with evaluator: Evaluator, column: Int
  ) throws(EvaluationError) -> Value {
    // Closures and arguments are evaluated here and in `ArrayMethods`, whose frames are small: they may be nested a hundred deep.
    if value == .null { return .null }
    if let found = try TextMethods.call(name, of: value, arguments, with: evaluator, column: column) { return found }
    if let found = try ArrayMethods.call(name, of: value, arguments, with: evaluator, column: column) { return found }
    if let found = try ObjectMethods.call(name, of: value, arguments, with: evaluator, column: column) { return found }
    guard methods.contains(name), name != "first" else { throw unknown(name, of: value, column: column) }
    var first: Value?
    if let argument = arguments.first, !argument.value.isClosureLike { first = try evaluator.value(argument.value) }
    return try call(name, of: value, arguments, first: first, with: evaluator, column: column)
  }

  private static func unknown(_ name: String, of value: Value, column: Int) -> EvaluationError {
    if property(name, of: value) != nil {
      return EvaluationError(column: column, message: "`\(name)` of \(value.kindName) is no method; write `\(name)`")
    }
    let clause = Suggestion.clause(for: name, among: methods + properties)
    return EvaluationError(column: column, message: "\(value.kindName) has no method `\(name)`\(clause)")
  }

  /// Calls a method that calls no closure.
  ///
  /// - Parameter first: the first argument; nil for none, or for a closure.
  @inline(never)
  private static func call(
    _ name: String, of value: Value, _ arguments: [Syntax.Argument], first: Value?, with evaluator: Evaluator,
    column: Int
  ) throws(EvaluationError) -> Value {
    func fail(_ message: String) -> EvaluationError { EvaluationError(column: column, message: message) }
    // An array may be asked whether it contains nil, and sums may begin with it.
    if first == .null, name != "contains" || value.isString, name != "reduce" { return .null }
    switch (name, value) {
    case ("uppercased", .string(let text)): return .string(text.uppercased())
    case ("lowercased", .string(let text)): return .string(text.lowercased())
    case ("hasPrefix", .string(let text)):
      if case .string(let part)? = first { return .bool(text.hasPrefix(part)) }
    case ("hasSuffix", .string(let text)):
      if case .string(let part)? = first { return .bool(text.hasSuffix(part)) }
    case ("contains", .string(let text)):
      if case .string(let part)? = first {
        try evaluator.budget.spend(finding: part, in: text, column: column)
        return .bool(text.isEmpty ? part.isEmpty : text.contains(part))
      }
    case ("contains", .array(let elements)):
      if let first { return .bool(elements.contains { $0.isEqual(to: first) }) }
    case ("isMultiple", .int(let int)):
      if arguments.first?.label == "of", case .int(let divisor)? = first { return .bool(int.isMultiple(of: divisor)) }
    case ("rounded", .double(let double)): return .double(double.value.rounded())
    case ("sum", .array(let elements)):
      return try elements.reduce(.int(0), evaluator, Syntax(kind: .operatorReference("+"), column: column))
    case ("joined", .array(let elements)):
      var separator = ""
      if case .string(let text)? = first { separator = text }
      try evaluator.budget.spend(
        elements.count * (separator.utf8.count / EvaluationBudget.bytesPerStep), column: column)
      return .string(elements.map(\.description).joined(separator: separator))
    case ("sorted", .array(let elements)):
      guard elements.allSatisfy({ $0.compared(with: elements[0]) != nil }) else {
        throw fail("the elements can't be compared with each other")
      }
      return .array(elements.sorted { ($0.compared(with: $1) ?? 0) < 0 })
    case ("min", .array(let elements)), ("max", .array(let elements)):
      return elements.isEmpty ? .null : try ClosureFunctions.call(name, elements, column: column)
    case ("reversed", .array(let elements)): return .array(elements.reversed())
    case ("reversed", .string(let text)): return .string(String(text.reversed()))
    case ("prefix", _), ("suffix", _), ("dropFirst", _), ("dropLast", _):
      if let part = part(name, of: value, first ?? .int(1)) { return part }
    default: break
    }
    throw fail("`\(name)` can't be applied to \(value.kindName) with these arguments")
  }

  private static func part(_ name: String, of value: Value, _ argument: Value) -> Value? {
    guard case .int(let count) = argument, count >= 0 else { return nil }
    switch (name, value) {
    case ("prefix", .string(let text)): return .string(String(text.prefix(count)))
    case ("suffix", .string(let text)): return .string(String(text.suffix(count)))
    case ("dropFirst", .string(let text)): return .string(String(text.dropFirst(count)))
    case ("dropLast", .string(let text)): return .string(String(text.dropLast(count)))
    case ("prefix", .array(let elements)): return .array(Array(elements.prefix(count)))
    case ("suffix", .array(let elements)): return .array(Array(elements.suffix(count)))
    case ("dropFirst", .array(let elements)): return .array(Array(elements.dropFirst(count)))
    case ("dropLast", .array(let elements)): return .array(Array(elements.dropLast(count)))
    default: return nil
    }
  }
}

extension Syntax {
  /// Whether it is a function to call rather than a value to compute.
  var isClosureLike: Bool {
    switch kind {
    case .closure, .operatorReference: true
    case .name(let name): ClosureFunctions.names.contains(name)
    default: false
    }
  }
}

extension [Value] {
  func reduce(
    _ initial: Value, _ evaluator: Evaluator, _ closure: Syntax
  ) throws(EvaluationError) -> Value {
    var result = initial
    for element in self { result = try evaluator.call(closure, [result, element]) }
    return result
  }
}
