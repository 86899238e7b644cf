internal import Marbles

/// Random bodies of closures over `$0`, with all that closures have: constants, `if`, subscripts, objects, key paths, regular
/// expressions, dates and mathematics. Most are accepted.
enum ArbitraryClosure {
  /// Constants, and a result.
  static func block(_ random: inout SplitMix64) -> String {
    var (text, names) = ("", ["$0"])
    for name in ["x", "y"].prefix(random.below(3)) {
      text += "let \(name) = \(value(&random, depth: 1, names))" + random.pick(["; ", "\n"])
      names.append(name)
    }
    return text + value(&random, depth: 0, names)
  }

  private static func value(_ random: inout SplitMix64, depth: Int, _ names: [String]) -> String {
    guard depth < 4 else { return random.pick(names) }
    func next() -> String { value(&random, depth: depth + 1, names) }
    switch random.below(20) {
    case 0: return random.pick(["0", "1.5", "\"a\"", "true", "nil", "[]", "[:]", "-7"])
    case 1:
      return
        "\(next()) \(random.pick(["+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||", "??", "..."])) \(next())"
    case 2: return "\(next()) ? \(next()) : \(next())"
    case 3: return "if \(next()) == \(next()) { \(next()) } else { \(next()) }"
    case 4: return "if \(next()) != nil { \(next()) } else if true { \(next()) } else { \(next()) }"
    case 5: return "[\"\(random.pick(["k", "a b", "é"]))\": \(next()), \"n\": \(next())]"
    case 6:
      return "\(primary(&random, names))[\(random.pick(["0", "-1", "\"a\"", "\"k\", default: 0", "0...1", next()]))]"
    case 7: return "\(primary(&random, names)).split(separator: \(random.pick(["\",\"", "\" \"", "/\\s+/"])))"
    case 8:
      let pattern = random.pick(["/a+/", "/(?<n>\\d+)/", "/50[03]/", "/(a|b)*x/", "/\\w+ (?<w>\\w+)/"])
      let method = random.pick(["firstMatch(of: ", "wholeMatch(of: ", "contains(", "matches(of: "])
      return "\(primary(&random, names)).\(method)\(pattern))"
    case 9: return "Date(\(next()), strategy: .iso8601)"
    case 10: return "\(random.pick(["abs", "sqrt", "log", "round", "Int", "Double", "String"]))(\(next()))"
    case 11: return "pow(\(next()), \(next()))"
    case 12: return "\(primary(&random, names)).map(\(random.pick(["\\.a", "\\.self", "\\.count", "{ $0 }"])))"
    case 13:
      return "\(primary(&random, names)).reduce(0) { n, e in \(value(&random, depth: depth + 1, names + ["n", "e"])) }"
    case 14:
      return primary(&random, names)
        + random.pick([
          ".count", ".first", ".keys", ".values", ".isEmpty", ".a", ".n", ".sorted()", ".reversed()", ".sum()",
          ".average()", ".percentile(0.95)", ".trimmed()", ".uppercased()", ".prefix(2)", ".merging([\"k\": 1])",
          ".replacing(\"a\", with: \"b\")", ".hasPrefix(\"a\")", ".joined(separator: \"-\")", ".min()",
          ".compactMap { $0 }",
        ])
    case 15: return "\"<\\(\(next()))>\""
    case 16: return "[\(next()), \(next())]"
    case 17: return "(\(next()), \(next()))"
    default: return random.pick(names)
    }
  }

  /// What a member can be asked of without parentheses.
  private static func primary(_ random: inout SplitMix64, _ names: [String]) -> String {
    random.pick(names + ["$0.a", "$0.s", "[1, 2, 3]", "\"a, b\"", "[\"k\": [1]]"])
  }
}
