// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

// A web server's log in JSON: pick lines, show the member that matters.
@Suite("access log") struct AccessLogTests {
  @Test("errors") func errors() throws {
    try expectMarbles(
      #"'{"ms":12,"path":"/home","status":200}'-'{"ms":240,"path":"/cart","status":200}'--'{"ms":30,"path":"/pay","status":503}'-'{"ms":8,"path":"/help","status":404}'--'{"ms":910,"path":"/cart","status":500}'--'{"ms":41,"path":"/pay","status":200}'--|"#,
      values: .any,
      gives: #"-----'{"ms":30,"path":"/pay","status":503}'----'{"ms":910,"path":"/cart","status":500}'-----|"#,
      step: .milliseconds(500)
    ) { hits, _ in
      hits.filter { $0.member("status").compares(">=", 500) }
    }
  }

  @Test("slow") func slow() throws {
    try expectMarbles(
      #"'{"ms":12,"path":"/home","status":200}'-'{"ms":240,"path":"/cart","status":200}'--'{"ms":30,"path":"/pay","status":503}'-'{"ms":8,"path":"/help","status":404}'--'{"ms":910,"path":"/cart","status":500}'--'{"ms":41,"path":"/pay","status":200}'--|"#,
      values: .any,
      gives: #"--'{"ms":240,"path":"/cart","status":200}'-------'{"ms":910,"path":"/cart","status":500}'-----|"#,
      step: .milliseconds(500)
    ) { hits, _ in
      hits.filter { $0.member("ms").compares(">", 200) }
    }
  }

  @Test("alarm") func alarm() throws {
    try expectMarbles(
      #"'{"ms":12,"path":"/home","status":200}'-'{"ms":240,"path":"/cart","status":200}'--'{"ms":30,"path":"/pay","status":503}'-'{"ms":8,"path":"/help","status":404}'--'{"ms":910,"path":"/cart","status":500}'--'{"ms":41,"path":"/pay","status":200}'--|"#,
      values: .any,
      gives: #"----------'["/pay","/cart"]'-----|"#,
      step: .milliseconds(500)
    ) { hits, _ in
      let errors = hits.filter { $0.member("status").compares(">=", 500) }
      return errors.map { $0.member("path") }.chunks(ofCount: 2)
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
