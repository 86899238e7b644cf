import Foundation
import Marbles
import TestSupport
import Testing

@testable import Gzip

/// gzip, read by another program.
@Suite struct GzipEncoderTests {
  private static func gzip(_ arguments: String...) throws -> (output: Data, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (data, process.terminationStatus)
  }

  /// In CI the test runs, and fails without it.
  private static let isInstalled =
    (try? gzip("--version").status) == 0 || ProcessInfo.processInfo.environment["CI"] != nil

  /// Bytes of which each is used as often as the two before it together, without repetitions.
  private static let uneven: [UInt8] = {
    var (bytes, counts, random) = ([UInt8](), (1, 1), SplitMix64(seed: 5))
    for byte in 0..<22 as Range<UInt8> {
      bytes += Array(repeating: byte, count: counts.0)
      counts = (counts.1, counts.0 + counts.1)
    }
    for place in bytes.indices.dropFirst() { bytes.swapAt(place, random.below(place + 1)) }
    return bytes
  }()

  private func read(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(filePath: folder.file("x.gz")))
    let (output, status) = try Self.gzip("-dc", folder.file("x.gz"))
    #expect(status == 0)
    return Array(output)
  }

  @Test(
    "what is compressed is read again: texts, repetitions of all lengths and distances, and noise",
    .enabled(if: isInstalled, "gzip is missing: apt-get install gzip"))
  func roundTrips() throws {
    var random = SplitMix64(seed: 7)
    let noise = (0..<70_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let words = (0..<20_000).map { _ in ["marble", "<g class=\"s s1\">", "0", " ", "ä", "9.5"][Int(random.below(6))] }
      .joined()
    let texts: [[UInt8]] = [
      [], [0], [255, 255], Array("abcabcabcabc".utf8), Array(repeating: 7, count: 258), Array(repeating: 7, count: 259),
      Array(repeating: 7, count: 100_000), noise, Array(words.utf8),
      // All bytes in turn, and then counts that differ so much that the rarest bytes have the longest codes.
      (0..<5_000).map { UInt8($0 % 256) }, Self.uneven,
      // Several blocks of each kind, one after the other.
      noise + Array(words.utf8) + noise + Array(repeating: 1, count: 70_000) + Array(words.utf8),
      // The farthest repetition that can be named, and one that is too far.
      Array("farthest".utf8) + noise.prefix(32_760) + Array("farthest".utf8),
      Array("farthest".utf8) + noise.prefix(32_761) + Array("farthest".utf8),
    ]
    for text in texts {
      for effort in [GzipEncoder.Effort.quick, .thorough] {
        #expect(try read(GzipEncoder.compressed(text, effort)) == text, "\(text.count) bytes")
      }
    }
  }

  @Test("a block has fixed codes, codes made for it, or none, whichever is shortest")
  func kinds() {
    var random = SplitMix64(seed: 11)
    let noise = (0..<70_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    // The bits after the first one say which. What is stored has five bytes more for each 65,535.
    let letters =
      "ccaabacaabdbacbadgcdabdbaaabdfacacbabacbaacaacabafcaaabdabbbcbfbbababaaabbaacddcddbabaccdb"
    let sizes = [("ab", 0b01), (letters, 0b10)]
    for (text, kind) in sizes { #expect(GzipEncoder.compressed(Array(text.utf8))[10] >> 1 & 3 == kind, "\(text)") }
    let stored = GzipEncoder.compressed(noise)
    #expect(stored[10] >> 1 & 3 == 0 && stored.count < noise.count + 64)
    #expect(GzipEncoder.compressed([]).count == 20)
  }

  /// How many bytes more effort saves.
  private func saved(_ text: [UInt8]) -> Int {
    GzipEncoder.compressed(text).count - GzipEncoder.compressed(text, .thorough).count
  }

  @Test("with more effort, a longer repetition at the next place is used")
  func nextPlace() {
    var random = SplitMix64(seed: 3)
    let words = (0..<200).map { _ in (0..<8).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    // Of the last ones, not the first three bytes and then five are found, but all besides the first one.
    let text = words.flatMap { $0[..<3] } + words.flatMap { $0[1...] } + words.flatMap { $0 }
    #expect(saved(text) > 30)
  }

  @Test("with more effort, more places are compared")
  func morePlaces() {
    var random = SplitMix64(seed: 4)
    func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    var text: [UInt8] = []
    for _ in 0..<200 {
      let word = noise(30)
      text += word
      // Newer places that are the same for four bytes, at which the next place has none that is better.
      for _ in 0..<20 { text += word[..<4] + noise(2) }
      text += word
    }
    #expect(saved(text) > 30)
  }

  @Test("codes are no longer than is allowed, and leave no bits without a meaning", arguments: [7, 15])
  func limits(limit: Int) {
    var random = SplitMix64(seed: 13)
    var fibonacci = [1, 1]
    while fibonacci.count < 19 { fibonacci.append(fibonacci.suffix(2).reduce(0, +)) }
    let all =
      [[0, 0, 5], [0, 0], [1, 1, 1], fibonacci, fibonacci.reversed(), Array(repeating: 3, count: 19)]
      + (0..<50).map { _ in (0..<19).map { _ in random.below(3) == 0 ? 0 : 1 << random.below(30) } }
    for counts in all {
      let lengths = HuffmanCode(counts, limit: limit).lengths
      #expect(lengths.allSatisfy { $0 <= limit })
      #expect(lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (limit - Int($1)) : 0) } == 1 << limit, "\(counts): \(lengths)")
      for (symbol, count) in counts.enumerated() {
        #expect(count == 0 || lengths[symbol] > 0, "\(counts): \(lengths)")
        for (other, less) in counts.enumerated() where less < count && less > 0 {
          #expect(lengths[other] >= lengths[symbol], "\(counts): \(lengths)")
        }
      }
    }
  }
}
