package import Marbles

/// Where the number of a value is: the value itself, a member of an object, or a place in a line of text.
package enum NumberSource: Hashable, Sendable {
  /// The value is the number.
  case value
  /// The member with this name.
  case member(String)
  /// The number at this position among the numbers of each line with this shape.
  case text(shape: String, index: Int)

  /// The number of a value; nil when it has none at that place.
  package func number(in value: Value) -> Double? {
    switch self {
    case .value: return value.finiteNumber
    case .member(let name):
      guard case .object(let members) = value else { return nil }
      return members[name]?.finiteNumber
    case .text(let shape, let index):
      guard case .string(let text) = value, let line = NumberedLine(text), line.shape == shape,
        line.numbers.indices.contains(index)
      else { return nil }
      return line.numbers[index].number
    }
  }

  /// The number of a value with its unit, as it is written: `16.6 ms`; nil when it has none at that place.
  package func text(in value: Value) -> String? {
    switch self {
    case .value: return number(in: value).map { _ in value.description }
    case .member(let name):
      guard case .object(let members) = value, members[name]?.finiteNumber != nil else { return nil }
      return members[name]?.description
    case .text(let shape, let index):
      guard case .string(let text) = value, let line = NumberedLine(text), line.shape == shape,
        line.numbers.indices.contains(index)
      else { return nil }
      let number = line.numbers[index]
      return number.unit.isEmpty ? number.text : "\(number.text) \(number.unit)"
    }
  }

  /// What the number is called: the name of a member, or the word before it in a line; nil when nothing names it.
  package var name: String? {
    switch self {
    case .value: return nil
    case .member(let name): return name
    case .text(let shape, let index): return NumberedLine.name(ofNumber: index, in: shape)
    }
  }
}

extension NumberSource {
  /// The name that the head of a table gives the number: the word at its place in a line without numbers, as in
  /// `time,cpu`; nil when there is no such line.
  func name(inHeadOf values: [Value]) -> String? {
    guard case .text(let shape, let index) = self else { return nil }
    let separators = shape.filter { $0 != "#" }
    guard let separator = separators.first, [",", ";", "\t"].contains(separator),
      separators.allSatisfy({ $0 == separator })
    else { return nil }
    let count = separators.count + 1
    for case .string(let text) in values where NumberedLine(text) == nil {
      let words = text.split(separator: separator, omittingEmptySubsequences: false)
      if words.count == count { return words[index].filter { $0 != "\"" } }
    }
    return nil
  }

  /// The minimum number of values with a number at one place before a live row becomes a curve.
  package static let least = 5
  /// The minimum number of values that are numbers, or objects with one: fewer have room as marbles.
  static let leastOfNumbers = 10
  /// The share of the values of a row that must have the number, as `numerator` of `denominator`.
  private static let share = (numerator: 6, denominator: 10)

  /// The place of a number in most of these values; nil when there is none that varies.
  ///
  /// Numbers that only count, as a sequence number or a time do, are passed over.
  package static func suggested(by values: [Value], least: Int = NumberSource.least) -> NumberSource? {
    let needed = max(least, (values.count * share.numerator + share.denominator - 1) / share.denominator)
    let marbles = max(needed, least < Self.least ? 0 : leastOfNumbers)
    if values.count(where: { $0.finiteNumber != nil }) >= marbles { return .value }
    let objects = values.compactMap { value -> [String: Value]? in
      if case .object(let members) = value { members.dictionary } else { nil }
    }
    if objects.count >= marbles { return member(of: objects, needed: marbles) }
    return text(in: values, needed: needed)
  }

  private static func member(of objects: [[String: Value]], needed: Int) -> NumberSource? {
    var names: [String: Int] = [:]
    for (name, value) in objects.joined() where value.finiteNumber != nil { names[name, default: 0] += 1 }
    let known = names.filter { $0.value >= needed }.keys.sorted()
    let ordered = known.filter { $0 == "value" } + known.filter { $0 != "value" }
    let found = ordered.first { name in
      !SeveritySource.memberNames.contains(name) && isMeasure(objects.compactMap { $0[name]?.finiteNumber })
    }
    return found.map { .member($0) }
  }

  private static func text(in values: [Value], needed: Int) -> NumberSource? {
    let lines = values.compactMap { value -> NumberedLine? in
      if case .string(let text) = value { NumberedLine(text) } else { nil }
    }
    var shapes: [String: Int] = [:]
    for line in lines { shapes[line.shape, default: 0] += 1 }
    guard let (shape, count) = shapes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), count >= needed else {
      return nil
    }
    let same = lines.filter { $0.shape == shape }
    let index = same[0].numbers.indices.first { index in isMeasure(same.map { $0.numbers[index].number }) }
    return index.map { .text(shape: shape, index: $0) }
  }

  /// Whether the numbers vary, and not by the same step each time.
  private static func isMeasure(_ numbers: [Double]) -> Bool {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    guard let first = steps.first else { return false }
    return steps.contains { ($0 - first).magnitude > 1e-9 * max(1, first.magnitude) }
      && !(steps.allSatisfy { $0 >= 0 } && numbers.allSatisfy { $0 >= 1e9 })
  }
}

extension Value {
  /// The value as a finite number; nil for other values.
  package var finiteNumber: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number.value.isFinite ? number.value : nil
    default: nil
    }
  }
}
