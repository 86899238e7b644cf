/// A part of a script that can't be taken apart.
struct ScriptToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or a key word, and the same with `#` before it.
    case word, privateName
    case number, string, regex, sign
    /// A template, or a part of one: up to `${`, or from `}` on.
    case template
  }

  /// What brackets enclose.
  enum Place: Hashable, Sendable {
    case block, object, classBody
    /// Round and square brackets; those after `if`, `for` and `while` are heads.
    case group, head
    /// A value in a template.
    case value
  }

  /// What a word stands for.
  enum Role: Hashable, Sendable {
    case keyword, property, variable
    /// A property and a variable, as in `{ name }`.
    case both
  }

  let kind: Kind
  var text: String
  /// Whether a line ends before it.
  var beginsLine: Bool
  /// What it is in, or what it closes; nil outside of all brackets.
  var place: Place?
  /// The number of brackets around it.
  let depth: Int
  /// Whether it belongs to the value of a field, in the body of a class.
  let isFieldValue: Bool
  /// Nil for what is no word.
  var role: Role?

  /// Whether this is the sign or the word, which is no property.
  func `is`(_ text: String) -> Bool { self.text == text && (kind == .sign || kind == .word && role == .keyword) }

  /// Words that name no variable.
  static let keywords: Set = [
    "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else",
    "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new",
    "null",
    "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with",
    "yield",
  ]
}

extension [ScriptToken] {
  /// Finds what each word stands for.
  mutating func findRoles() {
    for index in indices where self[index].kind == .word { self[index].role = role(at: index) }
  }

  private func role(at index: Int) -> ScriptToken.Role {
    let (token, before) = (self[index], index > 0 ? self[index - 1] : nil)
    let after = index + 1 < count ? self[index + 1] : nil
    if let before, before.kind == .sign, before.text == "." || before.text == "?." { return .property }
    if token.place == .classBody, !token.isFieldValue, token.text != "static" { return .property }
    if token.place == .object, let before {
      if before.text == "{" || before.text == "," {
        switch after?.text {
        case ":", "(": return .property
        case ",", "}", "=": return .both
        default: if Self.modifiers.contains(token.text), after?.kind != .sign { return .property }
        }
      } else if before.text == "*" {
        // The mark of a generator, and not the sign of a product.
        let other = index > 1 ? self[index - 2] : before
        if other.text == "{" || other.text == "," || other.role == .property && other.text == "async" {
          return .property
        }
      } else if before.role == .property, Self.modifiers.contains(before.text) {
        return .property
      }
    }
    return ScriptToken.keywords.contains(token.text) ? .keyword : .variable
  }

  /// Words before the name of a method.
  private static let modifiers: Set = ["get", "set", "async"]
}
