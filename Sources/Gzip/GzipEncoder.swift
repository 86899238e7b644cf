/// Compresses bytes as a gzip file (RFC 1952), by DEFLATE (RFC 1951).
public enum GzipEncoder {
  /// How hard repetitions are looked for.
  public enum Effort: Sendable {
    /// For a response that is sent once: texts of some 10 KiB with many repetitions become about a sixth.
    case quick
    /// For a file that is compressed once and sent often: takes several times as long, and saves a tenth. The files of the
    /// page are within a hundredth of what `gzip -9` makes of them.
    case thorough

    /// How many earlier places are compared, and the length of a repetition with which the search is content.
    fileprivate var limits: (attempts: Int, enough: Int) { self == .quick ? (8, 64) : (256, 258) }
  }

  /// The compressed bytes.
  public static func compressed(_ bytes: [UInt8], _ effort: Effort = .quick) -> [UInt8] {
    var output = BitOutput(capacity: bytes.count / 3 + 64)
    // Magic number, method, no flags, no time, no level, unknown system.
    for byte in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] as [UInt8] { output.write(UInt32(byte), bits: 8) }
    bytes.withUnsafeBufferPointer { write($0, effort, to: &output) }
    output.align()
    output.write(CRC32.of(bytes), bits: 32)
    output.write(UInt32(truncatingIfNeeded: bytes.count), bits: 32)
    return output.bytes
  }

  /// The compressed bytes without the header and the checksum of gzip, which ``Deflate`` expands.
  public static func deflated(_ bytes: [UInt8], _ effort: Effort = .thorough) -> [UInt8] {
    var output = BitOutput(capacity: bytes.count / 3 + 64)
    bytes.withUnsafeBufferPointer { write($0, effort, to: &output) }
    output.align()
    return output.bytes
  }

  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, _ effort: Effort, to output: inout BitOutput) {
    let search = RepetitionSearch(bytes, attempts: effort.limits.attempts, enough: effort.limits.enough)
    defer { search.free() }
    var (block, start, place) = (DeflateBlock(), 0, 0)
    // A repetition that begins one place before, and is used unless there is a longer one here.
    var held: (length: Int, distance: Int)?
    func isNow(_ found: (length: Int, distance: Int)) -> Bool {
      effort == .quick || found.length >= effort.limits.enough
    }
    while place < bytes.count {
      if block.isFull {
        let end = start + block.count
        block.write(UnsafeBufferPointer(rebasing: bytes[start..<end]), isLast: false, to: &output)
        start = end
      }
      let found = search.longest(at: place, beyond: held?.length ?? 2)
      if let before = held, found == nil {
        block.add(length: before.length, distance: before.distance)
        let end = place - 1 + before.length
        search.note(place..<end)
        place = end
        held = nil
      } else if let found, isNow(found) {
        if held != nil { block.add(bytes[place - 1]) }
        held = nil
        block.add(length: found.length, distance: found.distance)
        search.note(place..<place + found.length)
        place += found.length
      } else {
        // Of two, the second is longer.
        if held != nil { block.add(bytes[place - 1]) }
        held = found
        if found == nil { block.add(bytes[place]) }
        search.note(place..<place + 1)
        place += 1
      }
    }
    block.write(UnsafeBufferPointer(rebasing: bytes[start...]), isLast: true, to: &output)
  }
}

/// Finds earlier places with the same bytes.
private struct RepetitionSearch {
  /// The shortest and the longest repetition, and how far back it may begin.
  private static let (least, most, window) = (3, 258, 32_768)
  /// The shortest ones take more bits than their bytes when they begin farther back.
  private static let nearby = 4096

  private let bytes: UnsafeBufferPointer<UInt8>
  private let attempts, enough: Int
  /// The newest place of each hash, and the place before with the same hash; -1 for none.
  private let newest, earlier: UnsafeMutablePointer<Int32>

  init(_ bytes: UnsafeBufferPointer<UInt8>, attempts: Int, enough: Int) {
    (self.bytes, self.attempts, self.enough) = (bytes, attempts, enough)
    newest = .allocate(capacity: 1 << 15)
    newest.initialize(repeating: -1, count: 1 << 15)
    earlier = .allocate(capacity: Self.window)
    earlier.initialize(repeating: -1, count: Self.window)
  }

  func free() {
    newest.deallocate()
    earlier.deallocate()
  }

  private func hash(_ place: Int) -> Int {
    let three = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
    return Int((three &* 0x9E37_79B1) >> 17)
  }

  /// Makes places known to later searches.
  func note(_ places: Range<Int>) {
    var place = places.lowerBound
    let end = min(places.upperBound, bytes.count - Self.least + 1)
    while place < end {
      let hash = hash(place)
      earlier[place & (Self.window - 1)] = newest[hash]
      newest[hash] = Int32(truncatingIfNeeded: place)
      place += 1
    }
  }

  /// The longest repetition at a place, if it is longer than a number of bytes.
  func longest(at place: Int, beyond shortest: Int) -> (length: Int, distance: Int)? {
    let longest = min(Self.most, bytes.count - place)
    guard longest >= Self.least, longest > shortest else { return nil }
    var (length, distance, attempt) = (shortest, 0, 0)
    var candidate = Int(newest[hash(place)])
    let content = min(enough, longest)
    while candidate >= 0, place - candidate < Self.window, attempt < attempts {
      // Most differ where a longer one would end.
      if bytes[candidate + length] == bytes[place + length] {
        var same = 0
        while same < longest, bytes[candidate + same] == bytes[place + same] { same += 1 }
        if same > length {
          (length, distance) = (same, place - candidate)
          if length >= content { break }
        }
      }
      candidate = Int(earlier[candidate & (Self.window - 1)])
      attempt += 1
    }
    guard distance > 0, length > Self.least || distance <= Self.nearby else { return nil }
    return (length, distance)
  }
}
