import Foundation
import Gzip
import Marbles
import TestSupport
import Testing

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
      // The farthest repetition that can be named, and one that is too far.
      Array("farthest".utf8) + noise.prefix(32_760) + Array("farthest".utf8),
      Array("farthest".utf8) + noise.prefix(32_761) + Array("farthest".utf8),
    ]
    for text in texts { #expect(try read(GzipEncoder.compressed(text)) == text, "\(text.count) bytes") }
    #expect(GzipEncoder.compressed(Array(words.utf8)).count < words.utf8.count / 3)
  }
}
