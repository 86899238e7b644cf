internal import Operators

/// Lists what can be written at a place.
struct CompletionList {
  let context: ExpressionContext
  let rows: [String]
  /// The names of members that values are known to have.
  let known: [String]
  /// What is typed there already, in lowercase letters: operators whose names do not contain it are left out.
  let typed: String

  private var catalogue: Catalogue { context.catalogue }

  private func operators(where isIncluded: (Operator) -> Bool) -> [Operator] {
    catalogue.operators.filter { isIncluded($0) && (typed.isEmpty || isNamed($0) || nameElsewhere(of: $0) != nil) }
  }

  private func isNamed(_ called: Operator) -> Bool { called.name.lowercased().contains(typed) }

  /// A name in another library, or a plain word, that begins with what is typed: of `flatMapLatest`, `switchMap`.
  ///
  /// A name of two letters is the beginning of too many.
  private func nameElsewhere(of called: Operator) -> String? {
    guard typed.count > 2, !isNamed(called) else { return nil }
    return NameIndex.standard.names(of: called.name).map(\.name).first { $0.lowercased().hasPrefix(typed) }
  }

  var drafts: [CompletionDraft] {
    switch context.last {
    case .start: expected(at: context.levels.count - 1)
    case .infix: context.level.isOfValues ? values : []
    case .implicitDot: expected(at: context.levels.count - 1).filter { $0.name.hasPrefix(".") }
    case .dot(let operand): members(of: operand)
    case .name, .member, .implicitMember, .operand: []
    }
  }

  /// What may begin at the place, which is in parentheses within the level at `index` if they are of a group.
  private func expected(at index: Int, isInGroup: Bool = false) -> [CompletionDraft] {
    let level = context.levels[index]
    switch level.kind {
    case .group: return level.isOfValues ? values : expected(at: index - 1, isInGroup: true)
    case .array: return level.isOfValues ? values : streams + (innermostClosure == nil ? [] : values)
    case .call: return arguments(level, isInGroup: isInGroup)
    case .whole: return wholes
    case .closure, .interpolation: return level.isOfValues ? values : streams
    }
  }

  // MARK: Arguments

  private func arguments(_ level: ExpressionContext.Level, isInGroup: Bool) -> [CompletionDraft] {
    guard let callee = level.callee else { return [] }
    let forms = context.forms(of: callee)
    guard !forms.isEmpty else {
      switch callee {
      case .values(let name): return argumentsOfValues(name, level)
      case .unknown: return level.isOfValues ? values : streams
      case .operation, .clockMethod, .implicitMember: return []
      }
    }
    // Arguments that fit no form don't hide the labels of the others.
    let fitting = forms.filter { $0.parameters(after: level.arguments) != nil }
    let possible = fitting.isEmpty ? forms : fitting
    let behind = isInGroup ? [] : context.labelsBehind
    var drafts: [CompletionDraft] = []
    for form in possible {
      for parameter in form.parameters(after: level.arguments) ?? form.parameters {
        if parameter.label == level.argument.label {
          drafts += arguments(for: parameter, of: form)
        } else if level.argument.label == nil, !isInGroup, let label = parameter.label, !behind.contains(label) {
          drafts.append(
            CompletionDraft(
              kind: .label, name: label, rest: ": ", detail: form.typeText(of: parameter) ?? form.signature))
        }
      }
    }
    return drafts
  }

  private func argumentsOfValues(_ name: String, _ level: ExpressionContext.Level) -> [CompletionDraft] {
    switch (name, level.arguments.count) {
    case ("map", 0), ("filter", 0): closures(arity: 1, isTest: false)
    case ("reduce", 1): closures(arity: 2, isTest: false)
    case ("isMultiple", 0) where level.argument.label == nil:
      [CompletionDraft(kind: .label, name: "of", rest: ": ", detail: "Int")]
    default: values
    }
  }

