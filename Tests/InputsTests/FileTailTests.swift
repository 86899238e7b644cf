import Foundation
import Marbles
import Platform
import TestSupport
import Testing

@testable import Inputs

/// What is appended to a file is read once, whatever happens to the file's name.
@Suite struct FileTailTests {
  /// A log in a folder of its own, and the time that the reader sees.
  private final class Log {
    let folder: TemporaryFolder
    var path: String { folder.file("log") }
    let clock = VirtualClock()

    init() throws { folder = try TemporaryFolder() }

    func append(_ text: String, to name: String = "log") throws {
      let file = open(folder.file(name), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      try #require(file >= 0)
      defer { close(file) }
      try #require(write(file, text, text.utf8.count) == text.utf8.count)
    }

    func rename(_ name: String, to other: String) throws {
      try #require(Platform.rename(folder.file(name), folder.file(other)) == 0)
    }

    func tail() -> FileTail { FileTail(path, clock: clock.clock) }
  }

  /// All lines until there is nothing new.
  private func values(_ tail: FileTail) throws -> [Value] {
    try lines(tail).compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  private func lines(_ tail: FileTail) throws -> [LineReader.Content] {
    var contents: [LineReader.Content] = []
    var buffer = [UInt8](repeating: 0, count: ReadLoop.chunk)
    while let lines = try tail.next(&buffer) { contents += lines.map(\.content) }
    return contents
  }

  @Test("it begins with the last ten lines, and goes on with what is appended")
  func lastLines() throws {
    let log = try Log()
    try log.append((1...30).map { "\($0)\n" }.joined())
    let tail = log.tail()
    #expect(try values(tail) == (21...30).map { .int($0) })
    try log.append("31\n3")
    #expect(try values(tail) == [31])
    try log.append("2\n")
    #expect(try values(tail) == [32])
  }

  @Test("of a long file it begins with whole lines", arguments: [0, 1, 9])
  func longLines(count: Int) throws {
    let log = try Log()
    try log.append("\"" + String(repeating: "x", count: 100_000) + "\"\n")
    for number in 0..<count { try log.append("{\"n\":\(number)}\n") }
    #expect(try values(log.tail()) == (0..<count).map { .object(["n": .int($0)]) })
  }

  @Test("a file that does not exist yet is read from its start")
  func later() throws {
    let log = try Log()
    let tail = log.tail()
    #expect(try values(tail) == [])
    try log.append((1...30).map { "\($0)\n" }.joined())
    #expect(try values(tail) == (1...30).map { .int($0) })
  }

  @Test("when a log is rotated, the old file is read to its end, and then the new one")
  func rotation() throws {
    let log = try Log()
    try log.append("1\n")
    let tail = log.tail()
    try log.append("2\n")
    try log.rename("log", to: "log.1")
    try log.append("3\n", to: "log.1")
    try log.append("4\n")
    #expect(try values(tail) == [1, 2, 3, 4])
    // The writer goes on with the old file until it notices.
    try log.append("5\n", to: "log.1")
    try log.append("6\n")
    #expect(try values(tail) == [5, 6])
    log.clock.advance(by: FileTail.linger)
    #expect(try values(tail) == [])
    try log.append("7\n", to: "log.1")
    try log.append("8\n")
    #expect(try values(tail) == [8])
  }

  @Test("a last line without a line feed is read when its file is closed")
  func halfLine() throws {
    let log = try Log()
    try log.append("1\n")
    let tail = log.tail()
    try log.append("2")
    try log.rename("log", to: "log.1")
    try log.append("3\n")
    #expect(try values(tail) == [1, 3])
    log.clock.advance(by: FileTail.linger)
    #expect(try values(tail) == [2])
  }

  @Test("a file that was cut to nothing is read again from its start")
  func truncation() throws {
    let log = try Log()
    try log.append("1\n2\n3\n")
    let tail = log.tail()
    #expect(try values(tail) == [1, 2, 3])
    try #require(truncate(log.path, 0) == 0)
    try log.append("4\n")
    #expect(try values(tail) == [4])
  }

  @Test("several rotations between two looks lose no line, and older or other files beside the log are not read")
  func missedRotations() throws {
    let log = try Log()
    try log.append("0\n", to: "log.9")
    try log.append("1\n")
    let tail = log.tail()
    #expect(try values(tail) == [1])
    for number in 2...5 {
      try log.append("\(number)\n")
      try log.rename("log", to: "log.\(10 - number)")
      // Files are ordered by their times, which are as fine as the ticks of the kernel.
      var times = [timespec(tv_sec: 1_000_000 + number, tv_nsec: 0), timespec(tv_sec: 1_000_000 + number, tv_nsec: 0)]
      try #require(utimensat(AT_FDCWD, log.folder.file("log.\(10 - number)"), &times, 0) == 0)
    }
    try log.append("no\n", to: "log.gz")
    try log.append("no\n", to: "log.1.gz")
    try log.append("6\n")
    #expect(try values(tail) == [2, 3, 4, 5, 6].map { .int($0) })
    log.clock.advance(by: FileTail.linger)
    try log.rename("log", to: "log.1")
    try log.append("7\n")
    #expect(try values(tail) == [7])
  }

  @Test("100 rotations lose no line, and read none twice")
  func manyRotations() throws {
    let log = try Log()
    let tail = log.tail()
    var seen: [Value] = []
    for round in 0..<100 {
      for number in 0..<100 {
        try log.append("\(round * 100 + number)\n")
        if number == 50 { seen += try values(tail) }
      }
      try log.rename("log", to: "log.\(round % 5)")
      if round % 2 == 0 { try log.append("") }
      seen += try values(tail)
      log.clock.advance(by: 1_000_000_000)
    }
    #expect(seen == (0..<10_000).map { .int($0) })
  }

  private static let cut = LineReader.Content.malformed("the file was rewritten before the line was complete")

  @Test(
    "a file that was rewritten is read again from its start, whatever its size",
    arguments: [
      "3 trunc\n", "1\n2\n9\n", "1\n4\n3\n", "1\n2\n3\n4 and more\n" + String(repeating: "x", count: 200) + "\n",
    ])
  func writtenAnew(text: String) throws {
    let log = try Log()
    try log.append("1\n2\n3\n")
    let tail = log.tail()
    #expect(try values(tail) == [1, 2, 3])
    try #require(truncate(log.path, 0) == 0)
    try log.append(text)
    let expected = text.hasPrefix("1\n2\n3\n") ? text.dropFirst(6) : text[...]
    var reader = LineReader(after: 3)
    #expect(try lines(tail) == reader.read(expected.utf8).map(\.content))
  }

  @Test("of a long file that was rewritten, the same first lines do not hide that the others differ")
  func sameBeginning() throws {
    let log = try Log()
    let head = String(repeating: "h", count: 100) + "\n"
    try log.append(head + "a\n")
    let tail = log.tail()
    #expect(try values(tail).count == 2)
    try #require(truncate(log.path, 0) == 0)
    try log.append(head + "b\nc\n")
    #expect(try values(tail).suffix(2) == ["b", "c"])
  }

  @Test("a line that was not complete when its file was rewritten is malformed, and no value")
  func cutLine() throws {
    let log = try Log()
    try log.append("1\n")
    let tail = log.tail()
    #expect(try values(tail) == [1])
    try log.append("{\"n\":12")
    #expect(try values(tail) == [])
    try #require(truncate(log.path, 0) == 0)
    try log.append("{\"n\":5}\n")
    #expect(try lines(tail) == [Self.cut, .value(.object(["n": 5]))])
  }

  @Test("a last line that is longer than what is looked at is not begun in its middle")
  func longLastLine() throws {
    let log = try Log()
    try log.append("1\n" + String(repeating: "x", count: 100_000))
    let tail = log.tail()
    #expect(try values(tail) == [])
    try log.append("yz\n2\n")
    #expect(try values(tail) == [2])
  }

  @Test("a pipe, a folder or a link to a device in the place of the file is passed over until a file is there")
  func otherKinds() throws {
    let log = try Log()
    try log.append("1\n")
    let tail = log.tail()
    #expect(try values(tail) == [1])
    let makers: [() -> Int32] = [
      { mkfifo(log.path, 0o600) }, { mkdir(log.path, 0o700) }, { symlink("/dev/zero", log.path) },
    ]
    for (number, make) in makers.enumerated() {
      try log.rename("log", to: "log.old")
      try #require(make() == 0)
      #expect(try values(tail) == [])
      try #require(remove(log.path) == 0)
      try log.append("\(number)\n")
      #expect(try values(tail) == [.int(number)])
    }
  }

  @Test(
    "what is no file to which lines are appended is refused",
    arguments: [
      ("/dev/zero", "it is a device, not a file to which lines are appended (help: read it with @FILE)"),
      ("/tmp", "it is a folder, not a file to which lines are appended (help: name a file in it)"),
    ])
  func refused(path: String, why: String) {
    var buffer = [UInt8](repeating: 0, count: ReadLoop.chunk)
    #expect(throws: FileTail.NotFollowed(description: "can't be followed: " + why)) {
      _ = try FileTail(path).next(&buffer)
    }
  }

  #if os(Linux)
    @Test("a file whose content the system makes is refused") func procFile() {
      var buffer = [UInt8](repeating: 0, count: ReadLoop.chunk)
      #expect(throws: FileTail.NotFollowed.self) { while try FileTail("/proc/self/maps").next(&buffer) != nil {} }
    }
  #endif
}
