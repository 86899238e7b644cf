internal import Marbles
internal import Operators

/// What a call of another library has between two commas, as it is written here where that is sure.
struct ForeignArgument {
  let tokens: ArraySlice<Token>

  /// What stands for an argument that is not translated.
  static let unknown = "…"

  /// The place of `=>`; nil when the argument is no arrow function.
  private var arrow: Int? {
    tokens.indices.dropLast().first {
      tokens[$0].kind == .symbol("=") && tokens[$0 + 1].kind == .symbol(">") && !tokens[$0 + 1].followsSpace
    }
  }

  var isFunction: Bool { arrow != nil }

  /// A number, a string, `true` or `false`; nil for anything else.
  var literal: String? {
    guard let first = tokens.first?.kind, let last = tokens.last?.kind else { return nil }
    switch (tokens.count, first, last) {
    case (1, .literal(let value), _): return value.json
    case (2, .symbol("-"), .literal(let value)): return "-\(value.json)"
    case (1, .name("true"), _): return "true"
    case (1, .name("false"), _): return "false"
    // A string of JavaScript.
    case (3, .malformed("`'`"), .malformed("`'`")):
      guard case .name(let text)? = tokens.dropFirst().first?.kind else { return nil }
      return "\"\(text)\""
    default: return nil
    }
  }

  /// Milliseconds as a duration; nil for anything else.
  var duration: String? {
    guard tokens.count == 1, case .literal(.int(let milliseconds))? = tokens.first?.kind else { return nil }
    return milliseconds % 1000 == 0 ? ".seconds(\(milliseconds / 1000))" : ".milliseconds(\(milliseconds))"
  }

  /// The name of a stream, without a `$` behind it, or the diagram of a stream of RxJS; nil for anything else.
  var row: String? {
    let isPlain = tokens.count == 1 || tokens.count == 2 && tokens.last?.kind == .malformed("`$`")
    guard isPlain, case .name(let name)? = tokens.first?.kind else { return nil }
    return Self.diagrams[name] ?? name
  }

  private static let diagrams = ["EMPTY": "\"|\"", "NEVER": "\"-\""]

  /// `_ in b` for `x => b`; nil for anything else.
  var closureOfRow: String? {
    guard let arrow, let parameters = parameters(before: arrow) else { return nil }
    let body = ForeignArgument(tokens: tokens[(arrow + 2)...])
    return body.row.flatMap { parameters.contains($0) ? nil : "_ in \($0)" }
  }

  /// `$0 * 2` for `x => x * 2`, of numbers, strings, comparisons and members; nil for anything else.
  var closure: String? {
    guard let arrow, let parameters = parameters(before: arrow), parameters.count < 3, arrow + 2 < tokens.endIndex
    else {
      return nil
    }
    var text = ""
    var seen: Set<Int> = []
    var position = arrow + 2
    while position < tokens.endIndex {
      let token = tokens[position]
      var written: String
      switch token.kind {
      case .literal(let value): written = value.json
      case .name("true"): written = "true"
      case .name("false"): written = "false"
      case .name("null"), .name("undefined"): written = "nil"
      case .name(let name):
        guard let index = parameters.firstIndex(of: name) else { return nil }
        seen.insert(index)
        written = "$\(index)"
      case .symbol("."):
        guard position + 1 < tokens.endIndex, case .name(let name) = tokens[position + 1].kind, !isCall(position + 2)
        else { return nil }
        position += 1
        written = ".\(name == "length" ? "count" : name)"
      // Between whole numbers, a division has no fraction here.
      case .symbol(let symbol) where symbol != "/" && Self.symbols.contains(symbol):
        written = symbol
        // `===` is `==` here.
        let isStrict = ["==", "!="].contains(symbol) && position + 1 < tokens.endIndex
        if isStrict, tokens[position + 1].kind == .symbol("="), !tokens[position + 1].followsSpace { position += 1 }
      default: return nil
      }
      text += (token.followsSpace && !text.isEmpty ? " " : "") + written
      position += 1
    }
    if parameters.isEmpty || parameters.count == 1 && seen.isEmpty { return "_ in \(text)" }
    return seen.count == parameters.count ? text : nil
  }

  private static let symbols: Set = [
    "+", "-", "*", "%", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "!", "(", ")", "?", ":",
  ]

  private func isCall(_ position: Int) -> Bool { position < tokens.endIndex && tokens[position].kind == .symbol("(") }

