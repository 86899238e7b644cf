/// How a diagram is read: ours, or as another tool's users mean it.
public enum Dialect: String, Hashable, Sendable, CaseIterable {
  /// The notation as documented; what is printed.
  case marbled
  /// RxJS's TestScheduler: `^` is time zero of a hot row, and only `#` is an error.
  case rx
  /// AsyncSequenceValidation: `;` and `,` are allowed, every value is a string, the clock starts one step before the
  /// first character, what stands after an input's end is never reached, and an input without an end finishes.
  case asv
}

/// The characters that mean something in a diagram: the one table that reading and printing share.
public enum Alphabet: Character, Hashable, Sendable, CaseIterable {
  /// One time step passes.
  case step = "-"
  /// The row finishes.
  case finish = "|"
  /// The row fails; with ``Dialect/rx``, time zero of a hot row.
  case error = "^"
  /// The row fails, as RxJS and swirly write it.
  case hash = "#"
  /// Begins several events at one instant that take one step together.
  case openStep = "["
  /// Ends what ``openStep`` began.
  case closeStep = "]"
  /// Begins several events at one instant that take as many steps as they are wide.
  case openWide = "("
  /// Ends what ``openWide`` began.
  case closeWide = ")"
  /// Begins and ends the text of one value.
  case quote = "'"
  /// The consumer is cancelled (``Dialect/asv``).
  case cancel = ";"
  /// The consumer does not ask at this step (``Dialect/asv``).
  case withhold = ","
  /// Stands between a value and its time in the absolute form.
  case at = "@"
  /// Nothing, for aligning; a tab and a line break count as one.
  case blank = " "

  /// What `character` means; nil when it is a value.
  ///
  /// By bytes and not by `==`, under which U+037E, the Greek question mark, would be a `;`.
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

  /// The token that ends the group that this one begins; nil when it begins none.
  var closing: Alphabet? {
    switch self {
    case .openStep: .closeStep
    case .openWide: .closeWide
    default: nil
    }
  }
}
