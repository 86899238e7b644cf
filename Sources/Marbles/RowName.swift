/// What rows may be called.
public enum RowName {
  /// What ``isValid(_:)`` asks for, in words.
  public static let rule = "it is made of letters, digits and `_`, and begins with a letter"

  /// Whether expressions can refer to a row of this name.
  public static func isValid(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
