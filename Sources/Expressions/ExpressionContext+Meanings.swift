internal import Operators

// What the names and calls of a context mean.
extension ExpressionContext {
  /// The forms of calling `callee`; none when it is unknown, or checked only while it runs.
  func forms(of callee: Callee) -> [CallForm] {
    switch callee {
    case .operation(let name):
      (catalogue[name]?.forms ?? []).map { CallForm(signature: $0.signature, parameters: $0.parameters) }
    case .clockMethod(let name):
      Planner.signatures[name].map { signature in
        Planner.parameters(of: name).map { CallForm(signature: signature, parameters: $0) }
      } ?? []
    case .implicitMember("repeating"):
      [
        CallForm(
          signature: ".repeating(every: Duration, clock: Clock = .continuous)",
          parameters: [Parameter("every", .duration), Parameter("clock", .clock, isOptional: true)])
      ]
    case .implicitMember, .values, .unknown: []
    }
  }

  /// What parentheses or a closure behind `last` belong to; nil for a group.
  func callee(of last: Last) -> Callee? {
    switch last {
    case .name(let name, _):
      if levels[top].isOfValues { return .values(name) }
      let called = catalogue[name]
      if called?.isMethod != false, ClosureFunctions.names.contains(name) { return .values(name) }
      return called == nil ? .unknown : .operation(name)
    case .member(let base, let name):
      return switch base {
      case .stream, .joinable: catalogue[name] == nil ? .unknown : .operation(name)
      case .value, .array: .values(name)
      case .clock: .clockMethod(name)
      case .other: .unknown
      }
    case .implicitMember(let name): return .implicitMember(name)
    case .start, .infix, .dot, .implicitDot, .operand: return nil
    }
  }

  /// What a call gives.
  func result(of callee: Callee) -> Operand {
    switch callee {
    case .operation: .stream
    case .values: .value
    case .clockMethod: .clock
    case .implicitMember: .other
    case .unknown: levels[top].isOfValues ? .value : expectsClock ? .clock : .stream
    }
  }

  /// The expression that ends at `last`; nil when none does.
  func operand(of last: Last) -> Operand? {
    switch last {
    case .start, .infix: return nil
    case .dot, .implicitDot, .implicitMember: return .other
    case .operand(let operand, _): return operand
    case .name(let name, _):
      if isGroup(name) { return .stream }
      if levels[top].isOfValues || Self.literals.contains(name) || isParameter(name) { return .value }
      return expectsClock ? .clock : .stream
    case .member(let base, let name):
      switch base {
      case .array(let ofStreams) where name == "async": return ofStreams ? .joinable : .stream
      case .value where name == "async" && !levels[top].isOfValues: return .stream
      case .joinable: return .stream
      case .stream, .clock, .other, .value: return base
      case .array: return .value
      }
    }
  }

  /// Whether a closure around the place has a parameter of this name.
  func isParameter(_ name: String) -> Bool {
    levels.contains { $0.parameters?.contains(name) == true }
  }

  /// Whether a name is the stream that a closure around the place is given with a key.
  func isGroup(_ name: String) -> Bool {
    let closure =
      name.hasPrefix("$")
      ? levels.last { $0.kind == .closure && $0.parameters == nil }
      : levels.last { $0.parameters?.contains(name) == true }
    return closure?.group == name && name != "_"
  }

  private var expectsClock: Bool {
    guard levels[top].kind == .call, let label = levels[top].argument.label, let callee = levels[top].callee else {
      return false
    }
    return label == "clock"
      || forms(of: callee).contains { form in form.parameters.contains { $0.label == label && $0.kind == .clock } }
  }

  /// The innermost call around the place that has a signature.
  var call: ExpressionCompletion.Call? {
    for level in levels.reversed() {
      guard let forms = level.callee.map({ self.forms(of: $0) }), let first = forms.first else { continue }
      guard let found = level.parameter(in: forms) else {
        return ExpressionCompletion.Call(signature: first.signature, parameter: nil)
      }
      let position = level.arguments.filter { $0.label == nil }.count
      return ExpressionCompletion.Call(
        signature: found.form.signature, parameter: found.form.range(of: found.parameter, position: position))
    }
    return nil
  }
}

extension ExpressionContext.Level {
  /// The form that fits the arguments, and its parameter at the place.
  fileprivate func parameter(in forms: [CallForm]) -> (form: CallForm, parameter: Parameter)? {
    var next: [(form: CallForm, parameter: Parameter)] = []
    for form in forms {
      for parameter in form.parameters(after: arguments) ?? [] { next.append((form: form, parameter: parameter)) }
    }
    if kind == .closure { return next.first { $0.parameter.takesClosure } }
    let isUnknown = argument == ExpressionContext.Argument()
    let labelled = next.filter { isUnknown || $0.parameter.label == argument.label }
    return labelled.first { argument.shape == nil || argument.fits($0.parameter) } ?? labelled.first
  }
}

extension Parameter {
  fileprivate var takesClosure: Bool {
    switch kind {
    case .closure, .inner, .grouping: true
    default: false
    }
  }
}
