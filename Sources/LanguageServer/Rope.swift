/// UTF-8 text in a balanced tree of pieces. A change, and the search for a place, take a time that grows with the logarithm of
/// the length.
///
/// One message of an editor may have 100,000 changes, and each changes the places of the next. An array would move all bytes
/// behind each of them.
///
/// Offsets are between characters of Unicode. Lines end at LF, CR LF and CR.
indirect enum Rope: Sendable {
  case leaf([UInt8], Measure)
  case node(Rope, Rope, Measure, height: Int)

  /// What a search needs to know of a piece.
  struct Measure: Sendable {
    var count = 0
    /// The number of UTF-16 code units.
    var units = 0
    /// The number of ends of lines; a CR at the end is one.
    var breaks = 0
    var beginsWithLF = false
    var endsWithCR = false
  }

  /// The maximum size of a piece, in bytes.
  static let leafSize = 256

  /// Creates a rope with a text, which is valid UTF-8.
  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  private init(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count > Self.leafSize else {
      self.init(leaf: bytes)
      return
    }
    var middle = bytes.startIndex + bytes.count / 2
    while bytes[middle].isContinuation { middle -= 1 }
    self = Rope(bytes[..<middle]).joined(with: Rope(bytes[middle...]))
  }

  private init(leaf bytes: ArraySlice<UInt8>) { self = .leaf(Array(bytes), Measure(bytes)) }

  private init(_ left: Rope, _ right: Rope) {
    self = .node(
      left, right, left.measure.followed(by: right.measure), height: max(left.height, right.height) + 1)
  }

  /// The number of bytes.
  var count: Int { measure.count }
  /// The number of ends of lines; there is one line more.
  var breaks: Int { measure.breaks }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    append(to: &bytes)
    return bytes
  }

  /// Replaces a range of offsets.
  mutating func replace(_ range: Range<Int>, by bytes: [UInt8]) {
    let (before, rest) = split(at: range.lowerBound)
    let (_, behind) = rest.split(at: range.count)
    self = before.joined(with: Rope(bytes)).joined(with: behind)
  }

  // MARK: Places

  subscript(offset: Int) -> UInt8 {
    switch self {
    case .leaf(let bytes, _): bytes[offset]
    case .node(let left, let right, _, _): offset < left.count ? left[offset] : right[offset - left.count]
    }
  }

  /// The offset behind the end of a line; the first line has the number 1.
  func end(ofLine number: Int) -> Int {
    switch self {
    case .leaf(let bytes, _):
      var found = 0
      for index in bytes.indices where bytes.isBreak(at: index) {
        found += 1
        if found == number { return index + 1 }
      }
      return bytes.count
    case .node(let left, let right, _, _):
      let breaks = left.measure.breaks(before: right.measure)
      return number <= breaks ? left.end(ofLine: number) : left.count + right.end(ofLine: number - breaks)
    }
  }

  /// The number of lines that end before an offset, or at it.
  func breaks(upTo offset: Int) -> Int {
    switch self {
    case .leaf(let bytes, _): (0..<offset).count { bytes.isBreak(at: $0) }
    case .node(let left, let right, _, _):
      offset < left.count
        ? left.breaks(upTo: offset)
        : left.measure.breaks(before: right.measure) + right.breaks(upTo: offset - left.count)
    }
  }

  /// The number of UTF-16 code units before an offset.
  func units(before offset: Int) -> Int {
    switch self {
    case .leaf(let bytes, _): bytes.prefix(offset).reduce(0) { $0 + $1.units }
    case .node(let left, let right, _, _):
      offset < left.count ? left.units(before: offset) : left.measure.units + right.units(before: offset - left.count)
    }
  }

  /// The largest offset that has at most this many UTF-16 code units before it.
  func offset(ofUnit unit: Int) -> Int {
    switch self {
    case .leaf(let bytes, _):
      var units = 0
      for (index, byte) in bytes.enumerated() where !byte.isContinuation {
        units += byte.units
        if units > unit { return index }
      }
      return bytes.count
    case .node(let left, let right, _, _):
      return unit < left.measure.units
        ? left.offset(ofUnit: unit) : left.count + right.offset(ofUnit: unit - left.measure.units)
    }
  }

  // MARK: Tree

  private var measure: Measure {
    switch self {
    case .leaf(_, let measure), .node(_, _, let measure, _): measure
    }
  }

  private var height: Int {
    switch self {
    case .leaf: 0
    case .node(_, _, _, let height): height
    }
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .leaf(let own, _): bytes += own
    case .node(let left, let right, _, _):
      left.append(to: &bytes)
      right.append(to: &bytes)
    }
  }

  private func split(at offset: Int) -> (Rope, Rope) {
    switch self {
    case .leaf(let bytes, _): return (Rope(leaf: bytes[..<offset]), Rope(leaf: bytes[offset...]))
    case .node(let left, let right, _, _):
      if offset < left.count {
        let (before, behind) = left.split(at: offset)
        return (before, behind.joined(with: right))
      }
      let (before, behind) = right.split(at: offset - left.count)
      return (left.joined(with: before), behind)
    }
  }

  /// This text and another one behind it.
  private func joined(with other: Rope) -> Rope {
    if count == 0 { return other }
    if other.count == 0 { return self }
    switch (self, other) {
    case (.leaf(let own, let measure), .leaf(let others, let next)) where own.count + others.count <= Self.leafSize:
      return .leaf(own + others, measure.followed(by: next))
    // A leaf goes to the leaf beside it, which may have room.
    case (.node(let left, let right, _, let height), _) where height > other.height + 1 || other.height == 0:
      return Self.balanced(left, right.joined(with: other))
    case (_, .node(let left, let right, _, let height)) where height > self.height + 1 || self.height == 0:
      return Self.balanced(joined(with: left), right)
    default: return Rope(self, other)
    }
  }

  /// A node of two trees whose heights differ by two at most, as in an AVL tree.
  private static func balanced(_ left: Rope, _ right: Rope) -> Rope {
    if case .node(let inner, let outer, _, _) = right, right.height > left.height + 1 {
      guard case .node(let first, let second, _, _) = inner, inner.height > outer.height else {
        return Rope(Rope(left, inner), outer)
      }
      return Rope(Rope(left, first), Rope(second, outer))
    }
    if case .node(let outer, let inner, _, _) = left, left.height > right.height + 1 {
      guard case .node(let first, let second, _, _) = inner, inner.height > outer.height else {
        return Rope(outer, Rope(inner, right))
      }
      return Rope(Rope(outer, first), Rope(second, right))
    }
    return Rope(left, right)
  }
}

