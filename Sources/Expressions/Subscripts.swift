internal import Marbles
internal import Operators

/// Parts of values by their place or name, as in `a[0]`, `a["k"]` and `a["k", default: 0]`: nil where there is none.
enum Subscripts {
  static func value(
    of base: Value, _ arguments: [Syntax.Argument], with evaluator: Evaluator, column: Int
  ) throws(EvaluationError) -> Value {
    guard let first = arguments.first, first.label == nil, arguments.count < 3,
      arguments.count == 1 || arguments[1].label == "default"
    else { throw EvaluationError(column: column, message: "expected an index, a name, or a name and `default:`") }
    let index = try evaluator.value(first.value)
    let found = try part(of: base, at: index, column: column)
    guard found == nil || found == .null, arguments.count == 2 else { return found ?? .null }
    guard case .object = base else { return base == .null ? try evaluator.value(arguments[1].value) : .null }
    return try evaluator.value(arguments[1].value)
  }

  private static func part(of base: Value, at index: Value, column: Int) throws(EvaluationError) -> Value? {
    switch (base, index) {
    case (.null, _), (_, .null): return nil
    case (.object(let members), .string(let name)): return members[name]
    case (.array(let elements), .int(let place)): return elements.indices.contains(place) ? elements[place] : nil
    case (.array(let elements), .array(let places)):
      guard let range = range(places, within: elements.count) else { return nil }
      return .array(Array(elements[range]))
    case (.string(let text), .int(let place)):
      guard place >= 0, let index = text.index(text.startIndex, offsetBy: place, limitedBy: text.endIndex),
        index < text.endIndex
      else { return nil }
      return .string(String(text[index]))
    case (.string(let text), .array(let places)):
      guard let range = range(places, within: text.count) else { return nil }
      return .string(String(text.dropFirst(range.lowerBound).prefix(range.count)))
    default:
      throw EvaluationError(column: column, message: "\(base.kindName) has no part at \(index.kindName)")
    }
  }

  /// The range that was written as `1..<3`; nil when it is not one, or not within the bounds.
  private static func range(_ places: [Value], within count: Int) -> Range<Int>? {
    guard case .int(let first)? = places.first else { return places.isEmpty ? 0..<0 : nil }
    let range = first..<first + places.count
    let isRange = places.enumerated().allSatisfy { $0.element == .int(first + $0.offset) }
    return isRange && first >= 0 && range.upperBound <= count ? range : nil
  }
}
