/// The width of a character in columns, and whether terminals agree about it.
struct CharacterWidth: Hashable {
  /// The width by our table: 0, 1 or 2 columns.
  var width: Int
  /// The maximum number of columns that a terminal may overwrite: without support for joiners, a family emoji becomes
  /// four people.
  var reach: Int
  /// Whether every terminal advances by ``width``.
  var isSettled: Bool

  init(width: Int, reach: Int? = nil, isSettled: Bool = true) {
    (self.width, self.reach, self.isSettled) = (width, reach ?? width, isSettled)
  }

  init(of character: Character) {
    let scalars = character.unicodeScalars
    guard scalars.count > 1 else {
      self.init(of: scalars.first ?? "\0")
      return
    }
    let width = DisplayWidth.of(character)
    // The scalars one by one, as in terminals without support for grapheme clusters.
    let alone = scalars.reduce(0) { $0 + CharacterWidth(of: $1).reach }
    self.init(width: width, reach: max(width, alone), isSettled: false)
  }

  init(of scalar: Unicode.Scalar) {
    let width = DisplayWidth.of(scalar)
    if Self.isSettled(scalar) {
      self.init(width: width)
    } else {
      // Terminals disagree about narrow characters only in the blocks of symbols.
      let isSymbol = Self.disputed.contains { $0.contains(scalar.value) } || scalar.value >= 0x1F000
      self.init(width: width, reach: isSymbol && width == 1 ? 2 : width, isSettled: false)
    }
  }

  /// Whether Unicode 9 to 17, glibc, wcwidth and terminals give the scalar the same width.
  private static func isSettled(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x300 || (0x2500..<0x25FD).contains(value) || (0x4E00..<0x9FA6).contains(value)
      || (0xAC00..<0xD7A4).contains(value)
    {
      return true
    }
    if disputed.contains(where: { $0.contains(value) }) { return false }
    // Scalars that are newer than the tables of common systems have the width of unknown scalars there.
    guard let age = scalar.properties.age, age <= (12, 1) else { return false }
    return scalar.properties.generalCategory != .spacingMark
  }

  /// Scalars whose width has changed between versions of Unicode, or differs between libraries: circled numbers,
  /// symbols of the I Ching and Tai Xuan Jing, Vietnamese reading marks, regional indicators, and skin tones.
  private static let disputed: [ClosedRange<UInt32>] = [
    0x2630...0x2637, 0x268A...0x268F, 0x3248...0x324F, 0x4DC0...0x4DFF, 0x16FF0...0x16FF6, 0x1D300...0x1D376,
    0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
  ]
}
