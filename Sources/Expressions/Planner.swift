internal import Marbles
internal import Operators

/// Plans an expression: resolves all operators and checks all arguments before anything runs.
struct Planner {
  let text: String
  let catalogue: Catalogue
  /// Limits the work for constants.
  let constants: RunMeter
  /// The parameters of the enclosing closures.
  var parameters: Set<String> = []
  /// The parameters of the enclosing closures that are streams; `$1` for one without a name.
  var groups: Set<String> = []
  /// Whether an enclosing closure has `$0`.
  var isInClosure = false

  func stream(_ syntax: Syntax) throws(ExpressionError) -> Plan {
    let plan = try streamOrStreams(syntax)
    if case .rows = plan { throw error("an array of streams is not a stream; add `.joined()`", at: syntax) }
    return plan
  }

  /// A stream, or the streams of an array, which only an operator for them may take.
  private func streamOrStreams(_ syntax: Syntax) throws(ExpressionError) -> Plan {
    switch syntax.kind {
    case .name(let name) where groups.contains(name): return .group(name)
    case .parameter(let index) where groups.contains("$\(index)"): return .group("$\(index)")
    case .name(let name) where parameters.contains(name):
      throw error("`\(name)` is a value, not a stream; write `[\(name)].async`", at: syntax)
    case .name(let name): return .row(name, column: syntax.column)
    case .literal(.string(let diagram)):
      do throws(DiagramError) {
        _ = try Diagram.parse(diagram, row: "inner")
      } catch {
        throw self.error("in the diagram: \(error.message)", at: syntax)
      }
      return .diagram(diagram)
    case .member(let base, "async"): return try sequence(base)
    case .call(let callee, let arguments): return try call(callee, arguments, at: syntax)
    case .member(let base, let name):
      if catalogue[name]?.isMethod == true {
        throw error("`\(name)` needs parentheses, as in `.\(name)(…)`", at: syntax)
      }
      _ = try streamOrStreams(base)
      throw unknown(name, isMethod: true, at: syntax)
    default: throw error("expected a stream: a row, an operator, or `[1, 2].async`", at: syntax)
    }
  }

  // MARK: Sequences

  private func sequence(_ base: Syntax) throws(ExpressionError) -> Plan {
    if case .array(let elements) = base.kind, !elements.isEmpty, elements.allSatisfy(isStream) {
      var plans: [Plan] = []
      for element in elements { plans.append(try stream(element)) }
      return .rows(plans)
    }
    switch base.kind {
    case .array, .infix("...", _, _), .infix("..<", _, _), .parameter:
      try check(value: base)
      return .values(base)
    case .name(let name) where parameters.contains(name): return .values(base)
    default: throw error("`.async` needs an array, as in `[1, 2, 3].async`", at: base)
    }
  }

  /// Whether `syntax` looks like a stream rather than a value.
  private func isStream(_ syntax: Syntax) -> Bool {
    switch syntax.kind {
    case .name(let name): !parameters.contains(name)
    case .parameter(let index): groups.contains("$\(index)")
    case .member(_, "async"): true
    case .call(let callee, _):
      switch callee.kind {
      case .name(let name): catalogue[name].map { !$0.isMethod } ?? !ClosureFunctions.names.contains(name)
      case .member(let base, _): isStream(base)
      default: false
      }
    default: false
    }
  }

  // MARK: Calls

  private func call(
    _ callee: Syntax, _ arguments: [Syntax.Argument], at syntax: Syntax
  ) throws(ExpressionError) -> Plan {
    switch callee.kind {
    case .name(let name):
      guard let called = catalogue[name] else { throw unknown(name, isMethod: false, at: callee) }
      if called.isMethod {
        throw error("`\(name)` must be called on a stream, as in `\(called.sample.expression)`", at: callee)
      }
      return try planned(called, receiver: nil, arguments, at: callee, until: syntax.end)
    case .member(let base, let name):
      let receiver = try streamOrStreams(base)
      guard let called = catalogue[name], called.isMethod else {
        if catalogue[name] != nil {
          throw error(
            "`\(name)` takes its streams in parentheses, as in `\(catalogue[name]!.sample.expression)`", at: callee)
        }
        throw unknown(name, isMethod: true, at: callee)
      }
      if case .rows = receiver, name != "joined" {
        throw error("an array of streams has only the operator `joined`", at: callee)
      }
      return try planned(called, receiver: receiver, arguments, at: callee, until: syntax.end)
    default: throw error("only operators can be called", at: callee)
    }
  }

  private func unknown(_ name: String, isMethod: Bool, at syntax: Syntax) -> ExpressionError {
    let names = catalogue.operators.filter { $0.isMethod == isMethod }.map(\.name)
    let others = catalogue.operators.map(\.name)
    let advice = catalogue.advice(for: name, among: [names, others]) ?? "see `marbled list operators`"
    return error("no operator is called `\(name)`; \(advice)", at: syntax)
  }