  private func arguments(for parameter: Parameter, of form: CallForm) -> [CompletionDraft] {
    switch parameter.kind {
    case .stream, .streams: streams
    case .closure(let arity):
      closures(arity: arity, isTest: form.typeText(of: parameter)?.hasSuffix("-> Bool") == true)
    case .inner: [CompletionDraft(kind: .value, name: "{ _ in  }", back: 2, detail: "closure")]
    case .grouping: [CompletionDraft(kind: .value, name: "{ key, group in group }", back: 2, detail: "closure")]
    case .duration: literals(["seconds(1)", "milliseconds(500)", "steps(2)", "microseconds(500)"], "duration")
    case .policy: literals(["bounded(2)", "unbounded", "bufferingLatest(2)", "bufferingOldest(2)"], "policy")
    case .repeating: literals(["repeating(every: .seconds(1))"], "timer")
    case .choice(let what, let names): literals(names, what)
    case .clock:
      [CompletionDraft(kind: .value, name: "clock", detail: "the scene's clock")]
        + Planner.signatures.values.sorted().map { CompletionDraft(kind: .value, name: $0, detail: "clock") }
    case .count(let minimum):
      (0..<3).map { CompletionDraft(kind: .value, name: "\(max(1, minimum) + $0)", detail: "whole number") }
    case .flag: constants(["true", "false"])
    case .nothing: constants(["nil"])
    case .value: innermostClosure == nil ? newValues : values
    }
  }

  /// Implicit members: `.seconds(1)` of `seconds(1)`.
  private func literals(_ texts: [String], _ detail: String) -> [CompletionDraft] {
    texts.map { text in
      let name = text.prefix { $0 != "(" }
      return CompletionDraft(kind: .value, name: ".\(name)", rest: String(text[name.endIndex...]), detail: detail)
    }
  }

  private func constants(_ texts: [String]) -> [CompletionDraft] {
    texts.map { CompletionDraft(kind: .value, name: $0, detail: "value") }
  }

  private func closures(arity: Int, isTest: Bool) -> [CompletionDraft] {
    if arity < 2 { return [CompletionDraft(kind: .value, name: "{ $0 }", back: 2, detail: "closure")] }
    if isTest { return [CompletionDraft(kind: .value, name: "{ $0 < $1 }", back: 2, detail: "closure")] }
    return [
      CompletionDraft(kind: .value, name: "+", detail: "operator"),
      CompletionDraft(kind: .value, name: "{ $0 + $1 }", back: 2, detail: "closure"),
    ]
  }

  // MARK: Streams

  private var streams: [CompletionDraft] {
    groups.map { CompletionDraft(kind: .row, name: $0, detail: "stream of the key's values") }
      + rows.filter(isUsable).map { CompletionDraft(kind: .row, name: $0, detail: "row") }
      + operators { !$0.isMethod }.map { draft($0, kind: .function) } + innerStreams
  }

  /// The streams that closures around the place are given, the innermost first.
  private var groups: [String] { context.levels.reversed().compactMap(\.group).filter(context.isGroup) }

  /// What an expression begins with: an operator is in front of a row that has its name, and a method is called on the first row.
  private var wholes: [CompletionDraft] {
    let functions = Set(operators { !$0.isMethod }.map(\.name))
    let streams = streams
    let isNamedLikeOperator = { (draft: CompletionDraft) in draft.kind == .row && functions.contains(draft.name) }
    return streams.filter { !isNamedLikeOperator($0) } + streams.filter(isNamedLikeOperator) + methodsOfFirstRow
  }

  private var methodsOfFirstRow: [CompletionDraft] {
    guard !typed.isEmpty, let row = rows.first(where: isUsable) else { return [] }
    return catalogue.operators.filter {
      $0.isMethod && ($0.name.lowercased().hasPrefix(typed) || nameElsewhere(of: $0) != nil)
    }.map {
      var draft = draft($0, kind: .method)
      draft.lead = "\(row)."
      return draft
    }
  }

  private func isUsable(_ row: String) -> Bool {
    row.first?.startsName == true && row.allSatisfy(\.isNamePart)
      && !ExpressionContext.literals.contains(row) && !context.isParameter(row)
  }

  /// What the closure of `flatMap` can make of its value.
  private var innerStreams: [CompletionDraft] {
    guard let closure = innermostClosure, !closure.isOfValues else { return [] }
    let values = closure.parameters?.filter { $0 != "_" && $0 != closure.group } ?? ["$0"]
    return values.map { CompletionDraft(kind: .value, name: "[\($0)].async", detail: "stream of the value") }
      + [CompletionDraft(kind: .value, name: "\"1-2-3|\"", back: 1, detail: "diagram")]
  }

