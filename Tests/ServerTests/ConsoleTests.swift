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

  @Test("log lines wait for the end of a picture on their terminal; the oldest of too many are lost, and counted")
  func heldLines() throws {
    let lines = Mutex<[String]>([])
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    let output = LogOutput(terminal) { _, bytes, count in
      lines.withLock { $0.append(String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)) }
      return count
    }
    let console = try #require(try Console(path: "/dev/ptmx", standardError: output))
    console.holdingLog {
      for number in 1...Console.heldLines + 3 { console.log("\(number)\n") }
      output.drain(within: .seconds(30))
      #expect(lines.withLock { $0 } == [])
    }
    output.drain(within: .seconds(30))
    #expect(lines.withLock { $0 } == (4...Console.heldLines + 3).map { "\($0)\n" })
    #expect(output.lostRecords == 3)
  }
}