  private func planned(
    _ called: Operator, receiver: Plan?, _ given: [Syntax.Argument], at syntax: Syntax, until end: Int
  ) throws(ExpressionError) -> Plan {
    // All clocks are exact here, and `clock:` may appear at any position.
    let clocks = given.filter { $0.label == "clock" }
    let given = given.filter { $0.label != "clock" && $0.label != "tolerance" }
    guard let form = called.forms.indices.first(where: { match(given, called.forms[$0].parameters) != nil }),
      let matched = match(given, called.forms[form].parameters)
    else { throw mismatch(called, given, at: syntax) }
    if !clocks.isEmpty, !called.forms[form].parameters.contains(where: \.isClock) {
      throw mismatch(called, clocks, at: syntax)
    }
    var planned: [PlannedArgument?] = []
    for (parameter, arguments) in zip(called.forms[form].parameters, matched) {
      planned.append(try argument(parameter.isClock ? clocks : arguments, for: parameter, of: called))
    }
    return .call(
      PlannedCall(
        name: called.name, form: form, receiver: receiver, arguments: planned, column: syntax.column,
        end: end, semantics: called.forms[form].semantics(planned.map { $0?.constant })))
  }

  /// The arguments for each parameter; nil when they don't match.
  func match(_ given: [Syntax.Argument], _ parameters: [Parameter]) -> [[Syntax.Argument]]? {
    var rest = given[...]
    var matched: [[Syntax.Argument]] = []
    for parameter in parameters {
      if case .streams(let count) = parameter.kind {
        let streams = rest.prefix { $0.label == nil && fits($0.value, .stream) }
        guard count.contains(streams.count) else { return nil }
        rest = rest.dropFirst(streams.count)
        matched.append(Array(streams))
        continue
      }
      if let next = rest.first, next.label == parameter.label || next.isTrailing, fits(next.value, parameter.kind) {
        rest = rest.dropFirst()
        matched.append([next])
      } else {
        guard parameter.isOptional else { return nil }
        matched.append([])
      }
    }
    return rest.isEmpty ? matched : nil
  }

  func fits(_ syntax: Syntax, _ kind: Parameter.Kind) -> Bool {
    switch kind {
    case .closure: syntax.isClosureLike
    case .inner, .grouping: if case .closure = syntax.kind { true } else { false }
    case .duration: implicitCall(syntax).map { Self.units[$0.name] != nil || $0.name == "steps" } ?? false
    case .policy: policyName(syntax).map(Self.policies.contains) ?? false
    case .repeating: implicitCall(syntax)?.name == "repeating"
    case .clock: true
    // An unknown name has the right kind, and is refused later with a better message.
    case .choice: if case .implicitMember = syntax.kind { true } else { false }
    case .nothing: syntax.kind == .literal(.null)
    case .count:
      // A negative number has the right kind, and is refused later with a better message.
      switch syntax.kind {
      case .literal(.int): true
      case .prefix("-", let operand): if case .literal(.int) = operand.kind { true } else { false }
      default: false
      }
    case .flag: if case .literal(.bool) = syntax.kind { true } else { false }
    case .stream, .streams:
      switch syntax.kind {
      case .name, .call, .member, .literal(.string): implicitCall(syntax) == nil
      case .parameter: isStream(syntax)
      default: false
      }
    case .value:
      switch syntax.kind {
      case .closure, .implicitMember: false
      case .name(let name): parameters.contains(name)
      default: implicitCall(syntax) == nil
      }
    }
  }

  private func mismatch(_ called: Operator, _ given: [Syntax.Argument], at syntax: Syntax) -> ExpressionError {
    let labels = called.forms.flatMap(\.parameters).compactMap(\.label)
    for argument in given {
      guard let label = argument.label, !labels.contains(label) else { continue }
      if label == "scheduler" {
        return ExpressionError(
          text: text, column: argument.labelColumn ?? argument.value.column,
          message: "time is that of the scene, so `\(called.name)` has no `scheduler:`; leave it out")
      }
      let clause = Suggestion.clause(for: label, among: labels)
      return ExpressionError(
        text: text, column: argument.labelColumn ?? argument.value.column,
        message: "`\(called.name)` has no argument `\(label):`\(clause)"
          + (clause.isEmpty ? "; expected " : " Expected ") + called.signatures)
    }
    let place = given.first { argument in
      !called.forms.contains { $0.parameters.contains { $0.label == argument.label && fits(argument.value, $0.kind) } }
    }
    return error(
      "invalid arguments for `\(called.name)`; expected \(called.signatures), as in `\(called.sample.expression)`",
      at: place?.value ?? syntax)
  }

  func error(_ message: String, at syntax: Syntax) -> ExpressionError {
    ExpressionError(text: text, column: syntax.column, message: message)
  }
}

extension Operator {
  /// The signatures of all forms, for messages.
  var signatures: String { forms.map { "`\($0.signature)`" }.joined(separator: " or ") }
}
