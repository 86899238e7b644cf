/// The rule for names of rows.
package enum RowName {
  /// The rule of ``isValid(_:)``, to follow `expected` in errors.
  package static let expectation = "letters, digits and `_`, not starting with a digit"

  /// Whether expressions can refer to a row with this name.
  package static func isValid(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