  /// `x` or `(x, y)`; nil for anything else.
  private func parameters(before arrow: Int) -> [String]? {
    var names: [String] = []
    for token in tokens[..<arrow] {
      switch token.kind {
      case .name(let name): names.append(name)
      case .symbol("("), .symbol(")"), .symbol(","): continue
      default: return nil
      }
    }
    return names
  }
}

/// A call of a function of RxJS, and what to write for it.
struct ForeignFunction {
  let name: String
  let arguments: [ForeignArgument]

  /// Functions whose form has values that are not among their arguments.
  private static let fixed: Set = ["count", "isEmpty", "last", "toArray"]

  private var known: KnownName? {
    NameIndex.standard[name].first { $0.library == .rxJS } ?? NameIndex.standard[name].first
  }

  /// Whether it can be written here.
  var hasOperator: Bool { known?.expression != nil }

  /// The expression for this call after `base`, whose arguments are those of the call, or `…`.
  func applied(to base: String) -> String {
    let unknown = "\(base).\(name)(\(arguments.isEmpty ? "" : ForeignArgument.unknown))"
    guard let expression = known?.expression else { return unknown }
    if Self.fixed.contains(name) { return arguments.isEmpty ? base + String(expression.dropFirst()) : unknown }
    guard let form = Form(expression) else {
      return expression.hasPrefix("a.") ? base + Self.masked(String(expression.dropFirst())) : unknown
    }
    var rest = arguments
    var given: [String] = form.isMethod ? [] : [base]
    for sample in form.arguments { given += filled(sample, from: &rest) }
    var closure = form.closure.map { filled($0, from: &rest).joined() }
    // `reductions(0) { $0 + $1 }` for `reductions(0, +)`.
    if closure == nil, given.last?.hasPrefix("{") == true, given.count > 1 { closure = given.removeLast() }
    // What has no place is not dropped without a word.
    if !rest.isEmpty, given.last != ForeignArgument.unknown { given.append(ForeignArgument.unknown) }
    let isCalled = form.hasParentheses || !given.isEmpty
    let call = form.name + (isCalled ? "(\(given.joined(separator: ", ")))" : "") + (closure.map { " \($0)" } ?? "")
    return form.isMethod ? "\(base).\(call)" : call
  }

  /// A chain of several calls, whose numbers and streams may depend on the arguments.
  private static func masked(_ chain: String) -> String {
    let (characters, tokens) = (Array(chain), Lexer.tokens(of: chain))
    var (masked, copied) = ("", 0)
    for (position, token) in tokens.enumerated() {
      let length: Int
      switch token.kind {
      case .literal(.int(let number)) where position > 0 && tokens[position - 1].kind != .symbol("."):
        length = String(number).count
      case .name("b"): length = 1
      default: continue
      }
      masked += String(characters[copied..<(token.column - 1)]) + ForeignArgument.unknown
      copied = token.column - 1 + length
    }
    return masked + String(characters[copied...])
  }

  /// What is written instead of an argument of the form.
  private func filled(_ sample: Form.Argument, from rest: inout [ForeignArgument]) -> [String] {
    func next(_ isFit: (ForeignArgument) -> Bool) -> ForeignArgument? {
      rest.firstIndex(where: isFit).map { rest.remove(at: $0) }
    }
    let label = sample.label.map { "\($0): " } ?? ""
    switch sample.kind {
    case .closure(let ofRow):
      let argument = next(\.isFunction) ?? next { !$0.isFunction }
      let body = ofRow ? argument?.closureOfRow ?? argument?.row.map { "_ in \($0)" } : argument?.closure
      let value = ofRow ? nil : argument?.literal.map { "_ in \($0)" }
      return [label + "{ \(body ?? value ?? ForeignArgument.unknown) }"]
    case .function:
      return [next(\.isFunction).map { "{ \($0.closure ?? ForeignArgument.unknown) }" } ?? ForeignArgument.unknown]
    case .row:
      // `mergeWith(b, c)`
      var rows: [String] = []
      repeat {
        rows.append(next { !$0.isFunction }?.row ?? ForeignArgument.unknown)
      } while rest.contains { $0.row != nil }
      return [label + rows.joined(separator: ", ")]
    case .duration(let before, let after):
      return [label + before + (next { !$0.isFunction }?.duration ?? ForeignArgument.unknown) + after]
    case .value(let before, let after):
      return [label + before + (next { !$0.isFunction }?.literal ?? ForeignArgument.unknown) + after]
    }
  }
}