extension Rope: Hashable {
  /// Whether the texts are the same, however they are cut into pieces.
  static func == (left: Rope, right: Rope) -> Bool { left.count == right.count && left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Rope.Measure {
  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    count = bytes.count
    for index in bytes.indices {
      units += bytes[index].units
      if bytes.isBreak(at: index) { breaks += 1 }
    }
    beginsWithLF = bytes.first == .lineFeed
    endsWithCR = bytes.last == .carriageReturn
  }

  /// The number of ends of lines if another piece follows: a CR before an LF is none.
  fileprivate func breaks(before next: Rope.Measure) -> Int {
    endsWithCR && next.beginsWithLF ? breaks - 1 : breaks
  }

  /// The measure of this piece and the next one, which are not empty.
  fileprivate func followed(by next: Rope.Measure) -> Rope.Measure {
    Rope.Measure(
      count: count + next.count, units: units + next.units, breaks: breaks(before: next) + next.breaks,
      beginsWithLF: beginsWithLF, endsWithCR: next.endsWithCR)
  }
}

extension UInt8 {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D

  /// Whether a character of UTF-8 has begun before this byte.
  var isContinuation: Bool { self & 0xC0 == 0x80 }

  /// The number of UTF-16 code units of the character that begins with this byte; 0 within a character.
  fileprivate var units: Int { isContinuation ? 0 : self >= 0xF0 ? 2 : 1 }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Whether a line ends behind a byte.
  fileprivate func isBreak(at index: Int) -> Bool {
    self[index] == .lineFeed
      || (self[index] == .carriageReturn && (index + 1 == endIndex || self[index + 1] != .lineFeed))
  }
}
