/// Methods that call no closure.
extension SwiftHelper {
  /// A method of texts without arguments.
  private static func ofText(_ name: String, _ result: String) -> SwiftHelper {
    SwiftHelper(
      name: "\(name)()",
      text: """
        fileprivate func \(name)() -> Value {
          switch self {
          case .null: .null
          case .string(let text): .string(\(result))
          default: fatalError("`\(name)` can't be applied to \\(self)")
          }
        }
        """)
  }

  /// A test of texts for a part.
  private static func ofPart(_ name: String) -> SwiftHelper {
    SwiftHelper(
      name: "\(name)()",
      text: """
        fileprivate func \(name)(_ part: Value) -> Value {
          switch (self, part) {
          case (.null, _), (_, .null): .null
          case (.string(let text), .string(let part)): .bool(text.\(name)(part))
          default: fatalError("`\(name)` can't be applied to \\(self)")
          }
        }
        """)
  }

  /// A method that takes a part of a text or of an array.
  private static func taking(_ name: String) -> SwiftHelper {
    SwiftHelper(
      name: "\(name)()",
      text: """
        fileprivate func \(name)(_ count: Value = 1) -> Value {
          switch (self, count) {
          case (.null, _), (_, .null): .null
          case (.string(let text), .int(let count)): .string(String(text.\(name)(count)))
          case (.array(let elements), .int(let count)): .array(Array(elements.\(name)(count)))
          default: fatalError("`\(name)` can't be applied to \\(self)")
          }
        }
        """)
  }

  static let methods = [
    ofText("uppercased", "text.uppercased()"), ofText("lowercased", "text.lowercased()"), ofPart("hasPrefix"),
    ofPart("hasSuffix"), taking("prefix"), taking("suffix"), taking("dropFirst"), taking("dropLast"),
    SwiftHelper(
      name: "trimmed()",
      text: """
        fileprivate func trimmed() -> Value {
          switch self {
          case .null: return .null
          case .string(let text):
            let start = text.drop(while: \\.isWhitespace)
            let end = start.lastIndex { !$0.isWhitespace }
            return .string(end.map { String(start[...$0]) } ?? "")
          default: fatalError("`trimmed` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "reversed()",
      text: """
        fileprivate func reversed() -> Value {
          switch self {
          case .null: .null
          case .string(let text): .string(String(text.reversed()))
          case .array(let elements): .array(elements.reversed())
          default: fatalError("`reversed` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "contains()", needs: ["equals"],
      text: """
        fileprivate func contains(_ part: Value) -> Value {
          switch (self, part) {
          case (.null, _), (.string, .null): .null
          case (.array(let elements), _): .bool(elements.contains { $0.equals(part) })
          case (.string(let text), .string(let part)): .bool(part.isEmpty || text.firstRange(of: part) != nil)
          default: fatalError("`contains` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "isMultiple()",
      text: """
        fileprivate func isMultiple(of divisor: Value) -> Value {
          switch (self, divisor) {
          case (.null, _), (_, .null): .null
          case (.int(let int), .int(let divisor)): .bool(int.isMultiple(of: divisor))
          default: fatalError("`isMultiple` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "rounded()",
      text: """
        fileprivate func rounded() -> Value {
          switch self {
          case .null: .null
          case .double(let double): .double(double.value.rounded())
          default: fatalError("`rounded` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "split()",
      text: """
        fileprivate func split(separator: Value) -> Value {
          switch (self, separator) {
          case (.null, _): return .null
          case (.string(let text), .string(let separator)) where !separator.isEmpty:
            return .array(text.split(separator: separator).map { Value.string(String($0)) })
          default: fatalError("`split` takes a separator")
          }
        }
        """),
    SwiftHelper(
      name: "replacing()",
      text: """
        fileprivate func replacing(_ part: Value, with replacement: Value) -> Value {
          switch (self, part, replacement) {
          case (.null, _, _): return .null
          case (.string(let text), .string(let part), .string(let replacement)) where !part.isEmpty:
            return .string(text.split(separator: part, omittingEmptySubsequences: false).joined(separator: replacement))
          default: fatalError("`replacing` takes texts")
          }
        }
        """),
    SwiftHelper(
      name: "joined()",
      text: """
        fileprivate func joined(separator: Value = "") -> Value {
          switch (self, separator) {
          case (.null, _), (_, .null): return .null
          case (.array(let elements), .string(let separator)):
            return .string(elements.map(\\.description).joined(separator: separator))
          case (.array(let elements), _): return .string(elements.map(\\.description).joined())
          default: fatalError("`joined` can't be applied to \\(self)")
          }
        }
        """),
  ]

  static let parts = [
    SwiftHelper(
      name: "elements",
      text: """
        /// The elements of an array; nil of nil.
        fileprivate func elements(for name: String) -> [Value]? {
          switch self {
          case .null: nil
          case .array(let elements): elements
          default: fatalError("`\\(name)` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "sum()", needs: ["elements", "applying"],
      text: """
        fileprivate func sum() -> Value {
          elements(for: "sum").map { $0.reduce(Value.int(0)) { $0.applying("+", $1) } } ?? .null
        }
        """),
    SwiftHelper(
      name: "sorted()", needs: ["elements", "order"],
      text: """
        fileprivate func sorted() -> Value {
          guard let elements = elements(for: "sorted") else { return .null }
          guard elements.allSatisfy({ $0.order(to: elements[0]) != nil }) else {
            fatalError("the elements can't be compared with each other")
          }
          return .array(elements.sorted { ($0.order(to: $1) ?? 0) < 0 })
        }
        """),
    SwiftHelper(
      name: "min()", needs: ["elements", "extreme"],
      text: """
        fileprivate func min() -> Value { elements(for: "min").map { Value.extreme("min", $0) } ?? .null }
        """),
    SwiftHelper(
      name: "max()", needs: ["elements", "extreme"],
      text: """
        fileprivate func max() -> Value { elements(for: "max").map { Value.extreme("max", $0) } ?? .null }
        """),
    SwiftHelper(
      name: "numbers", needs: ["elements", "asNumber"],
      text: """
        /// The numbers of an array without nil; nil of nil.
        fileprivate func numbers(for name: String) -> [Double]? {
          elements(for: name)?.filter { $0 != .null }.map { element in
            guard let number = element.asNumber else { fatalError("`\\(name)` takes numbers alone") }
            return number
          }
        }
        """),
    SwiftHelper(
      name: "average()", needs: ["numbers"],
      text: """
        fileprivate func average() -> Value {
          guard let numbers = numbers(for: "average"), !numbers.isEmpty else { return .null }
          return .double(numbers.reduce(0, +) / Double(numbers.count))
        }
        """),
    SwiftHelper(
      name: "percentile()", needs: ["numbers"],
      text: """
        /// The least number that at least this share of all is not greater than.
        fileprivate func percentile(_ share: Value) -> Value {
          guard self != .null else { return .null }
          guard let share = share.asNumber, (0...1).contains(share) else { fatalError("expected a share from 0 to 1") }
          guard let numbers = numbers(for: "percentile")?.sorted(), !numbers.isEmpty else { return .null }
          let rank = Swift.max(1, Int((share * Double(numbers.count)).rounded(.up)))
          let found = numbers[Swift.min(rank, numbers.count) - 1]
          return elements(for: "percentile")?.first { $0.asNumber == found } ?? .double(found)
        }
        """),
  ]
}
