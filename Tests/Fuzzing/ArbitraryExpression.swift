internal import Marbles
internal import Operators

/// Random calls of operators with matching arguments: most are valid, so that damage affects deep parts.
///
/// The arguments are derived from the catalogue, so new operators are included automatically.
enum ArbitraryExpression {
  static func text(_ random: inout SplitMix64) -> String {
    (random.below(8) == 0 ? "row = " : "") + stream(&random, depth: 0)
  }

  /// A call of a form that is drawn from all forms of all operators, over rows or short expressions.
  static func call(_ random: inout SplitMix64) -> String {
    let forms = Catalogue.standard.operators.flatMap { called in called.forms.map { (called, $0) } }
    let (called, form) = random.pick(forms)
    let receiver = called.isMethod ? stream(&random, depth: 2) + "." : ""
    return receiver + called.name + arguments(form.parameters, &random, depth: 2)
  }

  private static func stream(_ random: inout SplitMix64, depth: Int) -> String {
    guard depth < 4, random.below(5) > 0 else {
      return random.pick(["a", "b", "c", "(a)", "\"1-2|\"", "[1, 2].async", "[\"x\", nil].async", "(1...3).async"])
    }
    let called = random.pick(Catalogue.standard.operators)
    let receiver = called.isMethod ? stream(&random, depth: depth + 1) + "." : ""
    return receiver + called.name + arguments(random.pick(called.forms).parameters, &random, depth: depth)
  }

  private static func arguments(_ parameters: [Parameter], _ random: inout SplitMix64, depth: Int) -> String {
    var given: [String] = []
    var trailing = ""
    for (index, parameter) in parameters.enumerated() where !parameter.isOptional || random.below(2) == 0 {
      let text = argument(parameter.kind, &random, depth: depth)
      if index == parameters.count - 1, text.hasPrefix("{"), random.below(2) == 0 {
        trailing = " " + text
      } else {
        given.append((parameter.label.map { "\($0): " } ?? "") + text)
      }
    }
    if random.below(20) == 0 { given.append("clock: \(clock(&random))") }
    return given.isEmpty && !trailing.isEmpty ? trailing : "(\(given.joined(separator: ", ")))\(trailing)"
  }

  private static func argument(_ kind: Parameter.Kind, _ random: inout SplitMix64, depth: Int) -> String {
    switch kind {
    case .stream: return stream(&random, depth: depth + 1)
    case .streams:
      return (0..<2 + random.below(3)).map { _ in stream(&random, depth: depth + 1) }.joined(separator: ", ")
    case .closure(let arity): return closure(arity, &random)
    case .inner:
      return random.pick(["{ _ in \(stream(&random, depth: depth + 1)) }", "{ [$0].async }", "{ x in [x, 1].async }"])
    case .grouping:
      return random.pick([
        "{ _, group in group }", "{ $1 }", "{ key, group in group.map { [key, $0] } }",
        "{ _, g in merge(g, g.dropFirst()) }",
        "{ _, group in group.debounce(for: .seconds(1)) }", "{ key, _ in [key].async }", "{ $1.prefix(1) }",
        "{ _, g in \(stream(&random, depth: depth + 1)) }", "{ _, g in g.flatMap { _ in g.prefix(1) } }",
        "{ _, g in g.reduce(0) { $0 } }", "{ _, g in chain(\(stream(&random, depth: depth + 1)), g) }",
      ])
    case .duration: return random.pick([".seconds(1.5)", ".milliseconds(200)", ".steps(2)", ".nanoseconds(0)"])
    case .value where random.below(3) == 0:
      return value(&random, depth: 0, parameters: ["1", "\"a\"", "[1, [2]]", "(1, 2)", "(0...99999)"])
    case .value: return random.pick(["0", "\"x|\"", "nil", "[1, 2]", "1.5", "(1, 2)", "[\"k\": 1]", "-1", "2 + 3"])
    case .count(let minimum): return "\(minimum + random.below(3))"
    case .flag: return random.pick(["true", "false"])
    case .policy: return random.pick([".unbounded", ".bounded(2)", ".bufferingLatest(1)", ".bufferingOldest(3)"])
    case .repeating: return ".repeating(every: .seconds(2)\(random.below(3) == 0 ? ", clock: \(clock(&random))" : ""))"
    case .clock: return clock(&random)
    case .choice(_, let names): return "." + random.pick(names)
    case .nothing: return "nil"
    }
  }

  private static func clock(_ random: inout SplitMix64) -> String {
    let transforms = [
      ".scaled(by: 2)", ".scaled(by: 0.3)", ".scaled(by: 1000)", ".jittered(by: .seconds(1), seed: 3)",
      ".animation(.slide)", ".animation(nil)",
    ]
    return random.pick(["clock", ".continuous", "ContinuousClock()"])
      + (0..<random.below(4)).map { _ in random.pick(transforms) }.joined()
  }

  private static func closure(_ arity: Int, _ random: inout SplitMix64) -> String {
    if arity == 2, random.below(6) == 0 { return random.pick(["{ $0 }", "{ _, _ in true }"]) }
    if random.below(3) > 0 { return "{ \(value(&random, depth: 0, parameters: (0..<arity).map { "$\($0)" })) }" }
    let names = ["x", "y", "z"].prefix(arity)
    return "{ \(names.joined(separator: ", ")) in \(value(&random, depth: 0, parameters: Array(names))) }"
  }

  private static func value(_ random: inout SplitMix64, depth: Int, parameters: [String]) -> String {
    guard depth < 4 else { return random.pick(parameters) }
    func next() -> String { value(&random, depth: depth + 1, parameters: parameters) }
    switch random.below(14) {
    case 0: return random.pick(["0", "1.5", "\"a\"", "true", "nil", "[]", "\"\\n\""])
    case 1, 2:
      let symbol = random.pick(["+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||", "??", "...", "..<"])
      return "\(next()) \(symbol) \(next())"
    case 3: return "\(next()) ? \(next()) : \(next())"
    case 4: return "(\(next()))"
    case 5: return "-\(next())"
    case 6: return "\(next()).\(random.pick(["count", "first", "0", "price", "isUppercase"]))"
    case 7: return "\(next()).\(random.pick(["uppercased()", "sum()", "joined()", "contains(1)", "isMultiple(of: 2)"]))"
    case 8:
      let inner = value(&random, depth: depth + 1, parameters: parameters + ["x"])
      return random.pick(["\(next()).map { x in \(inner) }", "\(next()).reduce(\(next())) { x, _ in \(inner) }"])
    case 9: return "[\(next()), \(next())]"
    case 10: return "\"<\\(\(next()))>\""
    case 11: return "\(random.pick(["Int", "Double", "String", "abs"]))(\(next()))"
    default: return random.pick(parameters)
    }
  }
}
