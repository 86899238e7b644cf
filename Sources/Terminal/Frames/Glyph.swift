/// The contents of a cell in 32 bits: one scalar, or the index of a longer text in the canvas's list of clusters.
///
/// Everything that the renderer needs to know about a character is computed once, when it is drawn.
struct Glyph: Hashable {
  /// From the low end: 21 bits of scalar or index, 1 bit for an index, 2 bits of width, 1 bit for a disputed width, 6
  /// bits of reach.
  let bits: UInt32

  static let blank = Glyph(" ", CharacterWidth(width: 1))
  /// The right half of the glyph at its left.
  static let continuation = Glyph(bits: 0)

  /// The glyph of a character that is 1 or 2 columns wide; nil when it has more than one scalar.
  init?(_ character: Character) {
    if let ascii = character.asciiValue {
      self.init(Unicode.Scalar(ascii), CharacterWidth(width: 1))
    } else {
      let scalars = character.unicodeScalars
      guard let only = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else { return nil }
      self.init(only, CharacterWidth(of: only))
    }
  }

  init(_ scalar: Unicode.Scalar, _ breadth: CharacterWidth) { self.init(scalar.value, 0, breadth) }

  init(cluster place: Int, _ breadth: CharacterWidth) {
    self.init(UInt32(truncatingIfNeeded: place), Self.clusterBit, breadth)
  }

  /// The same cluster at another index; 0 outside of a canvas.
  func placed(at place: Int) -> Glyph {
    Glyph(bits: bits & ~Self.valueMask | UInt32(truncatingIfNeeded: place) & Self.valueMask)
  }

  private init(_ value: UInt32, _ kind: UInt32, _ breadth: CharacterWidth) {
    let disputed: UInt32 = breadth.isSettled ? 0 : 1 << 24
    bits =
      value & Self.valueMask | kind | UInt32(breadth.width) << 22 | disputed | UInt32(min(breadth.reach, 63)) << 25
  }

  private init(bits: UInt32) { self.bits = bits }

  private static let valueMask: UInt32 = 1 << 21 - 1
  private static let clusterBit: UInt32 = 1 << 21

  var isContinuation: Bool { bits == 0 }
  /// The width: 1 or 2 columns; 0 for a continuation.
  var width: Int { Int(bits >> 22 & 3) }
  /// Whether all terminals advance by ``width``.
  var isSettled: Bool { bits & 1 << 24 == 0 }
  /// The number of columns that a terminal may overwrite when it shows this glyph.
  var reach: Int { Int(bits >> 25) }
  var isCluster: Bool { bits & Self.clusterBit != 0 }
  /// The index in the list of clusters, if this is a cluster.
  var place: Int { Int(bits & Self.valueMask) }
  /// The scalar, if this is not a cluster.
  var scalar: Unicode.Scalar { Unicode.Scalar(bits & Self.valueMask) ?? "\u{FFFD}" }
  /// The single byte of its UTF-8 form; nil if it takes more.
  var ascii: UInt8? { bits & (Self.valueMask | Self.clusterBit) < 0x80 ? UInt8(bits & 0x7F) : nil }
}