extension ForeignFunction {
  /// A call in an expression of the index of names, as `a.prefix(2)` or `merge(a, b)`, with the places of its arguments.
  struct Form {
    struct Argument {
      enum Kind {
        /// A closure; whether it returns a stream.
        case closure(ofRow: Bool)
        /// An operator as a function, as `+`.
        case function
        case row
        /// What is before and behind the value, as in `[0].async`.
        case duration(before: String, after: String), value(before: String, after: String)
      }
      var label: String?
      var kind: Kind
    }

    let name: String
    let isMethod: Bool
    let hasParentheses: Bool
    let arguments: [Argument]
    let closure: Argument?

    /// Nil for an expression that is more than one call.
    init?(_ expression: String) {
      let characters = Array(expression)
      let tokens = Lexer.tokens(of: expression)
      isMethod = expression.hasPrefix("a.")
      var position = isMethod ? 2 : 0
      guard position + 1 < tokens.count, case .name(let called) = tokens[position].kind else { return nil }
      name = called
      position += 1
      var found: [Argument] = []
      hasParentheses = tokens[position].kind == .symbol("(")
      if hasParentheses {
        let (parts, close) = tokens.arguments(from: position + 1)
        guard let close else { return nil }
        for part in parts.dropFirst(isMethod ? 0 : 1) {
          guard let argument = Self.argument(part, of: tokens, characters) else { return nil }
          found.append(argument)
        }
        if !isMethod, parts.first?.map(\.kind) != [.name("a")] { return nil }
        position = close + 1
      }
      arguments = found
      guard tokens[position].kind == .symbol("{") else {
        guard tokens[position].kind == .end, hasParentheses else { return nil }
        closure = nil
        return
      }
      guard tokens[tokens.count - 2].kind == .symbol("}"),
        let argument = Self.argument(tokens[position..<(tokens.count - 1)], of: tokens, characters)
      else { return nil }
      closure = argument
    }

    private static func argument(
      _ part: ArraySlice<Token>, of all: [Token], _ characters: [Character]
    ) -> Argument? {
      var tokens = part
      var label: String?
      if case .name(let name)? = tokens.first?.kind, tokens.dropFirst().first?.kind == .symbol(":") {
        label = name
        tokens = tokens.dropFirst(2)
      }
      guard let first = tokens.first, let last = tokens.last else { return nil }
      if first.kind == .symbol("{") {
        // A closure in the middle is not one closure.
        guard last.kind == .symbol("}"), tokens.dropFirst().count(where: { $0.kind == .symbol("{") }) == 0 else {
          return nil
        }
        return Argument(label: label, kind: .closure(ofRow: tokens.dropLast().last?.kind == .name("b")))
      }
      if tokens.count == 1, case .symbol = first.kind { return Argument(label: label, kind: .function) }
      if tokens.count == 1, first.kind == .name("b") { return Argument(label: label, kind: .row) }
      // `.seconds(1)`, alone or as in `AsyncTimerSequence(interval: .seconds(1))`.
      let text = String(characters[(first.column - 1)..<(all[part.endIndex].column - 1)])
      if let range = text.firstRange(of: ".seconds(1)") {
        return Argument(
          label: label,
          kind: .duration(before: String(text[..<range.lowerBound]), after: String(text[range.upperBound...])))
      }
      let literals = tokens.filter { if case .literal = $0.kind { true } else { false } }
      guard literals.count == 1, let value = literals.first, case .literal(.int(let number)) = value.kind else {
        return nil
      }
      let start = value.column - first.column
      let parts = Array(text)
      return Argument(
        label: label,
        kind: .value(
          before: String(parts[..<start]), after: String(parts[(start + String(number).count)...])))
    }
  }
}

extension [Token] {
  /// The tokens between the commas of a call, and the place of its `)`, which is nil where that is missing.
  ///
  /// - Parameter first: the place behind `(`.
  func arguments(from first: Int) -> (parts: [ArraySlice<Token>], close: Int?) {
    var parts: [ArraySlice<Token>] = []
    var (start, depth) = (first, 0)
    for position in indices.dropFirst(first) {
      guard case .symbol(let symbol) = self[position].kind else { continue }
      if depth == 0, symbol == "," || symbol == ")" {
        if start < position { parts.append(self[start..<position]) }
        start = position + 1
        if symbol == ")" { return (parts, position) }
        continue
      }
      if ["(", "[", "{"].contains(symbol) { depth += 1 }
      if [")", "]", "}"].contains(symbol) { depth -= 1 }
    }
    if start < count - 1 { parts.append(self[start..<(count - 1)]) }
    return (parts, nil)
  }
}
