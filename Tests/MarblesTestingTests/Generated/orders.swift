// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

// JSON objects: a label, a colour for each order, and a running sum.
@Suite("orders") struct OrdersTests {
  @Test("paid") func paid() throws {
    try expectMarbles(
      #"'{"id":7,"state":"new","total":25}'-'{"id":8,"state":"new","total":120}'-'{"id":7,"state":"paid","total":25}'--'{"id":8,"state":"paid","total":120}'--'{"id":9,"state":"new","total":40}'--'{"id":9,"state":"paid","total":40}'--|"#,
      values: .any,
      gives: #"----'{"id":7,"state":"paid","total":25}'--'{"id":8,"state":"paid","total":120}'-----'{"id":9,"state":"paid","total":40}'--|"#,
      step: .milliseconds(500)
    ) { events, _ in
      events.filter { $0.member("state") == "paid" }
    }
  }

  // No test of `payments`: `grouped` is an operator of marbled, at column 8.
  // payments = events.grouped(by: { $0.id }) { id, order in order.map { $0.state }.adjacentPairs() }
  //                   ^

  @Test("revenue") func revenue() throws {
    try expectMarbles(
      #"'{"id":7,"state":"new","total":25}'-'{"id":8,"state":"new","total":120}'-'{"id":7,"state":"paid","total":25}'--'{"id":8,"state":"paid","total":120}'--'{"id":9,"state":"new","total":40}'--'{"id":9,"state":"paid","total":40}'--|"#,
      values: .any,
      gives: "----'25'--'145'-----'185'--|",
      step: .milliseconds(500)
    ) { events, _ in
      let paid = events.filter { $0.member("state") == "paid" }
      return paid.map { $0.member("total") }.reductions(Value.int(0), { $0.applying("+", $1) })
    }
  }

  @Test("pairs") func pairs() throws {
    try expectMarbles(
      #"'{"id":7,"state":"new","total":25}'-'{"id":8,"state":"new","total":120}'-'{"id":7,"state":"paid","total":25}'--'{"id":8,"state":"paid","total":120}'--'{"id":9,"state":"new","total":40}'--'{"id":9,"state":"paid","total":40}'--|"#,
      values: .any,
      gives: "-------'[7,8]'--------['[9]'|]",
      step: .milliseconds(500)
    ) { events, _ in
      let paid = events.filter { $0.member("state") == "paid" }
      return paid.map { $0.member("id") }.chunks(ofCount: 2)
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
}
