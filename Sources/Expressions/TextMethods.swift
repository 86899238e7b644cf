internal import Marbles
internal import Operators

/// Methods of text that take it apart: by a separator, or by a pattern in a time that grows with the text alone.
enum TextMethods {
  /// Calls a method; nil when it is none of these.
  static func call(
    _ name: String, of value: Value, _ arguments: [Syntax.Argument], with evaluator: Evaluator, column: Int
  ) throws(EvaluationError) -> Value? {
    guard case .string(let text) = value else { return nil }
    let argument = arguments.first
    switch name {
    case "trimmed": return .string(String(text.trimmed))
    case "split":
      guard let argument, argument.label == nil || argument.label == "separator" else { return nil }
      if case .pattern(let pattern) = argument.value.kind {
        return .array(
          try pieces(text, between: pattern, evaluator, column).filter { !$0.isEmpty }.map { .string(String($0)) })
      }
      guard case .string(let separator) = try evaluator.value(argument.value), !separator.isEmpty else {
        throw EvaluationError(column: column, message: "`split` takes a separator, as in split(separator: \",\")")
      }
      try evaluator.budget.spend(finding: separator, in: text, column: column)
      return .array(text.split(separator: separator).map { .string(String($0)) })
    case "replacing":
      guard arguments.count == 2, arguments[1].label == "with",
        case .string(let replacement) = try evaluator.value(arguments[1].value)
      else { throw EvaluationError(column: column, message: "expected `replacing(\"a\", with: \"b\")`") }
      if case .pattern(let pattern) = arguments[0].value.kind {
        let pieces = try pieces(text, between: pattern, evaluator, column)
        try evaluator.budget.spend(pieces.count * (1 + replacement.utf8.count / 64), column: column)
        return .string(pieces.joined(separator: replacement))
      }
      guard case .string(let part) = try evaluator.value(arguments[0].value), !part.isEmpty else {
        throw EvaluationError(column: column, message: "`replacing` takes text or a pattern that is not empty")
      }
      try evaluator.budget.spend(finding: part, in: text, column: column)
      let pieces = text.split(separator: part, omittingEmptySubsequences: false)
      try evaluator.budget.spend(pieces.count * (1 + replacement.utf8.count / 64), column: column)
      return .string(pieces.joined(separator: replacement))
    case "contains", "firstMatch", "wholeMatch", "matches", "hasPrefix":
      guard let argument, case .pattern(let pattern) = argument.value.kind else {
        if ["firstMatch", "wholeMatch", "matches"].contains(name) {
          throw EvaluationError(column: column, message: "`\(name)` takes a pattern, as in \(name)(of: /[0-9]+/)")
        }
        return nil
      }
      return try match(name, text, pattern, evaluator, column)
    default: return nil
    }
  }

  private static func match(
    _ name: String, _ text: String, _ pattern: Pattern, _ evaluator: Evaluator, _ column: Int
  ) throws(EvaluationError) -> Value {
    let charge = { (steps: Int) throws(EvaluationError) in
      try evaluator.budget.spend(steps / Self.statesPerStep, column: column)
    }
    switch name {
    case "contains": return .bool(try pattern.isMatch(in: text, charging: charge))
    case "hasPrefix": return .bool(try pattern.prefixMatch(in: text, charging: charge) != nil)
    case "firstMatch":
      return try pattern.firstMatch(in: text, charging: charge).map { value(of: $0, pattern) } ?? .null
    case "wholeMatch":
      return try pattern.wholeMatch(in: text, charging: charge).map { value(of: $0, pattern) } ?? .null
    default: return .array(try pattern.matches(in: text, charging: charge).map { value(of: $0, pattern) })
    }
  }

  /// How many states of a pattern cost one step.
  private static let statesPerStep = 16

  /// The named groups as an object; without names a tuple of the whole and the groups; without groups the whole.
  static func value(of match: PatternMatch, _ pattern: Pattern) -> Value {
    if pattern.groups.isEmpty { return .string(String(match.text)) }
    func text(_ group: Substring?) -> Value { group.map { .string(String($0)) } ?? .null }
    guard pattern.groups.contains(where: { $0.name != nil }) else {
      return .tuple([.string(String(match.text))] + match.groups.map(text))
    }
    var members: [String: Value] = [:]
    for group in pattern.groups { if let name = group.name { members[name] = text(match[name]) } }
    return .object(members)
  }

  private static func pieces(
    _ text: String, between pattern: Pattern, _ evaluator: Evaluator, _ column: Int
  ) throws(EvaluationError) -> [Substring] {
    let matches = try pattern.matches(in: text) { (steps: Int) throws(EvaluationError) in
      try evaluator.budget.spend(steps / Self.statesPerStep, column: column)
    }
    var pieces: [Substring] = []
    var start = text.startIndex
    for match in matches {
      pieces.append(text[start..<match.range.lowerBound])
      start = match.range.upperBound
    }
    return pieces + [text[start...]]
  }
}
