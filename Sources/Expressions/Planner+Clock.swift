internal import Marbles
internal import Operators

/// Clocks in expressions: `clock.scaled(by: 2)`.
extension Planner {
  /// The transforms and their signatures.
  static let signatures = [
    "animation": "clock.animation(.slide)", "jittered": "clock.jittered(by: .milliseconds(200), seed: 7)",
    "scaled": "clock.scaled(by: 2)",
  ]

  /// The clock of `syntax`: the scene's clock, whatever it is called in Swift, and its transforms.
  func clock(_ syntax: Syntax) throws(ExpressionError) -> PlannedClock {
    switch syntax.kind {
    case .name, .implicitMember: return .scene
    case .member(_, let name):
      if let signature = Self.signatures[name] {
        throw error("`\(name)` needs arguments, as in `\(signature)`", at: syntax)
      }
      return .scene
    case .call(let callee, let arguments):
      switch callee.kind {
      case .member(let base, let name):
        var clock = try clock(base)
        clock.transforms.append(try transform(name, arguments, at: callee))
        guard clock.speedFactor != nil else {
          throw error(
            "the product of the clock's speed factors is out of range; expected \(SpeedFactor.expectation)",
            at: syntax)
        }
        return clock
      case .name(let name), .implicitMember(let name):
        if let signature = Self.signatures[name] {
          throw error("`\(name)` must be called on a clock, as in `\(signature)`", at: syntax)
        }
        return .scene
      default: break
      }
    default: break
    }
    throw error("expected `clock`, or a clock made from it, such as `clock.scaled(by: 2)`", at: syntax)
  }

  private func transform(
    _ name: String, _ given: [Syntax.Argument], at syntax: Syntax
  ) throws(ExpressionError) -> PlannedClock.Transform {
    guard let signature = Self.signatures[name] else {
      let names = Self.signatures.keys.sorted()
      let hint = Suggestion.nearest(to: name, among: names).map { "did you mean `\($0)`?" }
      let others = "expected one of \(names.map { "`\($0)`" }.joined(separator: ", "))"
      throw error("clocks have no method `\(name)`; \(hint ?? others)", at: syntax)
    }
    for (form, parameters) in Self.parameters(of: name).enumerated() {
      guard let matched = match(given, parameters) else { continue }
      var arguments: [PlannedArgument?] = []
      for (parameter, given) in zip(parameters, matched) {
        arguments.append(try argument(given, for: parameter, of: .animation))
      }
      switch (name, arguments.first ?? nil, arguments.last ?? nil) {
      case ("scaled", .value(let factor)?, _): return .scaled(by: try speedFactor(factor))
      case ("jittered", let jitter?, .count(let seed)?): return .jittered(by: jitter, seed: seed)
      default: return .animation(form: form, arguments: arguments)
      }
    }
    throw error(
      "invalid arguments for `\(name)`; expected them as in `\(signature)`", at: given.first?.value ?? syntax)
  }

  static func parameters(of transform: String) -> [[Parameter]] {
    switch transform {
    case "scaled": [[Parameter("by", .value)]]
    case "jittered": [[Parameter("by", .duration), Parameter("seed", .count(atLeast: 0))]]
    default: Operator.animation.forms.map(\.parameters)
    }
  }

  private func speedFactor(_ syntax: Syntax) throws(ExpressionError) -> SpeedFactor {
    let factor: SpeedFactor? =
      switch syntax.kind {
      case .literal(.int(let int)): SpeedFactor(Double(int))
      case .literal(.double(let double)): SpeedFactor(double.value)
      default: nil
      }
    guard let factor else {
      throw error("expected \(SpeedFactor.expectation)", at: syntax)
    }
    return factor
  }
}
