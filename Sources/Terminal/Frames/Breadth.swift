/// How many columns a character takes, and how far terminals agree about it.
struct Breadth: Hashable {
  /// The columns that it takes by our table: 0, 1 or 2.
  var width: Int
  /// The most columns that a terminal may overwrite: one that joins nothing shows a family as four people.
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
    // Each on its own, as by terminals that know no clusters.
    let alone = scalars.reduce(0) { $0 + Breadth(of: $1).reach }
    self.init(width: width, reach: max(width, alone), isSettled: false)
  }

  init(of scalar: Unicode.Scalar) {
    let width = DisplayWidth.of(scalar)
    if Self.isSettled(scalar) {
      self.init(width: width)
    } else {
      // A narrow one may be wide for others only in the blocks of symbols.
      let isSymbol = Self.disputed.contains { $0.contains(scalar.value) } || scalar.value >= 0x1F000
      self.init(width: width, reach: isSymbol && width == 1 ? 2 : width, isSettled: false)
    }
  }

  /// Whether the tables of Unicode 9 to 17, glibc, wcwidth and terminals give one width.
  private static func isSettled(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x300 || (0x2500..<0x25FD).contains(value) || (0x4E00..<0x9FA6).contains(value)
      || (0xAC00..<0xD7A4).contains(value)
    {
      return true
    }
    if disputed.contains(where: { $0.contains(value) }) { return false }
    // What is younger than the tables of common systems has the width of the unknown there.
    guard let age = scalar.properties.age, age <= (12, 1) else { return false }
    return scalar.properties.generalCategory != .spacingMark
  }

  /// Scalars whose width has changed between versions of Unicode, or that libraries do not agree on: circled numbers,
  /// symbols of the I Ching and Tai Xuan Jing, Vietnamese reading marks, regional indicators, and skin tones.
  private static let disputed: [ClosedRange<UInt32>] = [
    0x2630...0x2637, 0x268A...0x268F, 0x3248...0x324F, 0x4DC0...0x4DFF, 0x16FF0...0x16FF6, 0x1D300...0x1D376,
    0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
  ]
}
