/// Methods that take patterns and closures.
extension SwiftHelper {
  static let patterns = [
    SwiftHelper(
      name: "matched",
      text: """
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
        """),
    SwiftHelper(
      name: "text",
      text: """
        /// The text in which a pattern is looked for; nil of nil.
        fileprivate func text(for name: String) -> String? {
          switch self {
          case .null: nil
          case .string(let text): text
          default: fatalError("`\\(name)` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "contains(pattern)", needs: ["text"],
      text: """
        fileprivate func contains<Output>(_ pattern: Regex<Output>) -> Value {
          text(for: "contains").map { Value.bool($0.contains(pattern)) } ?? .null
        }
        """),
    SwiftHelper(
      name: "hasPrefix(pattern)", needs: ["text"],
      text: """
        fileprivate func hasPrefix<Output>(_ pattern: Regex<Output>) -> Value {
          text(for: "hasPrefix").map { Value.bool($0.starts(with: pattern)) } ?? .null
        }
        """),
    SwiftHelper(
      name: "firstMatch(pattern)", needs: ["text", "matched"],
      text: """
        fileprivate func firstMatch<Output>(of pattern: Regex<Output>) -> Value {
          text(for: "firstMatch")?.firstMatch(of: Regex<AnyRegexOutput>(pattern)).map { Value.matched($0.output) } ?? .null
        }
        """),
    SwiftHelper(
      name: "wholeMatch(pattern)", needs: ["text", "matched"],
      text: """
        fileprivate func wholeMatch<Output>(of pattern: Regex<Output>) -> Value {
          text(for: "wholeMatch")?.wholeMatch(of: Regex<AnyRegexOutput>(pattern)).map { Value.matched($0.output) } ?? .null
        }
        """),
    SwiftHelper(
      name: "matches(pattern)", needs: ["text", "matched"],
      text: """
        fileprivate func matches<Output>(of pattern: Regex<Output>) -> Value {
          text(for: "matches").map { text in
            Value.array(text.matches(of: Regex<AnyRegexOutput>(pattern)).map { Value.matched($0.output) })
          } ?? .null
        }
        """),
    SwiftHelper(
      name: "pieces", needs: ["text"],
      text: """
        /// What is between the matches of a pattern.
        fileprivate func pieces<Output>(between pattern: Regex<Output>, for name: String) -> [Substring]? {
          guard let text = text(for: name) else { return nil }
          var pieces: [Substring] = []
          var start = text.startIndex
          for match in text.matches(of: pattern) {
            pieces.append(text[start..<match.range.lowerBound])
            start = match.range.upperBound
          }
          return pieces + [text[start...]]
        }
        """),
    SwiftHelper(
      name: "split(pattern)", needs: ["pieces"],
      text: """
        fileprivate func split<Output>(separator pattern: Regex<Output>) -> Value {
          guard let pieces = pieces(between: pattern, for: "split") else { return .null }
          return .array(pieces.filter { !$0.isEmpty }.map { Value.string(String($0)) })
        }
        """),
    SwiftHelper(
      name: "replacing(pattern)", needs: ["pieces"],
      text: """
        fileprivate func replacing<Output>(_ pattern: Regex<Output>, with replacement: Value) -> Value {
          guard let pieces = pieces(between: pattern, for: "replacing") else { return .null }
          guard case .string(let replacement) = replacement else { fatalError("`replacing` takes texts") }
          return .string(pieces.joined(separator: replacement))
        }
        """),
  ]

  static let closures = [
    SwiftHelper(
      name: "map(closure)", needs: ["elements"],
      text: """
        fileprivate func map(_ transform: (Value) -> Value) -> Value {
          elements(for: "map").map { Value.array($0.map(transform)) } ?? .null
        }
        """),
    SwiftHelper(
      name: "compactMap(closure)", needs: ["elements"],
      text: """
        fileprivate func compactMap(_ transform: (Value) -> Value) -> Value {
          elements(for: "compactMap").map { Value.array($0.map(transform).filter { $0 != .null }) } ?? .null
        }
        """),
    SwiftHelper(
      name: "filter(closure)", needs: ["elements"],
      text: """
        fileprivate func filter(_ isIncluded: (Value) -> Bool) -> Value {
          elements(for: "filter").map { Value.array($0.filter(isIncluded)) } ?? .null
        }
        """),
    SwiftHelper(
      name: "allSatisfy(closure)", needs: ["elements"],
      text: """
        fileprivate func allSatisfy(_ test: (Value) -> Bool) -> Value {
          elements(for: "allSatisfy").map { Value.bool($0.allSatisfy(test)) } ?? .null
        }
        """),
    SwiftHelper(
      name: "contains(closure)", needs: ["elements"],
      text: """
        fileprivate func contains(where test: (Value) -> Bool) -> Value {
          elements(for: "contains").map { Value.bool($0.contains(where: test)) } ?? .null
        }
        """),
    SwiftHelper(
      name: "first(closure)", needs: ["elements"],
      text: """
        fileprivate func first(where test: (Value) -> Bool) -> Value {
          elements(for: "first")?.first(where: test) ?? .null
        }
        """),
    SwiftHelper(
      name: "reduce(closure)", needs: ["elements"],
      text: """
        fileprivate func reduce(_ initial: Value, _ combine: (Value, Value) -> Value) -> Value {
          elements(for: "reduce").map { $0.reduce(initial, combine) } ?? .null
        }
        """),
    SwiftHelper(
      name: "merging(closure)",
      text: """
        fileprivate func merging(_ other: Value, uniquingKeysWith combine: (Value, Value) -> Value) -> Value {
          switch (self, other) {
          case (.null, _): return .null
          case (.object(let members), .object(let others)):
            return .object(Members(members.dictionary.merging(others.dictionary, uniquingKeysWith: combine)))
          default: fatalError("`merging` takes an object and a closure")
          }
        }
        """),
    SwiftHelper(
      name: "mapEnd", needs: ["member", "map(closure)"],
      text: """
        /// `map` of the first or last element.
        fileprivate func mapEnd(_ end: String, _ transform: (Value) -> Value) -> Value {
          let found = member(end)
          switch self {
          case _ where found == .null: return .null
          case .array, .string: return transform(found)
          default: return found.map(transform)
          }
        }
        """),
  ]
}
