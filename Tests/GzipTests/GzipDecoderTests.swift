import Foundation
import Marbles
import Testing

@testable import Gzip

/// What gzip has written, in whole, in pieces, cut and damaged.
@Suite struct GzipDecoderTests {
  private static let line = "one two three\n"
  private static let letters =
    "ccaabacaabdbacbadgcdabdbaaabdfacacbabacbaacaacabafcaaabdabbbcbfbbababaaabbaacddcddbabaccdb"

  /// Files that gzip has written, and what is in them.
  static let files: [(name: String, bytes: [UInt8], text: String)] = [
    ("stored", bytes("H4sIAAAAAAAEAwEOAPH/b25lIHR3byB0aHJlZQo3ZBgqDgAAAA=="), line),
    ("fixed codes", bytes("H4sIAAAAAAACA8vPS1UoKc9XKMkoSk3lykfhAQDadm5EHAAAAA=="), line + line),
    (
      "dynamic codes",
      bytes("H4sIAAAAAAACAx2KiQkAMAwCZ/Uh3X+DqhCMeCcBRMN5hJ+83uUCsg3UUeppCCTFY+nkGnZuvswPHPppWVoAAAA="), letters
    ),
    ("a name", bytes("H4sICKevCWsCA25hbWVkLnR4dADLz0tVKCnPVyjJKEpN5QIAN2QYKg4AAAA="), line),
    ("nothing", bytes("H4sIAAAAAAACAwMAAAAAAAAAAAA="), ""),
  ]

  private static func bytes(_ base64: String) -> [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }

  /// Everything that can be expanded, and why the rest can't.
  private func expand(
    _ bytes: [UInt8], piece: Int = 1 << 20, room: Int = 1 << 14
  ) -> (bytes: [UInt8], error: GzipError?) {
    let decoder = GzipDecoder()
    var (expanded, buffer) = ([UInt8](), [UInt8](repeating: 0, count: room))
    do throws(GzipError) {
      for start in stride(from: 0, to: bytes.count, by: piece) {
        decoder.add(bytes[start..<min(start + piece, bytes.count)])
        while case let count = try decoder.read(into: &buffer), count > 0 { expanded += buffer[..<count] }
      }
      try decoder.finish()
      return (expanded, nil)
    } catch {
      return (expanded, error)
    }
  }

