/// The rule for names of rows.
public enum RowName {
  /// The rule of ``isValid(_:)`` as text for errors.
  public static let rule = "it is made of letters, digits and `_`, and begins with a letter"

  /// Whether expressions can refer to a row with this name.
  public static func isValid(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
