import Fuzzing
import Marbles
import SceneTestSupport
import Synchronization
import Testing

/// The texts of `MARBLED_TOOLS=1 swift run -c release Fuzz`, fewer of them.
@Suite struct FuzzingTests {
  @Test(arguments: (FuzzSubjects.all + FuzzSubjects.slow).map(\.name))
  func noTextCrashesAndEveryRejectionHasAPlace(name: String) throws {
    let subject = try #require((FuzzSubjects.all + FuzzSubjects.slow).first { $0.name == name })
    // A scene is played, too, and one that is extreme goes through everything.
    let all =
      ["scenes": 200, "extremes": 25, "runs": 60, "stages": 300, "input": 20, "hopeless": 60, "pictures": 180][name]
      ?? 1000
    let count = rounds((all + 2) / 3, long: all)
    let report = FuzzRun(subject, seed: 2, indices: 0..<count).report(clock: Ticks())
    for failure in report.failures { Issue.record("text \(failure.index), \(failure.text): \(failure.reason)") }
    #expect(report.failed == 0 && report.passed == count)
    // A generator that is refused, or understood, nearly always finds little. A terminal may send any bytes.
    if ["input", "hopeless"].contains(name) { return }
    let isValid = ["stages", "pictures"].contains(name)
    #expect(report.accepted > (isValid ? count / 2 : count / 5))
    #expect(isValid || report.rejected > count / 5)
  }

  @Test(arguments: FuzzSubjects.all.map(\.name))
  func aTextDependsOnItsSeedAndItsIndexAlone(name: String) throws {
    let subject = try #require(FuzzSubjects.all.first { $0.name == name })
    let run = FuzzRun(subject, seed: 7, indices: 0..<1)
    let texts = (0..<100).map(run.text)
    #expect(texts == (0..<100).map { FuzzRun(subject, seed: 7, indices: $0..<$0 + 1).text(at: $0) })
    #expect(texts != (0..<100).map { FuzzRun(subject, seed: 8, indices: 0..<1).text(at: $0) })
    #expect(Set(texts).count > 50)
  }

  @Test("a step of the hub has a number up to 100,000: one that is larger is refused, and no time overflows")
  func hubSteps() {
    let most = Array(repeating: "t100000 r100000 u100000 w100000", count: 20).joined(separator: " ")
    #expect(HubSubject().verdict(on: most) == .accepted)
    for word in ["t100001", "t9223372036854775807", "u9223372036854775808"] {
      #expect(HubSubject().verdict(on: "t1 \(word)") == .rejected)
    }
  }

  /// Refuses odd lengths, fails at the third text, and is slow at the fourth.
  private struct Picky: FuzzSubject {
    let name = "picky"
    let clock: Ticks

    func text(_ random: inout SplitMix64) -> String { String(repeating: "x", count: random.below(100)) }

    func verdict(on text: String) -> FuzzVerdict {
      let reads = clock.read()
      if reads == 3 { return .failed("third") }
      if reads == 4 { clock.pass(.milliseconds(1001)) }
      if reads == 5 { clock.pass(.seconds(1)) }
      return text.count % 2 == 0 ? .accepted : .rejected
    }
  }

  /// A clock that is moved by hand, and counts what was read.
  private final class Ticks: Clock {
    typealias Duration = Swift.Duration
    typealias Instant = ContinuousClock.Instant
    private let start = ContinuousClock.now
    private let state = Mutex((passed: Swift.Duration.zero, reads: 0))
    var now: Instant { start + state.withLock { $0.passed } }
    var minimumResolution: Swift.Duration { .zero }
    func pass(_ time: Swift.Duration) { state.withLock { $0.passed += time } }
    func read() -> Int {
      state.withLock {
        $0.reads += 1
        return $0.reads
      }
    }
    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {}
  }

  @Test func failuresAreCountedAndShown() {
    let clock = Ticks()
    let run = FuzzRun(Picky(clock: clock), seed: 1, indices: 10..<110)
    let seen = Mutex<[Int]>([])
    let report = run.report(clock: clock) { index in seen.withLock { $0.append(index) } }
    #expect(seen.withLock { $0 } == Array(10..<110))
    #expect(report.failed == 2 && report.passed == 98)
    #expect(report.accepted > 20 && report.rejected > 20)
    #expect(report.failures.map(\.index) == [12, 13])
    #expect(report.failures.map(\.reason) == ["third", "took 1.001 seconds"])
    #expect(report.failures.map(\.text) == [run.text(at: 12), run.text(at: 13)])
    #expect(report.slowest == .milliseconds(1001))
  }
}
