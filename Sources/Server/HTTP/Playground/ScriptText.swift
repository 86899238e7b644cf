/// Tokens as the shortest text that means the same.
enum ScriptText {
  /// The text of a script, without comments and white space.
  static func minified(_ bytes: [UInt8]) -> [UInt8] { Array(text(of: ScriptLexer.tokens(of: bytes)).utf8) }

  static func text(of tokens: [ScriptToken]) -> String {
    var text = ""
    var before: ScriptToken?
    for (index, token) in tokens.enumerated() {
      if token.text == ";", token.kind == .sign, let before, index + 1 < tokens.count {
        // The last one of a block, unless it is a statement.
        let next = tokens[index + 1]
        let isStatement = before.is("else") || before.text == ")" && before.place == .head
        if next.text == "}", next.kind == .sign, next.place == .block || next.place == .classBody, !isStatement {
          continue
        }
      }
      if let before { text += separator(before, token) }
      text += token.text
      before = token
    }
    return text
  }

  /// What has to be between two tokens.
  private static func separator(_ before: ScriptToken, _ after: ScriptToken) -> String {
    // A statement may end there without a semicolon.
    if after.beginsLine, !continues(before), !isContinued(by: after) { return "\n" }
    return touches(before, after) ? " " : ""
  }

  /// Whether a statement goes on after a token.
  static func continues(_ token: ScriptToken) -> Bool {
    if token.kind == .template { return token.text.hasSuffix("${") }
    return token.kind == .sign && ![")", "]", "}", "++", "--"].contains(token.text)
  }

  /// Whether a statement goes on, or ends by itself, before a token.
  private static func isContinued(by token: ScriptToken) -> Bool {
    if token.kind == .template { return token.text.hasPrefix("}") }
    return token.kind == .sign && joining.contains(token.text)
  }

  private static let joining: Set = [
    ".", "?.", ",", ";", ")", "]", "}", "?", ":", "=", "&&", "||", "??", "=>", "===", "!==", "==", "<", ">", "<=", ">=",
  ]

  /// Whether two tokens would be others without a space between them.
  private static func touches(_ before: ScriptToken, _ after: ScriptToken) -> Bool {
    guard let last = before.text.utf8.last, let first = after.text.utf8.first else { return false }
    // A word would be its flags.
    if before.kind == .regex, isWordy(first) { return true }
    // A string, a template and a group end by themselves.
    if isWordy(last), before.kind != .template, before.kind != .string {
      // `1 .toFixed()`
      return after.kind != .string && after.kind != .template && isWordy(first)
        || before.kind == .number && first == UInt8(ascii: ".") && after.kind == .sign
    }
    switch (last, first) {
    case (UInt8(ascii: "+"), UInt8(ascii: "+")), (UInt8(ascii: "-"), UInt8(ascii: "-")): return true
    // Comments; `<!--` and `-->` are, too.
    case (UInt8(ascii: "/"), UInt8(ascii: "/")), (UInt8(ascii: "/"), UInt8(ascii: "*")): return before.kind != .regex
    case (UInt8(ascii: "<"), UInt8(ascii: "!")), (UInt8(ascii: "-"), UInt8(ascii: ">")): return true
    // `a ? .5 : b`
    case (UInt8(ascii: "?"), UInt8(ascii: ".")): return after.kind == .sign
    default: return false
    }
  }

  private static func isWordy(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#") || byte >= 0x80
  }
}
