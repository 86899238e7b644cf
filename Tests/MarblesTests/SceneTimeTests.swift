import Marbles
import Testing

@Suite struct SceneTimeTests {
  @Test(
    "durations are digits, an optional fraction and an optional unit",
    arguments: [
      ("33ms", 33_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000), ("0.1", 100_000_000), ("0", 0),
      ("7", 7_000_000_000), ("1.5m", 90_000_000_000), ("1us", 1000), ("1µs", 1000), ("1\u{3BC}s", 1000), ("1ns", 1),
      ("0.000000001", 1), ("1.50000000000000000000", 1_500_000_000), ("007s", 7_000_000_000),
      ("1.0000000000000", 1_000_000_000), ("0.00100000000ms", 1000), ("3155760000", 3_155_760_000_000_000_000),
      ("3155760000000000000ns", 3_155_760_000_000_000_000),
    ] as [(String, Int64)])
  func durations(text: String, nanoseconds: Int64) {
    #expect((try? DurationNotation.parse(text))?.nanoseconds == nanoseconds)
  }

  @Test(
    "text that is not an exact duration is refused",
    arguments: [
      "", "1e3", ".5", "5.", "-1", "+1", "1.5.2s", "s", "ms", "1 s", " 1s", "1h", "1S", "inf", "nan", "0x1", "١s",
      "0.0000000001", "1.5ns", "1.0000000005", "1.00000000005", "0.00000000000000000001", "1.05ns",
      "3155760000.000000001", "9223372036.854775807", "9223372037", "153722868m", "99999999999999999999",
    ])
  func refused(text: String) {
    #expect((try? DurationNotation.parse(text)) == nil)
  }

  @Test(
    "what is wrong with a duration is said",
    arguments: [
      ("1h", .malformed), ("", .malformed), ("1.", .malformed), ("1.00000000005", .tooFine), ("1.5ns", .tooFine),
      ("3155760001s", .tooLong), ("99999999999999999999m", .tooLong), ("52596001m", .tooLong),
    ] as [(String, DurationNotation.Problem)])
  func problems(text: String, problem: DurationNotation.Problem) {
    #expect(throws: problem) { try DurationNotation.parse(text) }
  }

  @Test(
    "a duration is printed shortly",
    arguments: [
      (0, "0s"), (1, "1ns"), (1500, "1500ns"), (33_000, "33us"), (500_000_000, "500ms"), (1_500_000_000, "1.5s"),
      (60_000_000_000, "1m"), (61_000_000_000, "61s"), (1_000_000_001, "1.000000001s"),
    ] as [(Int64, String)])
  func printed(nanoseconds: Int64, text: String) {
    #expect(DurationNotation.print(.nanoseconds(nanoseconds)) == text)
  }

  @Test("reading undoes printing, for durations and for bare seconds") func inverse() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let time: SceneTime = min(.nanoseconds(Int64(random.next() >> (1 + UInt64(random.below(63))))), .longestReadable)
      #expect((try? DurationNotation.parse(DurationNotation.print(time))) == time)
      #expect((try? DurationNotation.parse(time.description)) == time)
    }
  }

  @Test(
    "people read whole milliseconds, and never 0 for what is not",
    arguments: [
      (0, "0"), (1, "0.001"), (499_999, "0.001"), (1_499_999, "0.001"), (1_500_000, "0.002"), (657_065_613, "0.657"),
      (-657_500_000, "-0.658"), (-1, "-0.001"), (2_500_000_000, "2.5"), (.max, "9223372036.854775807"),
    ] as [(Int64, String)])
  func inMilliseconds(nanoseconds: Int64, text: String) {
    #expect(SceneTime.nanoseconds(nanoseconds).inMilliseconds.description == text)
  }

  @Test("0.7 s + 0.1 s is 0.8 s, and sums past 292 years stop there") func arithmetic() {
    #expect(SceneTime.seconds(0.7) + .seconds(0.1) == .seconds(0.8))
    #expect(SceneTime.distantFuture + .seconds(1) == .distantFuture)
    #expect(SceneTime(Duration.seconds(1) * 1e18) == .distantFuture)
    #expect(SceneTime.seconds(1).duration(to: .seconds(3)) == .seconds(2))
  }
}
