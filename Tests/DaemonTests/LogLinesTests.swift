import Logging
import Synchronization
import Testing

@testable import Daemon

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

  @Test("journald reads the priority of each line off its beginning")
  func journal() {
    let lines = lines(.journal) { logger in
      logger.debug("not written")
      logger.info("playing zip", metadata: ["scene": "zip", "entry": "2"])
      logger.error("kiosk.yaml:3:1: error: no such key\n  speed: 2")
    }
    #expect(
      lines == [
        "<6>playing zip entry=2 scene=zip\n", "<3>kiosk.yaml:3:1: error: no such key\n", "<3>  speed: 2\n",
      ])
  }

  @Test("a person reads time, level and message")
  func plain() throws {
    let line = try #require(lines(.plain) { $0.warning("no such scene") }.first)
    #expect(line.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ warning: no such scene\n/) != nil)
  }

  @Test("only what is connected to the journal is written for it")
  func form() {
    #expect(LogLines.Form.forStandardError(environment: [:]) == .plain)
    #expect(LogLines.Form.forStandardError(environment: ["JOURNAL_STREAM": "1:2"]) == .plain)
  }
}
