internal import Marbles
internal import Operators

/// Finds what is written as in RxJS or Combine where an expression has a mistake, and says how to write it here.
struct ForeignSyntax {
  let text: String
  let characters: [Character]
  let tokens: [Token]
  let catalogue: Catalogue

  /// Nil when nothing is known.
  var error: ExpressionError? { pipe ?? subscription ?? arrow ?? loop ?? thrown }

  /// The name at a position, if a dot is before it.
  private func method(_ position: Int) -> String? {
    guard position > 0, tokens[position - 1].kind == .symbol("."), case .name(let name) = tokens[position].kind else {
      return nil
    }
    return name
  }

  private func isSymbol(_ symbol: String, at position: Int) -> Bool {
    position < tokens.count && tokens[position].kind == .symbol(symbol)
  }

  // MARK: RxJS

  /// `a.pipe(debounceTime(1000), map(x => x * 2))`
  private var pipe: ExpressionError? {
    guard let place = tokens.indices.first(where: { method($0) == "pipe" && isSymbol("(", at: $0 + 1) }) else {
      return nil
    }
    let base = String(characters[..<(tokens[place - 1].column - 1)])
    let start = base.lastIndex(of: "=").map { base.index(after: $0) } ?? base.startIndex
    // A name of a stream often ends with `$`.
    var chain = String(base[start...].drop(while: \.isWhitespace)).replacing(/(\w)\$(?!\d)/) { $0.1 }
    let parts = tokens.arguments(from: place + 2).parts
    let functions = parts.compactMap(function)
    if functions.count > Self.mostForms { return nil }
    for function in functions { chain = function.applied(to: chain) }
    let isKnown = !functions.isEmpty && functions.count == parts.count && chain.count <= Self.longestExample
    let example = isKnown ? ": `\(chain)`" : ", as in `a.map { $0 * 2 }`"
    let missing = functions.first { !$0.hasOperator }.flatMap { NameIndex.standard.clause(for: $0.name) }
    // Only what has no `pipe` is parsed here.
    let isWhole = isKnown && !chain.contains(ForeignArgument.unknown) && !chain.contains(".pipe")
    return ExpressionError(
      text: text, column: tokens[place].column,
      message: "operators follow a dot here" + example + (missing.map { "; \($0)" } ?? ""),
      replacement: isWhole && (try? Expression.parse(chain, catalogue: catalogue)) != nil ? chain : nil)
  }

  private static let mostForms = 8
  private static let longestExample = 160

  /// `map(x => x * 2)`
  private func function(_ tokens: ArraySlice<Token>) -> ForeignFunction? {
    guard case .name(let name)? = tokens.first?.kind, tokens.dropFirst().first?.kind == .symbol("(") else { return nil }
    let (parts, _) = self.tokens.arguments(from: tokens.startIndex + 2)
    return ForeignFunction(name: name, arguments: parts.map { ForeignArgument(tokens: $0) })
  }

  /// `a.subscribe(value => console.log(value))`
  private var subscription: ExpressionError? {
    guard let place = tokens.indices.first(where: { method($0) == "subscribe" }) else { return nil }
    return ExpressionError(
      text: text, column: tokens[place].column,
      message: "a row shows each value without `subscribe`; leave the call out")
  }

  /// `x => x * 2`, in a call of an operator or of what is known by another name.
  private var arrow: ExpressionError? {
    let found = tokens.indices.first {
      isSymbol("=", at: $0) && isSymbol(">", at: $0 + 1) && !tokens[$0 + 1].followsSpace
    }
    guard let found else { return nil }
    let call = tokens.indices.last { $0 < found && method($0) != nil && isSymbol("(", at: $0 + 1) }
    if let call, let name = method(call), catalogue[name] == nil, let clause = NameIndex.standard.clause(for: name) {
      return ExpressionError(
        text: text, column: tokens[call].column, message: "no operator is called `\(name)`; \(clause)")
    }
    let argument = call.flatMap { call in
      tokens.arguments(from: call + 2).parts.map { ForeignArgument(tokens: $0) }.first(where: \.isFunction)
    }
    return ExpressionError(
      text: text, column: tokens[found].column,
      message: "a closure is written in braces here: `{ \(argument?.closure ?? "x in x * 2") }`")
  }

  // MARK: Swift

  /// `for await x in a { … }`
  private var loop: ExpressionError? {
    guard let place = tokens.indices.first(where: { tokens[$0].kind == .name("await") }) else { return nil }
    let loop = tokens[..<place].lastIndex { $0.kind == .name("for") }
    return ExpressionError(
      text: text, column: tokens[loop ?? place].column,
      message: loop != nil
        ? "an expression is a stream, not a loop over one; write the stream alone, as in `a.map { $0 * 2 }`"
        : "an expression is a stream, which is not awaited; leave `await` out")
  }

  /// `throw MyError()` in a closure.
  private var thrown: ExpressionError? {
    let found = tokens.indices.dropLast().first { place in
      guard tokens[place].kind == .name("throw"), case .name = tokens[place + 1].kind else { return false }
      return true
    }
    guard let found else { return nil }
    return ExpressionError(
      text: text, column: tokens[found].column,
      message:
        "`throw` is not supported; a closure fails where it unwraps nil, as in `{ $0 > 2 ? nil! : $0 }`, and an input"
        + " fails at a `#`")
  }
}
