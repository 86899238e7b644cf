internal import Marbles
internal import Operators

// The arguments of operators.
extension Planner {
  func argument(
    _ given: [Syntax.Argument], for parameter: Parameter, of called: Operator
  ) throws(ExpressionError) -> PlannedArgument? {
    if case .streams = parameter.kind {
      var plans: [Plan] = []
      for argument in given { plans.append(try stream(argument.value)) }
      return .streams(plans)
    }
    guard let syntax = given.first?.value else { return nil }
    switch parameter.kind {
    case .stream: return .stream(try stream(syntax))
    case .streams: return nil
    case .closure(let arity):
      try check(closure: syntax, arity: arity, of: called)
      return .closure(syntax)
    case .inner:
      guard case .closure(let closure) = syntax.kind else { return nil }
      return .inner(parameters: closure.parameters, try inside(closure).stream(closure.body))
    case .grouping:
      guard case .closure(let closure) = syntax.kind else { return nil }
      if let named = closure.parameters, named.count != 2 {
        throw error(
          "the closure of `\(called.name)` takes a key and a stream, as in `{ key, group in group }`; found"
            + " \(named.count == 1 ? "one parameter" : "\(named.count) parameters")", at: syntax)
      }
      let inner = inside(closure, group: Plan.group(of: closure.parameters))
      return .grouping(parameters: closure.parameters, try inner.stream(closure.body))
    case .duration: return try duration(syntax)
    case .repeating:
      guard let (_, arguments) = implicitCall(syntax), let every = arguments.first, every.label == "every",
        fits(every.value, .duration)
      else { throw error("expected `.repeating(every: .seconds(1))`", at: syntax) }
      let given = arguments.first { $0.label == "clock" }
      let clock = if let given { try clock(given.value) } else { PlannedClock.scene }
      return .repeating(every: try duration(every.value), clock: clock)
    case .clock: return .clock(try clock(syntax))
    case .count(let minimum):
      guard case .literal(.int(let count)) = syntax.kind, count >= minimum else {
        throw error("expected a whole number, \(minimum) or greater", at: syntax)
      }
      return .count(count)
    case .flag:
      guard case .literal(.bool(let flag)) = syntax.kind else { return nil }
      return .flag(flag)
    case .policy: return .policy(try policy(syntax))
    case .choice(let what, let names):
      guard case .implicitMember(let name) = syntax.kind else { return nil }
      if names.contains(name) { return .choice(name) }
      let hint = Suggestion.nearest(to: name, among: names).map { "did you mean `.\($0)`?" }
      throw error(
        "no \(what) is called `.\(name)`; \(hint ?? "expected one of \(names.map { "`.\($0)`" }.joined(separator: ", "))")",
        at: syntax)
    case .nothing: return .nothing
    case .value:
      try check(value: syntax)
      return .value(syntax)
    }
  }

  static let units: [String: Int64] = [
    "nanoseconds": 1, "microseconds": 1000, "milliseconds": 1_000_000, "seconds": 1_000_000_000,
  ]
  static let policies = ["unbounded", "bounded", "bufferingLatest", "bufferingOldest", "bufferingNewest"]

  func implicitCall(_ syntax: Syntax) -> (name: String, arguments: [Syntax.Argument])? {
    guard case .call(let callee, let arguments) = syntax.kind, case .implicitMember(let name) = callee.kind else {
      return nil
    }
    return (name, arguments)
  }

  func policyName(_ syntax: Syntax) -> String? {
    if case .implicitMember(let name) = syntax.kind { return name }
    return implicitCall(syntax)?.name
  }

  private func duration(_ syntax: Syntax) throws(ExpressionError) -> PlannedArgument {
    guard let (name, arguments) = implicitCall(syntax), arguments.count == 1 else {
      throw error("expected a duration, as in `.seconds(1.5)`", at: syntax)
    }
    switch (name, arguments[0].value.kind) {
    case ("steps", .literal(.int(let count))) where (0...1_000_000).contains(count): return .steps(count)
    case (_, .literal(.int(let count))):
      guard let unit = Self.units[name], count >= 0 else { break }
      return .time(try readable(.nanoseconds(Int64(count).multipliedSaturated(by: unit)), at: syntax))
    case (_, .literal(.double(let count))):
      guard let unit = Self.units[name], count.value >= 0 else { break }
      return .time(try readable(.nanoseconds(Int64(saturating: (count.value * Double(unit)).rounded())), at: syntax))
    default: break
    }
    throw error(
      "expected a duration of 0 or more, as in `.seconds(1.5)`, `.milliseconds(200)` or `.steps(3)`", at: syntax)
  }

  private func readable(_ time: SceneTime, at syntax: Syntax) throws(ExpressionError) -> SceneTime {
    if time > .longestReadable { throw error("the duration \(DurationNotation.Problem.tooLong)", at: syntax) }
    return time
  }

  private func policy(_ syntax: Syntax) throws(ExpressionError) -> BufferPolicy {
    let name = policyName(syntax) ?? ""
    if name == "unbounded", implicitCall(syntax) == nil { return .unbounded }
    if let argument = implicitCall(syntax)?.arguments.first, case .literal(.int(let count)) = argument.value.kind,
      count >= 0
    {
      switch name {
      case "bounded": return .bounded(count)
      case "bufferingLatest", "bufferingNewest": return .bufferingLatest(count)
      case "bufferingOldest": return .bufferingOldest(count)
      default: break
      }
    }
    throw error(
      "expected `.bounded(2)`, `.unbounded`, `.bufferingLatest(2)` or `.bufferingOldest(2)`", at: syntax)
  }
}