  /// The operator with its parentheses or its trailing closure, as in its sample.
  private func draft(_ called: Operator, kind: ExpressionCompletion.Candidate.Kind) -> CompletionDraft {
    let (name, sample) = (called.name, called.sample.expression)
    var draft = CompletionDraft(kind: kind, name: name, rest: "(", detail: called.forms.first?.signature ?? name)
    draft.nameElsewhere = nameElsewhere(of: called)
    let first = called.forms.first?.parameters.first?.kind
    if sample.contains("\(name)()") {
      draft.rest = "()"
    } else if sample.contains("\(name) {"), first == .inner || first == .closure(1) {
      draft.rest = first == .inner ? " { _ in  }" : " { $0 }"
      draft.back = 2
    } else {
      let forms = called.forms.map { CallForm(signature: $0.signature, parameters: $0.parameters) }
      let labels = Set(forms.flatMap { $0.parameters(after: [])?.filter { !$0.isClock } ?? [] }.map(\.label))
      if labels.count == 1, let label = labels.first ?? nil { draft.rest = "(\(label): " }
    }
    return draft
  }

  // MARK: Values

  private var innermostClosure: ExpressionContext.Level? { context.levels.last { $0.kind == .closure } }

  /// The values that an argument outside of closures may have.
  private var newValues: [CompletionDraft] {
    constants(["0"]) + [CompletionDraft(kind: .value, name: "\"\"", back: 1, detail: "text")]
      + constants(ExpressionContext.literals)
  }

  /// The parameters of the closures around the place, functions and constants.
  private var values: [CompletionDraft] {
    var names: [String] = []
    for (index, closure) in context.levels.filter({ $0.kind == .closure }).reversed().enumerated() {
      if let parameters = closure.parameters {
        names += parameters.filter { $0 != "_" }
      } else if index == 0 {
        names += (0..<max(1, min(closure.arity, Lexer.highestParameter))).map { "$\($0)" }
      }
    }
    names.removeAll(where: context.isGroup)
    return names.map { CompletionDraft(kind: .value, name: $0, detail: "parameter") }
      + ClosureFunctions.names.map { CompletionDraft(kind: .function, name: $0, rest: "(", detail: "function") }
      + constants(ExpressionContext.literals)
  }

  // MARK: Members

  private func members(of operand: ExpressionContext.Operand) -> [CompletionDraft] {
    switch operand {
    case .stream: return operators(where: \.isMethod).map { draft($0, kind: .method) }
    case .joinable: return catalogue.operators.filter { $0.name == "joined" }.map { draft($0, kind: .method) }
    case .array: return [sequence]
    case .value:
      let level = context.level
      guard level.isOfValues || level.kind == .array else { return [sequence] }
      return known.map { CompletionDraft(kind: .method, name: $0, detail: "member") }
        + ClosureMembers.properties.map { CompletionDraft(kind: .method, name: $0, detail: "property") }
        + ClosureMembers.methods.map(valueMethod)
    case .clock:
      return Planner.signatures.sorted { $0.key < $1.key }.map { name, signature in
        let call = signature.dropFirst("clock.".count)
        return CompletionDraft(
          kind: .method, name: name, rest: String(call.dropFirst(name.count)), detail: signature)
      }
    case .other: return []
    }
  }

  private var sequence: CompletionDraft {
    CompletionDraft(kind: .method, name: "async", detail: "stream of the elements")
  }

  private func valueMethod(_ name: String) -> CompletionDraft {
    switch name {
    case "uppercased", "lowercased", "joined", "sum", "reversed", "sorted", "min", "max", "rounded":
      CompletionDraft(kind: .method, name: name, rest: "()", detail: "method")
    case "map", "filter": CompletionDraft(kind: .method, name: name, rest: " { $0 }", back: 2, detail: "method")
    case "isMultiple": CompletionDraft(kind: .method, name: name, rest: "(of: ", detail: "method")
    default: CompletionDraft(kind: .method, name: name, rest: "(", detail: "method")
    }
  }
}
