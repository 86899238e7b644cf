// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import Foundation
import Marbles
import MarblesTesting
import Testing

@Suite("closures") struct ClosuresTests {
  @Test("objects") func objects() throws {
    try expectMarbles(
      #"-'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|"#,
      values: .any,
      gives: #"-'{"n":24,"p":"/a/b"}'-'{"n":1.0,"p":"/c?n=7"}'-'{"n":0,"p":"-"}'|"#
    ) { hits, _ in
      hits.map { Value.object(Members(["p": $0.member("path").otherwise("-"), "n": $0.member("ms").otherwise(0).applying("*", 2)])) }
    }
  }

  @Test("names") func names() throws {
    try expectMarbles(
      #"-'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|"#,
      values: .any,
      gives: "-'Ann'----|"
    ) { hits, _ in
      hits.map { $0.member("user").member("name") }.compactMap { $0.nonNil }
    }
  }

  @Test("constants") func constants() throws {
    try expectMarbles(
      "1-2-3-4|",
      values: .ints,
      gives: "6-'20'-'42'-'72'|"
    ) { numbers, _ in
      numbers.map { let y: Int = $0 * 2; let z: Int = y + 1; return y * z }
    }
  }

  @Test("branches") func branches() throws {
    try expectMarbles(
      #"-'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|"#,
      values: .any,
      gives: "-'12 ms'-'null'-'null'|"
    ) { hits, _ in
      hits.map { if ($0.member("ms").compares(">", 1)) { let ms: Value = $0.member("ms"); return "\(ms) ms" as String? } else { return nil as String? } }
    }
  }

  @Test("pairs") func pairs() throws {
    try expectMarbles(
      "1-2-3-4|",
      "'a=1'-b-'c=22'|",
      values: .any,
      gives: "'a=11'-'b2'-'c=223'|"
    ) { numbers, words, _ in
      zip(numbers, words).map { value1 in value1.1.applying("+", Value.string("\(value1.0)")) }
    }
  }

  @Test("sums") func sums() throws {
    try expectMarbles(
      #"-'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|"#,
      values: .any,
      gives: "-'12'-'12.5'-'13.5'|"
    ) { hits, _ in
      hits.map { $0.member("ms") }.reductions(Value.int(0), { $0.applying("+", $1.otherwise(1)) })
    }
  }

  @Test("groups") func groups() throws {
    try expectMarbles(
      "'a=1'-b-'c=22'|",
      gives: #"'{"a":1}'---'{"c":22}'|"#
    ) { words, _ in
      words.map { Value.string($0).firstMatch(of: #/(?<k>\w)=(?<v>\d+)/#) }.compactMap { $0.nonNil }.map { Value.object(Members(dictionaryLiteral: ($0.member("k").memberName, $0.member("v").asInt))) }
    }
  }

  @Test("inner") func inner() throws {
    try expectMarbles(
      "1-2-3-4|",
      values: .ints,
      gives: "'[1,1]'-'[2,2]'-'[3,3]'-'[4,4]'|"
    ) { numbers, _ in
      numbers.flatMap { value1 in [value1].async.map { x in [x, value1] } }
    }
  }

  @Test("rows") func rows() throws {
    try expectMarbles(
      "1-2-3-4|",
      "5|",
      values: .ints,
      gives: "'big'-'big'-'big'-'big'|"
    ) { numbers, value1, _ in
      numbers.flatMap { _ in value1.map { y in y } }.map { Value.calculated("sqrt", [Value.int($0)]).compares(">", 2) ? Value.string("big") : Value.int($0) }
    }
  }

  @Test("last") func last() throws {
    try expectMarbles(
      #"-'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|"#,
      values: .any,
      gives: "-----['x!,y!'|]"
    ) { hits, _ in
      [try await hits.first(where: { $0.member("tags").part(1) == "y" })].async.compacted().map { $0.member("tags").map({ Value.string("\($0)!") }).joined(separator: ",") }
    }
  }

  @Test("least") func least() throws {
    try expectMarbles(
      #"-'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|"#,
      values: .any,
      gives: "------['0.5'|]"
    ) { hits, _ in
      [try await hits.map { $0.member("ms").otherwise(99) }.min(by: { $0.compares("<", $1) })].async.compacted()
    }
  }

  @Test("searched") func searched() throws {
    try expectMarbles(
      #"-'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|"#,
      values: .any,
      gives: "-['true'|]"
    ) { hits, _ in
      [try await hits.map { $0.member("ms") }.contains(where: { $0.equals(12.0) })].async
    }
  }
}

/// What closures do with values of several kinds.
extension Value {
  /// An Int or a Double as a Double; nil for others.
  fileprivate var asNumber: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double.value
    default: nil
    }
  }

