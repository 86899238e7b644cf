/// Drops the byte order mark that some programs write at the start of a text.
struct ByteOrderMark: Sendable {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The number of bytes of the mark that have come; nil when the start is over.
  private var matched: Int? = 0

  /// The bytes without the mark; those that may belong to it come with a later chunk.
  mutating func strip(_ bytes: some Collection<UInt8>) -> [UInt8] {
    guard let held = matched else { return Array(bytes) }
    let start = Self.mark.prefix(held) + bytes.prefix(Self.mark.count - held)
    if start == Self.mark[...] {
      matched = nil
      return Array(bytes.dropFirst(Self.mark.count - held))
    }
    if Self.mark.starts(with: start) {
      matched = start.count
      return []
    }
    matched = nil
    return Array(Self.mark.prefix(held)) + bytes
  }

  /// The bytes that began like the mark, when nothing follows them.
  mutating func rest() -> [UInt8] {
    defer { matched = nil }
    return Array(Self.mark.prefix(matched ?? 0))
  }
}
