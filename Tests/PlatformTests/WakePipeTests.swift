import Platform
import Testing

/// A pipe wakes a thread that waits for it, however often it is woken.
@Suite struct WakePipeTests {
  @Test func waitingEndsByWakeOrByTime() throws {
    let (first, second) = (try #require(WakePipe()), try #require(WakePipe()))
    let both = [first.descriptor, -1, second.descriptor]
    #expect(Wait.until(readable: both, nanoseconds: 1_500_000).isEmpty)
    for _ in 0..<100_000 { second.wake() }
    #expect(Wait.until(readable: both, nanoseconds: nil).readable == [second.descriptor])
    second.drain()
    #expect(Wait.until(readable: both, nanoseconds: 0).isEmpty)
  }

  @Test(arguments: [0, 1, 255, 256, 257, 512])
  func drainingTakesAllWakes(_ count: Int) throws {
    let pipe = try #require(WakePipe())
    for _ in 0..<count { pipe.wake() }
    pipe.drain()
    #expect(Wait.until(readable: [pipe.descriptor], nanoseconds: 0).isEmpty)
    pipe.wake()
    #expect(Wait.until(readable: [pipe.descriptor], nanoseconds: 0).readable == [pipe.descriptor])
  }

  @Test func aPipeKeepsItsBytes() throws {
    let pipe = try #require(NonBlockingPipe())
    defer { pipe.close() }
    let bytes = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
    for byte in bytes { pipe.write(byte) }
    #expect(pipe.read() == bytes)
    #expect(pipe.read() == [])
  }
}
