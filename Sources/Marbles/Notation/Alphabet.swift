/// The dialect of a diagram: marbled's own, or that of another tool.
public enum Dialect: String, Hashable, Sendable, CaseIterable {
  /// The documented notation; diagrams are printed in it.
  case marbled
  /// RxJS's TestScheduler: `^` marks time zero of a hot row, and only `#` is an error.
  case rx
  /// AsyncSequenceValidation: `;` and `,` are allowed, every value is a string, the clock starts one step before the
  /// first character, anything after an input's end is ignored, and an input without an end finishes.
  case asv
}

/// The characters with a meaning in diagrams, shared by reading and printing.
public enum Alphabet: Character, Hashable, Sendable, CaseIterable {
  /// One time step passes.
  case step = "-"
  /// The row finishes.
  case finish = "|"
  /// The row fails; with ``Dialect/rx``, time zero of a hot row.
  case error = "^"
  /// The row fails, as RxJS and swirly write it.
  case hash = "#"
  /// Starts a group of events at one instant that takes one step in total.
  case openStep = "["
  /// Ends the group that ``openStep`` started.
  case closeStep = "]"
  /// Starts a group of events at one instant that takes as many steps as it has characters.
  case openWide = "("
  /// Ends the group that ``openWide`` started.
  case closeWide = ")"
  /// Delimits the text of one value.
  case quote = "'"
  /// The consumer is cancelled (``Dialect/asv``).
  case cancel = ";"
  /// The consumer does not request a value at this step (``Dialect/asv``).
  case withhold = ","
  /// Separates a value from its time in the absolute form.
  case at = "@"
  /// A blank for alignment, without meaning; a tab and a line break count as one.
  case blank = " "

  /// The token of `character`; nil for a value.
  ///
  /// Compares bytes, not characters: `==` would treat U+037E, the Greek question mark, as `;`.
  init?(_ character: Character) {
    let bytes = character.utf8
    guard let byte = bytes.first, byte < 128 else { return nil }
    switch byte {
    case UInt8(ascii: "\r") where bytes.count <= 2, UInt8(ascii: "\t"), UInt8(ascii: "\n"): self = .blank
    default:
      guard bytes.count == 1, let token = Alphabet.table[Int(byte)] else { return nil }
      self = token
    }
  }

  private static let table: [Alphabet?] = {
    var table = [Alphabet?](repeating: nil, count: 128)
    for token in allCases { table[Int(token.rawValue.asciiValue ?? 0)] = token }
    return table
  }()

  /// The token that closes this group; nil if this token does not open one.
  var closing: Alphabet? {
    switch self {
    case .openStep: .closeStep
    case .openWide: .closeWide
    default: nil
    }
  }
}
