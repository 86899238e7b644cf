internal import Marbles
internal import Operators

/// Finds what is written as in RxJS or Combine where an expression has a mistake, and says how to write it here.
struct ForeignSyntax {
  let text: String
  let characters: [Character]
  let tokens: [Token]
  let catalogue: Catalogue

  /// Nil when nothing is known.
  var error: ExpressionError? { pipe ?? subscription ?? arrow ?? loop ?? thrown ?? initializer }

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
    guard let loop = tokens[..<place].lastIndex(where: { $0.kind == .name("for") }) else {
      return ExpressionError(
        text: text, column: tokens[place].column,
        message: "an expression is a stream, which is not awaited; leave `await` out")
    }
    let stream = stream(ofLoop: place)
    let isShort = stream.map { $0.count <= Self.longestExample && !$0.contains("`") } == true
    return ExpressionError(
      text: text, column: tokens[loop].column,
      message: "an expression is a stream, not a loop over one; write the stream alone"
        + (isShort ? ": `\(stream ?? "")`" : ", as in `a.map { $0 * 2 }`"),
      replacement: stream)
  }

  /// What a loop iterates over: what is between `in` and the braces of its body; nil where that is no expression.
  ///
  /// - Parameter start: the place of `await`.
  private func stream(ofLoop start: Int) -> String? {
    guard let before = tokens[start...].firstIndex(where: { $0.kind == .name("in") }),
      !tokens[before...].contains(where: { $0.kind == .name("await") })
    else { return nil }
    var depth = 0
    var ends: [Int] = []
    for place in tokens.indices.dropFirst(before + 1) {
      guard case .symbol(let symbol) = tokens[place].kind else { continue }
      if symbol == "{", depth == 0 { ends.append(place) }
      if ["(", "[", "{"].contains(symbol) { depth += 1 }
      if [")", "]", "}"].contains(symbol) { depth -= 1 }
    }
    // The closure of an operator may be the first.
    for end in ends.prefix(Self.mostForms) {
      let stream = String(characters[(tokens[before + 1].column - 1)..<(tokens[end].column - 1)])
      if let expression = try? Expression.parse(stream, catalogue: catalogue) { return expression.source }
    }
    return nil
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
        "a closure has no `throw`; draw the failure in an input, as `#` in `1-2-#`, or let the closure divide by zero, as"
        + " in `{ 6 / ($0 - 2) }`")
  }

  /// `a.map(String.init)`
  private var initializer: ExpressionError? {
    let places = tokens.indices.filter { place in
      guard place > 0, case .name(let name) = tokens[place].kind, Self.conversions.contains(name) else { return false }
      return isSymbol(".", at: place + 1) && method(place + 2) == "init"
        && ["(", ",", ":"].contains { isSymbol($0, at: place - 1) }
        && [")", ","].contains { isSymbol($0, at: place + 3) }
    }
    guard let first = places.first, places.count <= Self.mostForms, case .name(let type) = tokens[first].kind else {
      return nil
    }
    var (written, copied) = ("", 0)
    for place in places {
      guard case .name(let name) = tokens[place].kind else { continue }
      // `a.map { Int($0) }`, and `a.chunked(on: { Int($0) })`
      let isAlone = isSymbol("(", at: place - 1) && isSymbol(")", at: place + 3)
      let start = tokens[isAlone ? place - 1 : place].column - 1
      written += String(characters[copied..<start]) + "\(isAlone ? " " : ""){ \(name)($0) }"
      copied = tokens[place + 3].column - (isAlone ? 0 : 1)
    }
    written += String(characters[copied...])
    return ExpressionError(
      text: text, column: tokens[first].column,
      message: "`\(type).init` can't be passed to a call; write a closure: `{ \(type)($0) }`",
      replacement: (try? Expression.parse(written, catalogue: catalogue))?.source)
  }

  private static let conversions: Set = ["Int", "Double", "String"]
}
