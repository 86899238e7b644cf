import Dispatch
import Platform
import Synchronization
import Testing

@testable import Server

@Suite struct ConsoleTests {
  @Test("a log line that is still on its way is written before the first picture, which it would scroll")
  func lateLine() throws {
    let order = Mutex<[String]>([])
    let isDrawn = DispatchSemaphore(value: 0)
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    let output = LogOutput(terminal) { _, _, count in
      // It is slow, unless the picture comes first.
      _ = isDrawn.wait(timeout: .now() + .milliseconds(100))
      order.withLock { $0.append("line") }
      return count
    }
    let console = try #require(try Console(path: "/dev/ptmx", standardError: output))
    console.log("playing\n")
    console.holdingLog {
      order.withLock { $0.append("picture") }
      isDrawn.signal()
    }
    #expect(order.withLock { $0 } == ["line", "picture"])
    #expect(!console.isDrawnOn)
  }
}
