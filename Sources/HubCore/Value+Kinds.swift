package import Marbles

extension Value {
  /// A number of either kind.
  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// A string's text.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
}