  /// Negative, zero or positive for values with an order; nil for others.
  fileprivate func order(to other: Value) -> Int? {
    switch (self, other) {
    case (.int(let left), .int(let right)): return left == right ? 0 : left < right ? -1 : 1
    case (.string(let left), .string(let right)): return left == right ? 0 : left < right ? -1 : 1
    case (.array(let left), .array(let right)), (.tuple(let left), .tuple(let right)):
      for (left, right) in zip(left, right) {
        guard let order = left.order(to: right) else { return nil }
        if order != 0 { return order }
      }
      return left.count - right.count
    default:
      guard let left = asNumber, let right = other.asNumber else { return nil }
      return left == right ? 0 : left < right ? -1 : 1
    }
  }

  /// `==`: an Int equals a Double of the same number.
  fileprivate func equals(_ other: Value) -> Bool {
    switch (self, other) {
    case (.int, .double), (.double, .int): asNumber == other.asNumber
    default: self == other
    }
  }

  /// `<`, `<=`, `>` or `>=`; false for nil.
  fileprivate func compares(_ sign: String, _ other: Value) -> Bool {
    if self == .null || other == .null { return false }
    guard let order = order(to: other) else { fatalError("can't compare \(self) and \(other)") }
    switch sign {
    case "<": return order < 0
    case "<=": return order <= 0
    case ">": return order > 0
    default: return order >= 0
    }
  }

  /// `+`, `-`, `*`, `/` or `%`; nil of nil.
  fileprivate func applying(_ sign: String, _ other: Value) -> Value {
    switch (self, other) {
    case (.null, _), (_, .null): return .null
    case (.int(let left), .int(let right)):
      switch sign {
      case "+": return .int(left + right)
      case "-": return .int(left - right)
      case "*": return .int(left * right)
      case "/": return .int(left / right)
      default: return .int(left % right)
      }
    case (.string(let left), .string(let right)) where sign == "+": return .string(left + right)
    case (.array(let left), .array(let right)) where sign == "+": return .array(left + right)
    default: break
    }
    guard let left = asNumber, let right = other.asNumber else {
      fatalError("`\(sign)` can't be applied to \(self) and \(other)")
    }
    let result: Double
    switch sign {
    case "+": result = left + right
    case "-": result = left - right
    case "*": result = left * right
    case "/": result = left / right
    default: result = left.truncatingRemainder(dividingBy: right)
    }
    guard result.isFinite else { fatalError("\(left) \(sign) \(right) is not a finite number") }
    return .double(result)
  }

  /// `??`
  fileprivate func otherwise(_ other: @autoclosure () -> Value) -> Value { self == .null ? other() : self }

  /// The value as an optional.
  fileprivate var nonNil: Value? { self == .null ? nil : self }

  /// A member of an object or a tuple, or a property; nil where there is none, and of nil.
  fileprivate func member(_ name: String) -> Value {
    switch (self, name) {
    case (.null, _): return .null
    case (.object(let members), _) where members[name] != nil: return members[name] ?? .null
    case (.tuple(let elements), _) where Int(name) != nil: return elements[Int(name) ?? 0]
    case (_, "description"): return .string(description)
    case (.string(let text), "count"): return .int(text.count)
    case (.array(let elements), "count"): return .int(elements.count)
    case (.object(let members), "count"): return .int(members.count)
    case (.object(let members), "keys"): return .array(members.keys.sorted().map { Value.string($0) })
    case (.object(let members), "values"):
      return .array(members.keys.sorted().map { members[$0] ?? .null })
    case (.object(let members), "isEmpty"): return .bool(members.isEmpty)
    case (.string(let text), "isEmpty"): return .bool(text.isEmpty)
    case (.array(let elements), "isEmpty"): return .bool(elements.isEmpty)
    case (.string(let text), "first"): return text.first.map { Value.string(String($0)) } ?? .null
    case (.string(let text), "last"): return text.last.map { Value.string(String($0)) } ?? .null
    case (.array(let elements), "first"): return elements.first ?? .null
    case (.array(let elements), "last"): return elements.last ?? .null
    case (.string(let text), "capitalized"):
      return .string(text.prefix(1).uppercased() + text.dropFirst().lowercased())
    case (.string(let text), "isUppercase"): return .bool(!text.isEmpty && text.allSatisfy(\.isUppercase))
    case (.string(let text), "isLowercase"): return .bool(!text.isEmpty && text.allSatisfy(\.isLowercase))
    case (.string(let text), "isLetter"): return .bool(!text.isEmpty && text.allSatisfy(\.isLetter))
    case (.string(let text), "isNumber"): return .bool(!text.isEmpty && text.allSatisfy(\.isNumber))
    case (.object, _): return .null
    default: fatalError("\(self) has no `\(name)`")
    }
  }

