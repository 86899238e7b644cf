import Logging
import Synchronization
import TestSupport
import Testing

@testable import Daemon

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct LogLinesTests {
  private func lines(_ form: LogLines.Form, _ body: (Logger) -> Void) -> [String] {
    let lines = Lines()
    body(Logger(label: "test") { _ in LogLines(form: form) { lines.append($0) } })
    return lines.all
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func append(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test("journald reads the priority off the beginning of a record, which is a line")
  func journal() {
    let lines = lines(.journal) { logger in
      logger.debug("not written")
      logger.info("playing zip", metadata: ["scene": "zip", "entry": "2"])
      logger.error("kiosk.yaml:3:1: error: no such key\n  speed: 2\n  ^\n  help: try another")
    }
    #expect(
      lines == [
        "<6>playing zip entry=2 scene=zip\n", "<3>kiosk.yaml:3:1: error: no such key | speed: 2 | help: try another\n",
      ])
  }

  @Test("a person reads time, level and message")
  func plain() throws {
    let line = try #require(lines(.plain) { $0.warning("no such scene") }.first)
    #expect(line.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ warning: no such scene\n/) != nil)
  }

  @Test("a message of several lines is one record, whose other lines are indented")
  func excerpts() throws {
    let line = try #require(lines(.plain) { $0.warning("kiosk.yaml:3:1: error: no such key\n  speed: 2\n  ^") }.first)
    #expect(line.wholeMatch(of: /[^ ]+ warning: kiosk.yaml:3:1: error: no such key\n    speed: 2\n    \^\n/) != nil)
  }

  @Test("no terminal obeys what a message quotes", arguments: [LogLines.Form.plain, .journal])
  func controls(form: LogLines.Form) throws {
    let told = lines(form) { logger in
      logger.warning("left out: \(hostile)", metadata: ["scene": "\(hostile)"])
    }.joined()
    #expect(told.unicodeScalars.allSatisfy { $0 == "\n" || !isObeyed($0) })
    #expect(told.contains(#"\x1B[31m"#) && told.contains(#"scene=a\x1B[31m"#))
  }

  @Test("whoever logs does not wait for whoever reads, and what was logged comes in its order")
  func fullPipe() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    // Nobody reads: the pipe is full.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    var filled = 0
    while true {
      let count = write(ends[1], [UInt8](repeating: 0x2E, count: 4096), 4096)
      guard count > 0 else { break }
      filled += count
    }
    _ = fcntl(ends[1], F_SETFL, 0)
    let output = LogOutput(ends[1])
    for number in 1...3 { output.write("record \(number)\n") }
    var told = ""
    let expected = "record 1\nrecord 2\nrecord 3\n"
    var buffer = [UInt8](repeating: 0, count: 4096)
    while told.utf8.count < filled + expected.utf8.count {
      let count = read(ends[0], &buffer, buffer.count)
      told += String(decoding: buffer[..<count], as: UTF8.self)
    }
    #expect(told.hasSuffix("." + expected))
  }

  @Test("only what is connected to the journal is written for it")
  func form() {
    #expect(LogLines.Form.forStandardError(environment: [:]) == .plain)
    #expect(LogLines.Form.forStandardError(environment: ["JOURNAL_STREAM": "1:2"]) == .plain)
  }
}
