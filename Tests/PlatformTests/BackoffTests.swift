import Platform
import Testing

@Suite struct BackoffTests {
  @Test func waitsDoubleUpToALimitAndBeginAgain() {
    var backoff = Backoff(from: .milliseconds(100), to: .seconds(5))
    let waits = (0..<8).map { _ in backoff.next() }
    #expect(waits == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
    backoff.reset()
    #expect(backoff.next() == .milliseconds(100))
  }
}