  /// The name of a member.
  fileprivate var memberName: String {
    guard case .string(let name) = self else { fatalError("the name of a member is no text") }
    return name
  }

  /// `self[index]`; nil where there is none.
  fileprivate func part(_ index: Value) -> Value {
    switch (self, index) {
    case (.null, _), (_, .null): return .null
    case (.object(let members), .string(let name)): return members[name] ?? .null
    case (.array(let elements), .int(let place)): return elements.indices.contains(place) ? elements[place] : .null
    case (.string(let text), .int(let place)):
      return place >= 0 ? text.dropFirst(place).first.map { Value.string(String($0)) } ?? .null : .null
    case (.array(let elements), .array(let places)):
      return Self.range(places, within: elements.count).map { Value.array(Array(elements[$0])) } ?? .null
    case (.string(let text), .array(let places)):
      return Self.range(places, within: text.count).map {
        Value.string(String(text.dropFirst($0.lowerBound).prefix($0.count)))
      } ?? .null
    default: fatalError("\(self) has no part at \(index)")
    }
  }

  /// `self[key, default: other]`
  fileprivate func part(_ index: Value, default other: @autoclosure () -> Value) -> Value {
    let found = part(index)
    guard found == .null else { return found }
    if self == .null { return other() }
    if case .object = self { return other() }
    return .null
  }

  /// The range of some numbers; nil when they are none, or not within the bounds.
  fileprivate static func range(_ places: [Value], within count: Int) -> Range<Int>? {
    guard let first = places.first else { return 0..<0 }
    guard case .int(let lower) = first, lower >= 0, lower <= count - places.count else { return nil }
    let numbers = (lower..<lower + places.count).map { Value.int($0) }
    return numbers == places ? lower..<lower + places.count : nil
  }

  /// `Int(self)`
  fileprivate var asInt: Value {
    switch self {
    case .null: .null
    case .int: self
    case .string(let text): Int(text).map { Value.int($0) } ?? .null
    case .double(let double): .int(Int(double.value))
    default: fatalError("`Int` can't be applied to \(self)")
    }
  }

  /// Functions of mathematics; nil of nil.
  fileprivate static func calculated(_ name: String, _ values: [Value]) -> Value {
    if values.contains(.null) { return .null }
    let numbers = values.compactMap(\.asNumber)
    guard numbers.count == values.count, let number = numbers.first, let other = numbers.last else {
      fatalError("`\(name)` takes numbers")
    }
    let result: Double
    switch name {
    case "round": result = number.rounded()
    case "floor": result = number.rounded(.down)
    case "ceil": result = number.rounded(.up)
    case "sqrt": result = number.squareRoot()
    case "pow": result = pow(number, other)
    case "log": result = log(number)
    case "log2": result = log2(number)
    case "log10": result = log10(number)
    default: result = exp(number)
    }
    guard result.isFinite else { fatalError("`\(name)` is not a finite number here") }
    return .double(result)
  }

  fileprivate func joined(separator: Value = "") -> Value {
    switch (self, separator) {
    case (.null, _), (_, .null): return .null
    case (.array(let elements), .string(let separator)):
      return .string(elements.map(\.description).joined(separator: separator))
    case (.array(let elements), _): return .string(elements.map(\.description).joined())
    default: fatalError("`joined` can't be applied to \(self)")
    }
  }

  /// The elements of an array; nil of nil.
  fileprivate func elements(for name: String) -> [Value]? {
    switch self {
    case .null: nil
    case .array(let elements): elements
    default: fatalError("`\(name)` can't be applied to \(self)")
    }
  }

  /// The text of a match; with groups a tuple, with named groups an object.
  fileprivate static func matched(_ output: AnyRegexOutput) -> Value {
    func text(_ group: AnyRegexOutput.Element) -> Value {
      group.substring.map { Value.string(String($0)) } ?? .null
    }
    let groups = output.dropFirst()
    guard !groups.isEmpty else { return text(output[0]) }
    guard groups.contains(where: { $0.name != nil }) else { return .tuple(output.map(text)) }
    var members: [String: Value] = [:]
    for group in groups {
      if let name = group.name { members[name] = text(group) }
    }
    return .object(Members(members))
  }

  /// The text in which a pattern is looked for; nil of nil.
  fileprivate func text(for name: String) -> String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: fatalError("`\(name)` can't be applied to \(self)")
    }
  }

  fileprivate func firstMatch<Output>(of pattern: Regex<Output>) -> Value {
    text(for: "firstMatch")?.firstMatch(of: Regex<AnyRegexOutput>(pattern)).map { Value.matched($0.output) } ?? .null
  }

  fileprivate func map(_ transform: (Value) -> Value) -> Value {
    elements(for: "map").map { Value.array($0.map(transform)) } ?? .null
  }
}
