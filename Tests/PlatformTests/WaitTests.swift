import Testing

@testable import Platform

/// `select` stands in for `poll` where that refuses a device, as on macOS: both give the same answers.
@Suite struct WaitTests {
  private let ends: (read: Int32, write: Int32)

  init() throws {
    var both: [Int32] = [-1, -1]
    try #require(pipe(&both) == 0)
    ends = (both[0], both[1])
  }

  private func both(readable: [Int32], writable: [Int32]) -> [Wait.Ready] {
    [
      Wait.until(readable: readable, writable: writable, nanoseconds: 0),
      Wait.selected(readable: readable, writable: writable, 0),
    ]
  }

  @Test("An empty pipe can be written to; a full one is read; an end of file can be read, too")
  func pipes() {
    defer { close(ends.read) }
    let (read, write) = ends
    for ready in both(readable: [-1, read], writable: [write, -1]) { #expect(ready == .init(writable: [write])) }
    #expect(Platform.write(write, "x", 1) == 1)
    for ready in both(readable: [read, -1], writable: []) { #expect(ready == .init(readable: [read])) }
    for ready in both(readable: [read], writable: [write]) {
      #expect(ready == .init(readable: [read], writable: [write]))
    }
    var byte: UInt8 = 0
    #expect(Platform.read(read, &byte, 1) == 1)
    for ready in both(readable: [read], writable: []) { #expect(ready.isEmpty) }
    close(write)
    for ready in both(readable: [read], writable: []) { #expect(ready == .init(readable: [read])) }
  }

  @Test("A wait for nothing ends, and a descriptor that has no bit is never ready")
  func limits() {
    defer { for end in [ends.read, ends.write] { close(end) } }
    #expect(Wait.selected(readable: [], writable: [], 1).isEmpty)
    #expect(Wait.selected(readable: [1024, .max], writable: [.max, -1], 1).isEmpty)
    #expect(Wait.selected(readable: [ends.read], writable: [], 1_000_001).isEmpty)
    #expect(Wait.selected(readable: [ends.read], writable: [ends.write], nil) == .init(writable: [ends.write]))
  }
}
