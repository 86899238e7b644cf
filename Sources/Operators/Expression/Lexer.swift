/// A piece of an expression, and where it stands.
struct Token: Hashable {
  enum Kind: Hashable {
    case name(String)
    case leftParenthesis, rightParenthesis, comma, equals
    case unknown(Character)
    case end
  }

  var kind: Kind
  /// 1-based, in characters.
  var column: Int

  /// How the token is called in a message.
  var found: String {
    switch kind {
    case .name(let name): "`\(name)`"
    case .leftParenthesis: "`(`"
    case .rightParenthesis: "`)`"
    case .comma: "`,`"
    case .equals: "`=`"
    case .unknown(let character): "`\(ExpressionError.shown(character))`"
    case .end: "the end"
    }
  }
}

/// Cuts an expression into tokens; never fails, the parser says what it did not expect.
struct Lexer {
  static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var name = ""
    var column = 0
    func flush() {
      guard !name.isEmpty else { return }
      tokens.append(Token(kind: .name(name), column: column - name.count))
      name = ""
    }
    for character in text {
      column += 1
      if character.isLetter || character == "_" || (character.isNumber && !name.isEmpty) {
        name.append(character)
        continue
      }
      flush()
      switch character {
      case "(": tokens.append(Token(kind: .leftParenthesis, column: column))
      case ")": tokens.append(Token(kind: .rightParenthesis, column: column))
      case ",": tokens.append(Token(kind: .comma, column: column))
      case "=": tokens.append(Token(kind: .equals, column: column))
      case _ where character.isWhitespace: break
      default: tokens.append(Token(kind: .unknown(character), column: column))
      }
    }
    column += 1
    flush()
    tokens.append(Token(kind: .end, column: column))
    return tokens
  }
}
