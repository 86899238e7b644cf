import Marbles
import Testing

/// Parts of timelines, and rounded ones.
@Suite struct TimelineTimesTests {
  private func timeline(_ diagram: String) throws -> Timeline { try Diagram.parse(diagram, row: "a").timeline }

  @Test(
    "a time is rounded to the nearest step, and in the middle of two to the later one",
    arguments: [(0, 0), (4, 0), (5, 10), (14, 10), (15, 20), (20, 20), (.max, .max)] as [(Int64, Int64)])
  func rounding(time: Int64, rounded: Int64) {
    #expect(SceneTime(nanoseconds: time).rounded(to: SceneTime(nanoseconds: 10)).nanoseconds == rounded)
  }

  @Test func aTimelineIsRoundedWithItsEnd() throws {
    #expect(try timeline("a@0.3604 b@0.366 |@0.3999").rounded(to: .milliseconds(10)) == timeline("a@0.36 b@0.37 |@0.4"))
    #expect(try timeline("a@0.364 ^@0.364").rounded(to: .milliseconds(10)) == timeline("a@0.36 ^@0.36"))
    #expect(try timeline("").rounded(to: .milliseconds(10)) == timeline(""))
  }

  @Test(
    "an output has the whole steps since the value of an input before it",
    arguments: [
      // Rounded by itself, the output would be at 0.68.
      ("a@0.3749", "a@0.6762", "a@0.67"),
      // Timers are late, but a clock that was adjusted can make them seem early.
      ("a@0.3749", "a@0.6748", "a@0.67"), ("a@0.3749", "a@0.6735", "a@0.66"),
      // At the instant of an input, and before all.
      ("a@0.3749 b@0.3751", "x@0.3751 |@0.38", "x@0.38 |@0.38"), ("a@1", "x@0.306", "x@0.3"),
      // Never before an earlier event of the output.
      ("a@0.375 b@0.3849", "x@0.3849 y@0.38495", "x@0.38 y@0.38"),
      ("a@0.376 b@0.384", "x@0.3839 y@0.384", "x@0.38 y@0.38"),
      ("", "x@1.018 |@2", "x@1.01 |@2"),
    ])
  func outputs(input: String, output: String, rounded: String) throws {
    #expect(try timeline(output).rounded(to: .milliseconds(10), after: [timeline(input)]) == timeline(rounded))
  }

  @Test func aPartBeginsAtZeroAndIsOpenIfItsEndIsOutside() throws {
    #expect(try timeline("a@1 b@2 c@3 |@4").cut(from: .seconds(2), to: .seconds(4)) == timeline("b@0 c@1"))
    #expect(try timeline("a@1 b@2 ^@4").cut(from: .seconds(2), to: .distantFuture) == timeline("b@0 ^@2"))
  }
}
