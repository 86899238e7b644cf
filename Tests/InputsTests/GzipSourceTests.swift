import Foundation
import Gzip
import Marbles
import Scenes
import Synchronization
import TestSupport
import Testing

@testable import Inputs

/// Sources whose bytes are those of gzip.
@Suite(.timeLimit(.minutes(30))) struct GzipSourceTests {
  private static let text = (1...500).map { #"{"n":\#($0),"path":"/\#($0 % 7)"}"# + "\n" }.joined()
  private static let packed = GzipEncoder.compressed(Array(text.utf8))

  private struct Outcome {
    var lines: [LineReader.Line] = []
    var end: LiveSource.End?

    var numbers: [Value] {
      lines.compactMap { line in if case .value(.object(let members)) = line.content { members["n"] } else { nil } }
    }
    var failure: String? { if case .failed(let why)? = end { why } else { nil } }
  }

  /// Reads a file as a live source does.
  private func read(_ bytes: [UInt8], name: String, settings: LineSettings = LineSettings()) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Data(bytes).write(to: URL(filePath: path))
    let outcome = Mutex(Outcome())
    return await withCheckedContinuation { continuation in
      LiveSource.path(path).read(
        LiveSource.Handlers(
          onLine: { line, _ in
            outcome.withLock { $0.lines.append(line) }
            return true
          },
          onEnd: { end in
            continuation.resume(
              returning: outcome.withLock {
                $0.end = end
                return $0
              })
          }), settings: settings)
    }
  }

  @Test("a gzip file gives the lines that are in it, whatever its name is", arguments: ["log.gz", "log"])
  func whole(name: String) async throws {
    let outcome = try await read(Self.packed + Self.packed, name: name)
    let plain = try await read(Array((Self.text + Self.text).utf8), name: "plain")
    #expect(outcome.lines == plain.lines && outcome.lines.count == 1000 && outcome.end == .finished)
  }

  @Test("a gzip file that is cut gives the whole lines before, and the source says why") func cut() async throws {
    for length in [3, 10, 500, Self.packed.count - 400, Self.packed.count - 1] {
      let outcome = try await read(Array(Self.packed[..<length]), name: "log.gz")
      #expect(outcome.numbers == (0..<outcome.numbers.count).map { .int($0 + 1) })
      let rest = outcome.lines.dropFirst(outcome.numbers.count)
      #expect(
        rest.map(\.content).allSatisfy { $0 == .malformed("the gzip file is damaged before the line is complete") })
      #expect(rest.count <= 1 && (length < 400 || outcome.numbers.count > 10), "\(length)")
      let failure = try #require(outcome.failure)
      #expect(failure.contains("log.gz can't be read: ") && failure.contains("too early, after byte \(length)"))
    }
  }

  @Test("a damaged gzip file gives what was read before") func damaged() async throws {
    var bytes = Self.packed
    bytes[bytes.count - 6] ^= 1
    let outcome = try await read(bytes, name: "log.gz")
    #expect(outcome.numbers.count == 500 && outcome.failure?.contains("checksum of its content") == true)
  }

  @Test("a file that is called one of gzip and is none says so; other names are no promise") func names() async throws {
    let plain = Array(Self.text.utf8)
    let false1 = try await read(plain, name: "log.gz")
    #expect(false1.lines.isEmpty && false1.failure?.contains("it is no gzip file") == true)
    let empty = try await read([], name: "log.gz")
    #expect(empty.failure?.contains("too early, after byte 0") == true)
    // One byte is no signature.
    let byte = try await read([0x1F], name: "log")
    #expect(byte.lines.map(\.content) == [.value("\u{1F}")] && byte.end == .finished)
    let other = try await read([0x1F, 0x61, 10], name: "log")
    #expect(other.lines.map(\.content) == [.value("\u{1F}a")] && other.end == .finished)
  }

  @Test("a line that expands to any length is one malformed line") func bomb() async throws {
    let part = GzipEncoder.compressed([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 18))
    let bytes = (0..<16).flatMap { _ in part } + GzipEncoder.compressed(Array("\nend\n".utf8))
    #expect(bytes.count < 1 << 15)
    let outcome = try await read(bytes, name: "log.gz")
    #expect(outcome.lines.map(\.isTooLong) == [true, false] && outcome.end == .finished)
    #expect(outcome.lines.last?.content == .value("end"))
  }

  @Test("bytes that come one by one are expanded as soon as they can be") func pieces() throws {
    for bytes in [Self.packed, Array(Self.text.utf8), [0x1F], [0x1F, 0x1F, 0x8B]] {
      var (expansion, buffer, all) = (Expansion(), [UInt8](repeating: 0, count: 100), [UInt8]())
      for byte in bytes {
        all += expansion.take([byte])
        while expansion.hasMore { all += try expansion.next(&buffer) }
      }
      all += try expansion.finish()
      #expect(all == (bytes == Self.packed ? Array(Self.text.utf8) : bytes))
    }
  }

  @Test("a gzip file is not followed") func followed() throws {
    let folder = try TemporaryFolder()
    try Data(Self.packed).write(to: URL(filePath: folder.file("log")))
    var buffer = [UInt8](repeating: 0, count: ReadLoop.chunk)
    let why = "it is a gzip file, to which no lines are appended (help: read it with @FILE)"
    #expect(throws: FileTail.NotFollowed(description: "can't be followed: \(why)")) {
      _ = try FileTail(folder.file("log")).next(&buffer)
    }
  }

  // MARK: Files at their own times

  private func timed(_ bytes: [UInt8]) throws -> TimedLines {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(filePath: folder.file("log.gz")))
    var settings = LineSettings()
    settings.time = try MemberPath(parsing: ".n")
    return try TimedLines(folder.file("log.gz"), row: "log", settings: settings)
  }

  @Test("the lines of a gzip file are events at their times; what is before its damage is kept") func times() throws {
    let whole = try timed(Self.packed)
    #expect(whole.remarks == [] && whole.input.timeline.events.count == 500)
    #expect(whole.input.timeline.end == .finish(.seconds(499)))
    let cut = try timed(Array(Self.packed.dropLast(300)))
    let count = cut.input.timeline.events.count
    #expect(count > 100 && count < 500)
    let events = whole.input.timeline.events.prefix(count)
    #expect(cut.input.timeline.events.map(\.time) == events.map(\.time))
    guard case .error(let time, let message) = cut.input.timeline.end else {
      Issue.record("\(cut.input.timeline.end)")
      return
    }
    #expect(time == events.last?.time && message.contains("can't be read: the gzip file ends too early"))
    #expect(cut.remarks.last == message)
    #expect(throws: InputError.self) { try timed([0x1F, 0x8B]) }
    #expect(throws: InputError.self) { try timed(Array(Self.text.utf8)) }
  }

  @Test("an event file of gzip is read, and refused if it is not whole") func eventFiles() throws {
    let folder = try TemporaryFolder()
    let packed = GzipEncoder.compressed(Array("{\"time\":0,\"value\":1}\n{\"time\":1,\"value\":2}\n".utf8))
    try Data(packed).write(to: URL(filePath: folder.file("a.gz")))
    #expect(try TimedNDJSON.read(folder.file("a.gz"), row: "a").events.map(\.value) == [1, 2])
    try Data(packed.dropLast()).write(to: URL(filePath: folder.file("b.gz")))
    let error = #expect(throws: InputError.self) { try TimedNDJSON.read(folder.file("b.gz"), row: "a") }
    #expect(error?.kind == .malformed && error?.description.contains("too early") == true)
    // What is limited is what is expanded.
    let part = GzipEncoder.compressed([UInt8](repeating: 10, count: 1 << 17))
    try Data((0..<9).flatMap { _ in part }).write(to: URL(filePath: folder.file("c.gz")))
    #expect(throws: FileBytes.Problem.tooLarge(limit: 1 << 20)) {
      _ = try FileBytes.readExpanded(folder.file("c.gz"), limit: 1 << 20)
    }
  }
}
