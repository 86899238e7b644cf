import Expressions
import Marbles
import Narrations
import Operators
import Playback
import Testing

@testable import Scenes

/// What `run --stats` says about mistakes of a run that goes on: after evidence, and while it lasts.
@Suite struct LiveDoctorTests {
  /// The lines of the row `out` at each second.
  ///
  /// - Parameter values: how many values of a live row come at a second, by its name.
  private func lines(
    _ expression: String, consume pause: SceneTime? = nil, allow: [Lint: String] = [:], seconds: Int,
    _ values: [String: (Int) -> Int]
  ) throws -> [[String]] {
    let names = values.keys.sorted()
    var out = Scene.Row(name: "out", content: .output(try Expression.parse(expression)))
    out.consumingTime = pause
    var scene = Scene(
      name: "test", rows: names.map { Scene.Row(name: $0, content: .live(Scene.Live())) } + [out])
    scene.allowedLints = allow
    let player = try ScenePlayer(scene, metersStages: true)
    let inputs = try names.map { try #require(player.liveInput($0)) }
    var doctor = try #require(LiveDoctor(row: names.count, of: scene))
    var counts: [String: Int] = [:]
    return try (0...seconds).map { second in
      let time = SceneTime.seconds(Int64(second))
      try player.executor.advance(to: time)
      for (name, input) in zip(names, inputs) {
        let new = values[name]?(second) ?? 0
        for index in 0..<new { input.offer(.int(index)) }
        counts[name, default: 0] += new
      }
      let measures = try #require(player.stageMeasures(ofRow: names.count, at: time))
      return doctor.lines(measures, at: time) { counts[$0] ?? 0 }
    }
  }

  /// The second of the first line, and the lines then and at the end.
  private func evidence(_ lines: [[String]]) -> (second: Int?, first: [String], last: [String]) {
    let second = lines.firstIndex { !$0.isEmpty }
    return (second, second.map { lines[$0] } ?? [], lines.last ?? [])
  }

  @Test("a queue in front of zip that grows in three periods is told, with what to do once") func growingQueue() throws
  {
    let found = evidence(try lines("zip(a, b)", seconds: 17, ["a": { _ in 2 }, "b": { _ in 1 }]))
    #expect(found.second == 15)
    #expect(
      found.first == [
        "lint: `zip` of out takes the values of a more slowly than they come: at least 2, 7 and 12 in 3 periods of 5 s, "
          + "and 16 now [growing-queue]",
        "  help: slow the faster stream down, as with `throttle`, or use `combineLatest`, which needs the newest values only",
        "  see: marbled play values-that-wait",
      ])
    #expect(found.last.count == 1 && found.last[0].contains("and 18 now"))
  }

  @Test("a burst, streams of one speed, and a queue that is allowed are not told") func noGrowth() throws {
    #expect(try lines("zip(a, b)", seconds: 40, ["a": { $0 == 3 ? 30 : 0 }, "b": { _ in 1 }]).joined().isEmpty)
    #expect(try lines("zip(a, b)", seconds: 40, ["a": { _ in 1 }, "b": { _ in 1 }]).joined().isEmpty)
    #expect(
      try lines("zip(a, b)", allow: [.growingQueue: "x"], seconds: 40, ["a": { _ in 2 }, "b": { _ in 1 }]).joined()
        .isEmpty)
  }

  @Test("what was found is not told any more once it is over") func over() throws {
    let all = try lines("zip(a, b)", seconds: 60, ["a": { $0 < 20 ? 2 : 0 }, "b": { $0 < 40 ? 1 : 0 }])
    #expect(!all[20].isEmpty)
    #expect(all[60].isEmpty)
  }

  @Test("a buffer without a limit that grows is told, and one that drains is not") func growingBuffer() throws {
    let slow = "a.buffer(policy: .unbounded).map { $0 }"
    let found = evidence(try lines(slow, consume: .seconds(3), seconds: 20, ["a": { _ in 1 }]))
    #expect(found.second.map { $0 >= 15 } == true)
    #expect(found.first.first?.hasPrefix("lint: `.buffer` of out holds more and more values: at least ") == true)
    #expect(found.first.first?.hasSuffix("[growing-buffer]") == true)
    #expect(try lines(slow, consume: .seconds(3), seconds: 40, ["a": { $0 == 1 ? 9 : 0 }]).joined().isEmpty)
    #expect(
      try lines("a.buffer(policy: .bounded(2)).map { $0 }", consume: .seconds(3), seconds: 40, ["a": { _ in 1 }])
        .joined()
        .isEmpty)
  }

  @Test("values that wait for older streams are told") func queuedInner() throws {
    let found = evidence(
      try lines("a.flatMap { x in [x].async.delay(for: .seconds(3)) }", seconds: 20, ["a": { _ in 1 }]))
    #expect(found.second.map { $0 >= 15 } == true)
    #expect(
      found.first.first?.hasPrefix(
        "lint: `.flatMap` of out makes more and more values wait for the streams of older ones")
        == true, "\(found.first)")
    #expect(
      try lines("a.flatMapLatest { x in [x].async.delay(for: .seconds(3)) }", seconds: 40, ["a": { _ in 1 }]).joined()
        .isEmpty)
  }

  @Test("a debounce that is never quiet is told, and is not after a pause") func neverQuiet() throws {
    let all = try lines("a.debounce(for: .seconds(2))", seconds: 40, ["a": { $0 < 30 ? 1 : 0 }])
    let found = evidence(all)
    #expect(found.second == 15, "\(found)")
    #expect(
      found.first.first
        == "lint: `.debounce` of out emits nothing for 15 s: 14 values were replaced, as the next one came before it has "
        + "waited for 2 s [never-quiet]", "\(found.first)")
    #expect(all[29].count == 1 && all[40].isEmpty)
    // A burst that is shorter than twice its time, and values with pauses.
    #expect(
      try lines("a.debounce(for: .seconds(20))", seconds: 60, ["a": { $0 < 30 ? 1 : 0 }]).joined().isEmpty)
    #expect(try lines("a.debounce(for: .seconds(2))", seconds: 60, ["a": { $0 % 5 < 2 ? 1 : 0 }]).joined().isEmpty)
  }

  @Test("a throttle that keeps its last value is told while it does") func lastValueKept() throws {
    let all = try lines("a.throttle(for: .seconds(1))", seconds: 20, ["a": { $0 == 1 ? 2 : $0 == 12 ? 1 : 0 }])
    let found = evidence(all)
    #expect(found.second == 6, "\(found)")
    #expect(
      found.first.first
        == "lint: `.throttle` of out keeps a value for 5 s: its interval of 1 s is over, but only another value or the end "
        + "lets it go [last-value-kept]", "\(found.first)")
    #expect(all[13].isEmpty)
    #expect(
      try lines("a.throttle(for: .seconds(1), latest: false)", seconds: 20, ["a": { $0 == 1 ? 2 : 0 }]).joined().isEmpty
    )
  }
}