  @Test("what gzip writes is read, in pieces of any size, into buffers of any size", arguments: files.map(\.name))
  func whole(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    for (piece, room) in [(1 << 20, 1 << 16), (1, 1 << 14), (3, 5), (1 << 20, 1)] {
      let (bytes, error) = expand(file.bytes, piece: piece, room: room)
      #expect(
        error == nil && String(decoding: bytes, as: UTF8.self) == file.text,
        "\(piece), \(room): \(String(describing: error))")
    }
  }

  @Test("a file has any number of parts, and zeros at its end; other bytes there are an error") func parts() {
    let all = Self.files.flatMap(\.bytes)
    let text = Self.files.map(\.text).joined()
    for (end, error) in [
      ([], nil), ([UInt8](repeating: 0, count: 300), nil), ([0, 7], .trailing), (Array("no".utf8), .trailing),
      ([0x1F], .cut), ([0x1F, 0], .trailing),
    ] as [([UInt8], GzipError.Reason?)] {
      for piece in [1, 1 << 20] {
        let result = expand(all + end, piece: piece)
        #expect(result.bytes == Array(text.utf8) && result.error?.reason == error, "\(end.prefix(2))")
      }
    }
    let trailing = expand(all + [0, 7]).error
    #expect(trailing?.offset == all.count + 1)
  }

  /// The header of each kind, and its checksum.
  @Test("all parts of a header are passed over, and its checksum is compared") func header() {
    let body = Self.files[0].bytes.dropFirst(10)
    var header: [UInt8] = [0x1F, 0x8B, 8, 0b1_1111, 1, 2, 3, 4, 0, 3, 5, 0] + Array("EXTRAname".utf8) + [0]
    header += Array("a comment".utf8) + [0]
    let sum = CRC32.of(header)
    let ends = [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)]
    for piece in [1, 1 << 20] {
      let whole = expand(header + ends + body, piece: piece)
      #expect(whole.error == nil && whole.bytes == Array(Self.line.utf8))
      let wrong = expand(header + [ends[0] ^ 1, ends[1]] + body, piece: piece)
      #expect(wrong.bytes == [] && wrong.error?.description.contains("the checksum of its header") == true)
    }
  }

  @Test("a file that is cut anywhere gives what is before, and says that it was cut", arguments: files.map(\.name))
  func cut(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    for length in file.bytes.indices {
      let (bytes, error) = expand(Array(file.bytes[..<length]))
      #expect(file.text.utf8.starts(with: bytes) && error == GzipError(reason: .cut, offset: length), "\(length)")
    }
    // The checksum and the length are the last that is read, so by then everything is there.
    #expect(expand(Array(file.bytes.dropLast(8))).bytes == Array(file.text.utf8))
  }

  @Test("a file with one wrong bit is damaged, unless the bit has no meaning", arguments: files.map(\.name))
  func bits(name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    var errors = 0
    for bit in 0..<8 * file.bytes.count {
      var damaged = file.bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      let (bytes, error) = expand(damaged)
      if error == nil { #expect(bytes == Array(file.text.utf8), "\(bit)") } else { errors += 1 }
      let slow = expand(damaged, piece: 1, room: 3)
      #expect(slow.bytes == bytes && slow.error?.reason == error?.reason, "\(bit)")
    }
    // The time, the level, the system, the name, the flag that says that it is text, and what fills up bytes.
    let idle = 8 * (4 + 1 + 1) + 1 + 5 + 7 + (name == "a name" ? 8 * 9 : 0)
    #expect(errors >= 8 * file.bytes.count - idle)
  }

  @Test("bytes that begin as those of no gzip file are told at once") func foreign() {
    for bytes in [Array("text\n".utf8), [0x1F, 0x8C], [0]] as [[UInt8]] {
      #expect(expand(bytes).error?.reason == .foreign)
    }
    #expect(expand([]).error == GzipError(reason: .cut, offset: 0))
    // Another method, and a flag that says that the file is encrypted.
    #expect(expand([0x1F, 0x8B, 7]).error?.reason == .unknown)
    #expect(expand([0x1F, 0x8B, 8, 0x20]).error?.reason == .unknown)
  }

  @Test("what the encoder writes is read again") func roundTrips() {
    var random = SplitMix64(seed: 9)
    for size in [0, 1, 2, 300, 5_000, 70_000] {
      for kinds in [1, 2, 30, 256] {
        let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.below(kinds)) }
        let packed = GzipEncoder.compressed(bytes)
        let (piece, room) = (1 + random.below(20_000), 100 + random.below(70_000))
        let result = expand(packed, piece: piece, room: room)
        #expect(result.error == nil && result.bytes == bytes, "\(size) \(kinds) \(piece) \(room)")
      }
    }
  }

  @Test("the farthest repetition that can be named is read, whatever was read before") func farthest() {
    var random = SplitMix64(seed: 3)
    let noise = (0..<32_760).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let bytes = Array("farthest".utf8) + noise + Array("farthest".utf8)
    let packed = GzipEncoder.compressed(bytes)
    for room in [1 << 16, 1 << 14, 1_000] { #expect(expand(packed + packed, room: room).bytes == bytes + bytes) }
  }

  @Test("a repetition that refers to an earlier part of the file is damage") func earlierPart() {
    // Fixed codes: the length 3 at the distance 1, and the end.
    let packed = Array(GzipEncoder.compressed([7]).prefix(10)) + [0b0000_0011, 0b0000_0010, 0, 0]
    #expect(expand(packed).error?.description.contains("begins before the data") == true)
    #expect(expand(GzipEncoder.compressed([7]) + packed).bytes == [7])
    #expect(
      expand(GzipEncoder.compressed([7]) + packed).error?.description.contains("begins before the data") == true)
  }

  @Test("a file that expands a thousandfold is given in pieces of the buffer's size") func bomb() throws {
    let decoder = GzipDecoder()
    let part = GzipEncoder.compressed([UInt8](repeating: 1, count: 1 << 17))
    var (buffer, total, largest) = ([UInt8](repeating: 0, count: 1 << 14), 0, 0)
    for _ in 0..<20 {
      decoder.add(part)
      while case let count = try decoder.read(into: &buffer), count > 0 {
        #expect(buffer[..<count].allSatisfy { $0 == 1 })
        (total, largest) = (total + count, max(largest, count))
      }
    }
    try decoder.finish()
    #expect(total == 20 << 17 && largest == buffer.count && part.count < 1_000)
  }

  @Test("codes of up to fifteen bits") func longCodes() {
    let table = HuffmanTable((0..<16).map { HuffmanTable.Entry(.literal, $0) })
    // One more bit for each symbol: 0, 10, 110, and so on.
    #expect(table.set((1...15).map { UInt8($0) } + [15]))
    for symbol in 0..<16 {
      let entry = table.entry(1 << UInt64(symbol) - 1 | 1 << 20)
      #expect(entry.value == symbol && entry.length == min(symbol + 1, 15))
    }
  }

  @Test("codes that are too many, or too few, are refused") func impossibleCodes() {
    let table = HuffmanTable((0..<16).map { HuffmanTable.Entry(.literal, $0) })
    let (allowed, refused): ([[UInt8]], [[UInt8]]) = (
      [[], [0, 0], [1], [1, 1], [0, 1], [2, 2, 2, 2]], [[1, 1, 1], [2], [2, 2, 2], [1, 2], [15, 15], [1, 1, 15]]
    )
    for lengths in allowed { #expect(table.set(lengths[...]), "\(lengths)") }
    for lengths in refused { #expect(!table.set(lengths[...]), "\(lengths)") }
    // Beside a single code there are bits without a meaning.
    #expect(table.set([1]))
    #expect(table.entry(1).kind == HuffmanTable.Kind.none.rawValue)
  }

  @Test("the checksum does not depend on the pieces") func checksums() {
    let bytes = (0..<100).map { UInt8($0) }
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    for first in bytes.indices {
      var sum = CRC32()
      bytes[..<first].withUnsafeBytes { sum.add($0) }
      bytes[first...].withUnsafeBytes { sum.add($0) }
      #expect(sum.value == CRC32.of(bytes))
    }
  }
}
