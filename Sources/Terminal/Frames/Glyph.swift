/// What a cell shows, in 32 bits: one scalar, or the place of a longer text in its canvas's list of clusters.
///
/// All that the renderer must know of a character is worked out once, when it is drawn.
struct Glyph: Hashable {
  /// From the low end: 21 bits of scalar or place, whether it is a place, 2 bits of width, whether terminals disagree
  /// on its width, 6 bits of reach.
  let bits: UInt32

  static let blank = Glyph(" ", Breadth(width: 1))
  /// The right half of the glyph at its left.
  static let continuation = Glyph(bits: 0)

  /// What a character that is 1 or 2 columns wide looks like; nil when it is more than one scalar.
  init?(_ character: Character) {
    if let ascii = character.asciiValue {
      self.init(Unicode.Scalar(ascii), Breadth(width: 1))
    } else {
      let scalars = character.unicodeScalars
      guard let only = scalars.first, scalars.count == 1 else { return nil }
      self.init(only, Breadth(of: only))
    }
  }

  init(_ scalar: Unicode.Scalar, _ breadth: Breadth) { self.init(scalar.value, 0, breadth) }

  init(cluster place: Int, _ breadth: Breadth) {
    self.init(UInt32(truncatingIfNeeded: place), Self.clusterBit, breadth)
  }

  /// The same cluster at another place: 0 where it is in no canvas.
  func placed(at place: Int) -> Glyph {
    Glyph(bits: bits & ~Self.valueMask | UInt32(truncatingIfNeeded: place) & Self.valueMask)
  }

  private init(_ value: UInt32, _ kind: UInt32, _ breadth: Breadth) {
    let disputed: UInt32 = breadth.isSettled ? 0 : 1 << 24
    bits =
      value & Self.valueMask | kind | UInt32(breadth.width) << 22 | disputed | UInt32(min(breadth.reach, 63)) << 25
  }

  private init(bits: UInt32) { self.bits = bits }

  private static let valueMask: UInt32 = 1 << 21 - 1
  private static let clusterBit: UInt32 = 1 << 21

  var isContinuation: Bool { bits == 0 }
  /// 1 or 2 columns; 0 for a continuation.
  var width: Int { Int(bits >> 22 & 3) }
  /// Whether all terminals advance by ``width``.
  var isSettled: Bool { bits & 1 << 24 == 0 }
  /// The columns that a terminal may overwrite when it shows this.
  var reach: Int { Int(bits >> 25) }
  var isCluster: Bool { bits & Self.clusterBit != 0 }
  /// The place in the list of clusters, when it is one.
  var place: Int { Int(bits & Self.valueMask) }
  /// The scalar, when it is none.
  var scalar: Unicode.Scalar { Unicode.Scalar(bits & Self.valueMask) ?? "\u{FFFD}" }
  /// The one byte that it is in UTF-8; nil for what takes more.
  var ascii: UInt8? { bits & (Self.valueMask | Self.clusterBit) < 0x80 ? UInt8(bits & 0x7F) : nil }
}
