import Dispatch
import Logging
import Marbles
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Server

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
      logger.info("playing", metadata: ["scene": "zip", "entry": "2"])
      logger.error("kiosk.yaml:3:1: error: no such key\n  speed: 2\n  ^\n  help: try another")
    }
    #expect(
      lines == [
        "<6>playing entry=2 scene=zip\n", "<3>kiosk.yaml:3:1: error: no such key | speed: 2 | help: try another\n",
      ])
  }

  @Test("a person reads time, level and message")
  func plain() throws {
    let line = try #require(lines(.plain) { $0.warning("no such scene") }.first)
    #expect(line.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ warning: no such scene\n/) != nil)
  }

  @Test("a program reads an object per line, with the keys of the metadata")
  func json() throws {
    let lines = lines(.json(hasPriority: false)) { logger in
      logger.warning("no such key\n  speed: 2", metadata: ["scene": "a \"b\"\u{202E}", "level": "\(3)"])
    }
    let line = try #require(lines.first)
    let members = #""level":"warning","message":"no such key\n  speed: 2","level_":"3","scene":"a \"b\"\u202e"}"# + "\n"
    let time = try #require(line.firstMatch(of: /^{"time":"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/)?.1)
    #expect(lines == ["{\"time\":\"\(time)\"," + members])
    let value = try Value(json: line)
    guard case .object(let read) = value else { throw Problem("\(line)") }
    #expect(read["scene"] == .string("a \"b\"\u{202E}"))
    let journal = self.lines(.json(hasPriority: true)) { $0.error("gone") }
    #expect(journal.first?.hasPrefix(#"<3>{"time":"#) == true)
  }

  @Test("a value with spaces is quoted, so that the next key is found")
  func values() {
    let lines = lines(.journal) {
      $0.info("control request", metadata: ["peer": #"a "b" c"#, "request": #"{"step":1}"#])
    }
    #expect(lines == [#"<6>control request peer="a \"b\" c" request={"step":1}"# + "\n"])
  }

  @Test("a message of several lines is one record, whose other lines are indented")
  func excerpts() throws {
    let line = try #require(lines(.plain) { $0.warning("kiosk.yaml:3:1: error: no such key\n  speed: 2\n  ^") }.first)
    #expect(line.wholeMatch(of: /[^ ]+ warning: kiosk.yaml:3:1: error: no such key\n    speed: 2\n    \^\n/) != nil)
  }

  @Test(
    "no terminal obeys what a message quotes", arguments: [LogLines.Form.plain, .journal, .json(hasPriority: true)])
  func controls(form: LogLines.Form) throws {
    let told = lines(form) { logger in
      logger.warning("left out: \(hostile)", metadata: ["scene": "\(hostile)"])
    }.joined()
    #expect(told.unicodeScalars.allSatisfy { $0 == "\n" || !isObeyed($0) })
    if case .json = form {
      #expect(told.contains(#""scene":"a\u001b[31m"#))
    } else {
      #expect(told.contains(#"\x1B[31m"#) && told.contains(#"scene=a\x1B[31m"#))
    }
  }

  /// A full pipe without a reader.
  private final class FullPipe {
    private var ends: [Int32] = [-1, -1]
    /// How many bytes are in it.
    private(set) var filled = 0
    var input: Int32 { ends[1] }

    init() throws {
      try #require(pipe(&ends) == 0)
      _ = fcntl(input, F_SETFL, O_NONBLOCK)
      while true {
        let count = write(input, [UInt8](repeating: 0x2E, count: 4096), 4096)
        guard count > 0 else { break }
        filled += count
      }
      _ = fcntl(input, F_SETFL, 0)
    }

    deinit { for end in ends { close(end) } }

    /// Waits for this many bytes.
    func read(_ count: Int) -> String {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while bytes.count < count {
        let size = min(buffer.count, count - bytes.count)
        let count = Platform.read(ends[0], &buffer, size)
        bytes += buffer[..<max(0, count)]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("logging does not wait for the reader, and keeps the order")
  func fullPipe() throws {
    let pipe = try FullPipe()
    let output = LogOutput(pipe.input)
    for number in 1...3 { output.write("record \(number)\n") }
    let expected = "record 1\nrecord 2\nrecord 3\n"
    #expect(pipe.read(pipe.filled + expected.utf8.count).hasSuffix("." + expected))
  }

  @Test("too many unread records are dropped and counted")
  func lost() throws {
    let pipe = try FullPipe()
    let output = LogOutput(pipe.input)
    let record = String(repeating: "x", count: 1023) + "\n"
    for _ in 0..<LogOutput.limit / 1024 + 76 { output.write(record) }
    _ = pipe.read(pipe.filled + LogOutput.limit)
    output.drain(within: .seconds(30))
    #expect(output.lostRecords == 76)
    output.write("last\n")
    let expected = "76 log records were dropped: the reader of the log is too slow\nlast\n"
    #expect(pipe.read(expected.utf8.count) == expected)
    #expect(output.lostRecords == 76)
  }

  @Test("a journal gets a record with its fields, and the lines when it does not take one")
  func fields() throws {
    let folder = try TemporaryFolder()
    let listener = Sockets.make(AF_UNIX, .datagram)
    try #require(Sockets.withAddress(of: folder.file("j"), { bind(listener, $0, $1) }) == 0)
    let journal = try #require(JournalSocket(folder.file("j")))
    #expect(JournalSocket(folder.file("nobody")) == nil)
    let lines = Lines()
    let logger = Logger(label: "test") { _ in
      LogLines(form: .journal, level: .info, journal: journal) { lines.append($0) }
    }
    logger.warning("left out\n  ^ here", metadata: ["scene": "zip", "log-key": "é"])
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(listener, &buffer, buffer.count, 0)
    let message = "left out log-key=é scene=zip\n  ^ here"
    let length = [UInt8(message.utf8.count), 0, 0, 0, 0, 0, 0, 0]
    let text = Array("MESSAGE\n".utf8) + length + Array("\(message)\n".utf8)
    let rest = "PRIORITY=4\nSYSLOG_IDENTIFIER=marbled\nMARBLED_LOG_KEY=é\nMARBLED_SCENE=zip\n"
    #expect(Array(buffer.prefix(max(0, count))) == text + Array(rest.utf8))
    #expect(lines.all.isEmpty)
    close(listener)
    logger.warning("gone", metadata: ["scene": "zip"])
    #expect(lines.all == ["<4>gone scene=zip\n"])
  }

  @Test("only what is connected to the journal is written for it")
  func form() throws {
    #expect(LogLines.Form.forStandardError(environment: [:]) == .plain)
    #expect(LogLines.Form.forStandardError(environment: ["JOURNAL_STREAM": "1:2"]) == .plain)
    #expect(LogLines.Form.forStandardError(.json, environment: [:]) == .json(hasPriority: false))
    let status = try #require(FileStatus(STDERR_FILENO))
    let stream = ["JOURNAL_STREAM": "\(status.device):\(status.inode)"]
    #expect(LogLines.Form.forStandardError(environment: stream) == .journal)
    #expect(LogLines.Form.forStandardError(.json, environment: stream) == .json(hasPriority: true))
  }
}
