/// A number with a fraction, and how it was spelled in the text that it was read from.
///
/// A value that a stream passes on unchanged is written as it was: `1.50`, and whole numbers of any length. Two numbers are equal
/// whatever their spelling is.
public struct SpelledDouble: Sendable {
  /// The number.
  public let value: Double
  /// Numbers whose shortest spelling is their own, which are most, share nothing and allocate nothing.
  private let other: Spelling?

  private final class Spelling: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// Creates a number that was read nowhere.
  public init(_ value: Double) { (self.value, other) = (value, nil) }

  /// Creates a number that was read from JSON.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - text: its spelling.
  init(_ value: Double, spelledAs text: String) {
    self.value = value
    other = Self.isShortest(text.utf8) || String(describing: value) == text ? nil : Spelling(text)
  }

  /// How the number was spelled, if another spelling is shorter or more usual; nil otherwise.
  package var spelling: String? { other?.text }

  /// Whether a look at a text shows that its number has no shorter spelling. Of two texts with at most 15 digits, none stands for the
  /// number of the other; and numbers from 0.0001 on have no exponent.
  private static func isShortest(_ text: String.UTF8View) -> Bool {
    // A sign, a point and 15 digits.
    guard text.count <= 16, let last = text.last, let point = text.firstIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    let fraction = text[text.index(after: point)...]
    let zero = UInt8(ascii: "0")
    guard last != zero || fraction.count == 1, !fraction.starts(with: [zero, zero, zero, zero]) else { return false }
    return fraction.allSatisfy { zero...UInt8(ascii: "9") ~= $0 }
  }
}

extension SpelledDouble: Hashable {
  /// Whether both are the same number.
  public static func == (left: SpelledDouble, right: SpelledDouble) -> Bool { left.value == right.value }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Value {
  /// A number with a fraction.
  public static func double(_ value: Double) -> Value { .double(SpelledDouble(value)) }
}
