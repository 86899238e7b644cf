import Expressions
import Marbles
import Narrations
import Operators
import Playback
import Testing

@testable import Scenes

/// The lines of `run --stats` about stages.
@Suite struct StageRatesTests {
  /// The lines at each of these seconds, after values of a live row.
  private func lines(
    _ expression: String, consume pause: SceneTime? = nil, _ values: [Int: Int], at seconds: [Int]
  ) throws -> [[String]] {
    var out = Scene.Row(name: "out", content: .output(try Expression.parse(expression)))
    out.consumingTime = pause
    let scene = Scene(name: "test", rows: [Scene.Row(name: "a", content: .live(Scene.Live())), out])
    let player = try ScenePlayer(scene, metersStages: true)
    let input = try #require(player.liveInput("a"))
    var rates = try #require(StageRates(out))
    var count = 0
    return try (0...(seconds.max() ?? 0)).compactMap { second in
      let time = SceneTime.seconds(Int64(second))
      try player.executor.advance(to: time)
      for index in 0..<(values[second] ?? 0) { input.offer(.int(index)) }
      count += values[second] ?? 0
      let measures = try #require(player.stageMeasures(ofRow: 1, at: time))
      return seconds.contains(second) ? rates.lines(measures, at: time) { $0 == "a" ? count : 0 } : nil
    }
  }

  @Test func aStageThatKeepsUpWaitsForItsSource() throws {
    let lines = try lines("a.filter { $0 > 7 }.debounce(for: .seconds(1))", [1: 10], at: [2, 3])
    #expect(
      lines == [
        [
          ".filter { $0 > 7 }: 5/s in, 1/s out, 8 dropped by its condition, waits 1 s for a",
          ".debounce(for: .seconds(1)): 1/s in, 1/s out, 1 dropped for newer ones, waits 0 s for .filter",
        ],
        [
          ".filter { $0 > 7 }: 0/s in, 0/s out, 8 dropped by its condition, waits 2 s for a",
          ".debounce(for: .seconds(1)): 0/s in, 0/s out, 1 dropped for newer ones, waits 1 s for .filter",
        ],
      ])
  }

  @Test("The first stage that falls behind is named, not those that it keeps waiting")
  func behind() throws {
    let lines = try lines(
      "a.map { $0 }.flatMap { x in [x].async.delay(for: .seconds(3)) }.map { -$0 }", [1: 5], at: [3])
    #expect(
      lines.last == [
        ".map { $0 }: 0/s in, 0/s out, is not asked",
        ".delay(for: .seconds(3)): 0/s in, 0/s out, holds 1, the oldest for 2 s, waits 2 s for time",
        ".flatMap { x in [x].async.delay(for: .seconds(3)) }: 0/s in, 0/s in from its closure, 0/s out, holds 1, the oldest for "
          + "2 s, waits 3 s for .delay, falls behind: 4 of a wait for it",
        ".map { -$0 }: 0/s in, 0/s out, waits 3 s for .flatMap",
      ])
  }

  @Test func aConsumerThatFallsBehindIsNamed() throws {
    let lines = try lines("a.map { $0 }", consume: .seconds(5), [1: 5], at: [3])
    #expect(
      lines.last == [
        ".map { $0 }: 0/s in, 0/s out, is not asked", "consume: 5s: falls behind: 4 of a wait for it",
      ])
  }

  @Test func aStageThatHasEndedIsNotSlow() throws {
    let lines = try lines("a.prefix(2)", [1: 5], at: [3])
    #expect(lines == [[".prefix(2): 1/s in, 1/s out, has ended"]])
  }

  @Test func aBufferThatFillsUpHoldsWhatWaitsForItsReader() throws {
    let lines = try lines(
      "a.buffer(policy: .unbounded).flatMap { x in [x].async.delay(for: .seconds(10)) }", [1: 6], at: [4])
    #expect(
      lines.last?.last?.hasSuffix("falls behind: 5 in .buffer wait for it") == true, "\(lines)")
  }
}
