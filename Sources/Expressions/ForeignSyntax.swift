internal import Marbles
internal import Operators

/// Finds what is written as in RxJS or Combine where an expression has a mistake, and says how to write it here.
struct ForeignSyntax {
  let text: String
  let characters: [Character]
  let tokens: [Token]

  /// Nil when nothing is known.
  var error: ExpressionError? { pipe ?? subscription ?? arrow }

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
    var forms: [String] = []
    var depth = 0
    for position in tokens.indices.dropFirst(place + 1) {
      if ["(", "[", "{"].contains(where: { isSymbol($0, at: position) }) { depth += 1 }
      if [")", "]", "}"].contains(where: { isSymbol($0, at: position) }) { depth -= 1 }
      if depth == 0 { break }
      guard depth == 1, case .name(let name) = tokens[position].kind, isSymbol("(", at: position + 1) else { continue }
      forms.append(form(of: name, argument: position + 2))
      if forms.count > Self.mostForms { return nil }
    }
    let base = String(characters[..<(tokens[place - 1].column - 1)])
    let start = base.lastIndex(of: "=").map { base.index(after: $0) } ?? base.startIndex
    let chain = String(base[start...].drop(while: \.isWhitespace)) + forms.map { ".\($0)" }.joined()
    let example = forms.isEmpty || chain.count > Self.longestExample ? "" : ": `\(chain)`"
    return ExpressionError(
      text: text, column: tokens[place].column,
      message: "operators follow a dot here" + (example.isEmpty ? ", as in `a.map { $0 * 2 }`" : example))
  }

  private static let mostForms = 8
  private static let longestExample = 160

  /// What to write for a function of RxJS, with its time if that is its argument.
  private func form(of name: String, argument: Int) -> String {
    let known = NameIndex.standard[name].first { $0.library == .rxJS } ?? NameIndex.standard[name].first
    guard let form = known?.form, form != known?.expression else { return "\(name)(…)" }
    guard case .literal(.int(let milliseconds)) = tokens[argument].kind else { return form }
    let time = milliseconds % 1000 == 0 ? ".seconds(\(milliseconds / 1000))" : ".milliseconds(\(milliseconds))"
    return form.replacing(".seconds(1)", with: time)
  }

  /// `a.subscribe(value => console.log(value))`
  private var subscription: ExpressionError? {
    guard let place = tokens.indices.first(where: { method($0) == "subscribe" }) else { return nil }
    return ExpressionError(
      text: text, column: tokens[place].column,
      message: "a row shows each value without `subscribe`; leave the call out")
  }

  /// `x => x * 2`
  private var arrow: ExpressionError? {
    let found = tokens.indices.first {
      isSymbol("=", at: $0) && isSymbol(">", at: $0 + 1) && !tokens[$0 + 1].followsSpace
    }
    guard let found else { return nil }
    return ExpressionError(
      text: text, column: tokens[found].column, message: "a closure is written in braces here: `{ x in x * 2 }`")
  }
}
