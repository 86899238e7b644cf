import Marbles
import Scenes
import Testing

@testable import Inputs

/// What holds for the reader of each format: any chunks, any bytes, and memory with a limit.
@Suite struct RecordReaderTests {
  private static let names = LineSettings.Form.named.filter { $0 != .text }.map(\.text)

  private static func reader(_ name: String, limit: Int) -> any RecordReader {
    (try? LineSettings.Form(parsing: name))?.reader(limit: limit) ?? TraceJoiner(limit: limit)
  }

  private static let pieces = [
    "1", "-2.5e3", "007", "\"", "\"\"", "\"a\"", ",", ",", "\t", "\\t", "\\", "\n", "\n", "\n", "\r\n", "\r", " ", " ",
    "\u{0}",
    "\u{FEFF}", "é", "🙂", "a=1", "msg=\"x \\\"y\\\"\"", "=", "flag", "{", "}", "[", "]", ":", "{\"a\":1}",
    "{\"a\":\n[1,\n2]}",
    "true", "nul", "\n{", "\n[", " at f()", "\nat g()", "Caused by: x", "... 2 more",
    "longer than the limit of records",
    "h - - [24/Nov/2026:07:00:00 +0000] \"GET / HTTP/1.1\" 200 17", " \"-\" \"b\"",
  ]

  private static func bytes(_ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = random.below(3) == 0 ? Array("\u{FEFF}".utf8) : []
    if random.below(2) == 0 { bytes += Array("a,b\tc\n".utf8) }
    for _ in 0..<random.below(80) {
      bytes += random.below(12) == 0 ? [UInt8(random.below(256))] : Array(random.pick(pieces).utf8)
    }
    return bytes
  }

  @Test("However bytes are cut into chunks, the records are the same", arguments: names, 0..<8 as Range<UInt64>)
  func anyChunking(name: String, seed: UInt64) {
    for round in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed * 1000 + round)
      let bytes = Self.bytes(&random)
      let limit = random.pick([1, 16, 90, 4096])
      var chunks: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = random.below(min(rest.count, 9) + 1)
        chunks.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      var whole = Self.reader(name, limit: limit)
      let records = whole.read(bytes) + whole.finish()
      for chunks in [chunks, bytes.map { [$0] }] {
        var reader = Self.reader(name, limit: limit)
        let cut = chunks.flatMap { reader.read($0) } + reader.finish()
        #expect(cut == records, "seed \(seed), round \(round)")
        #expect(reader.lineCount == whole.lineCount)
      }
      let numbers = records.map(\.number)
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(numbers.allSatisfy { (1...max(1, whole.lineCount)).contains($0) })
      let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let lines = bytes.dropFirst(isMarked ? 3 : 0).split(separator: 10, omittingEmptySubsequences: false)
      #expect(whole.lineCount == lines.count - (lines.last?.isEmpty == false ? 0 : 1), "seed \(seed), round \(round)")
      #expect(records.allSatisfy { !$0.isTooLong || limit < bytes.count })
    }
  }

  @Test("Each line of a format of lines is a record, blank, or malformed", arguments: ["logfmt", "clf", "words"])
  func noLineIsLost(name: String) {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let bytes = Self.bytes(&random)
      var reader = Self.reader(name, limit: 64)
      let numbers = (reader.read(bytes) + reader.finish()).map(\.number)
      let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
      let written = lines.filter { !$1.allSatisfy { $0 == 0x20 || (9...13).contains($0) } }.map { $0.offset + 1 }
      // The byte order mark of a blank line is nothing.
      #expect(numbers == written || [1] + numbers == written, "seed \(seed)")
    }
  }

  /// The bytes that the arrays in a value hold.
  private static func held(_ value: Any) -> Int {
    switch value {
    case let bytes as [UInt8]: bytes.count
    case let numbers as [Int]: numbers.count * MemoryLayout<Int>.size
    case let flags as [Bool]: flags.count
    default: Mirror(reflecting: value).children.reduce(0) { $0 + held($1.value) }
    }
  }

  @Test(
    "Whatever comes, what a reader holds has a limit",
    arguments: names,
    ["\"", "a", "[", "{\"a\":", ",", "\"\n", " \n", "\n", "\0", "\\", "1", "a=", "=\"", "\t", "x\n y\n", "[1,\n", "}"])
  func memory(name: String, part: String) {
    let limit = 4096
    var reader = Self.reader(name, limit: limit)
    _ = reader.read("a,b\n".utf8)
    let chunk = Array(String(repeating: part, count: 1000).utf8)
    for _ in 0..<12 {
      _ = reader.read(chunk)
      // Each byte of the record, and the end of a field for each separator.
      #expect(Self.held(reader) <= 9 * (limit + 2))
    }
    _ = reader.finish()
    #expect(Self.held(reader) <= 64)
  }

  @Test(
    "A line of up to 1 MiB is a record or malformed, and the next line is read", arguments: names,
    ["a", "\"", "\0", "\\\"", "=", "é "])
  func longLines(name: String, part: String) {
    let length = part == "a" ? 1 << 20 : 1 << 16
    let long = Array(String(repeating: part, count: length / part.utf8.count).utf8)
    var reader = Self.reader(name, limit: 1 << 20)
    let next =
      switch name {
      case "json": "{\"k\":1}\n"
      case "clf": "h - - [24/Nov/2026:07:00:00 +0000] \"GET / HTTP/1.1\" 200 17\n"
      case "logfmt": "k=1\n"
      default: "k\n"
      }
    let records = reader.read(Array("a\n".utf8) + long + [10]) + reader.read((next + next).utf8) + reader.finish()
    #expect(records.contains { if case .value = $0.content { $0.number == 3 } else { false } })
    // In JSON, quotes are many empty strings.
    #expect(records.count <= 4 || name == "json" && part == "\"")
  }

  @Test("A format has a reader and a name")
  func formats() {
    #expect(LineSettings.Form.named.map(\.text) == ["json", "text", "csv", "tsv", "logfmt", "clf", "words", "trace"])
    var reader = LineSettings.Form.tsv.reader(after: 3)!
    #expect(reader.all("a\tb\n1\t2\n".utf8) == [#"5 {"a":1,"b":2}"#])
  }
}
