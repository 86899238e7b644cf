import Expressions
import Marbles
import Operators
import Playback
import Testing

@testable import Scenes

/// Counts of what stages do, for runs that never end.
@Suite struct StageMeterTests {
  private func scene(_ expression: String, consume pause: SceneTime? = nil) throws -> Scene {
    var out = Scene.Row(name: "out", content: .output(try Expression.parse(expression)))
    out.consumingTime = pause
    return Scene(name: "test", rows: [Scene.Row(name: "a", content: .live(Scene.Live())), out])
  }

  /// The measures after values at these seconds of a live row, at `time`.
  private func measures(_ expression: String, _ values: [Int: [Value]], at time: Int64) throws -> [StageMeasure] {
    let player = try ScenePlayer(scene(expression), metersStages: true)
    let input = try #require(player.liveInput("a"))
    for (second, values) in values.sorted(by: { $0.key < $1.key }) {
      try player.executor.advance(to: .seconds(Int64(second)))
      for value in values { input.offer(value) }
    }
    try player.executor.advance(to: .seconds(time))
    return try #require(player.stageMeasures(ofRow: 1, at: .seconds(time)))
  }

  @Test func aStageThatIsAskedAndDoesNotAskWorks() throws {
    let measures = try measures(
      "a.map { $0 }.flatMap { x in [x].async.delay(for: .seconds(3)) }", [1: [1, 2, 3]], at: 3)
    try #require(measures.count == 3)
    let (map, delay, flatMap) = (measures[0], measures[1], measures[2])
    #expect(map.counts.taken == 1 && map.counts.given == 1 && map.asked == nil && map.read == ["a": 1])
    #expect(delay.counts.held == 1 && delay.waitsFor.isEmpty && delay.worked == .seconds(2))
    #expect(flatMap.worked == .seconds(2) && flatMap.asked == .zero && flatMap.waitsFor == [.stage(1)])
    #expect(flatMap.counts.held == 1 && flatMap.oldest == .seconds(1))
  }

  @Test func aStageThatWaitsForItsSourceDoesNotWork() throws {
    let measures = try measures("a.debounce(for: .seconds(1))", [1: [1, 2], 3: [3]], at: 3)
    #expect(measures[0].worked == .zero && measures[0].waitsFor == [.row("a")])
    #expect(measures[0].counts.drops == [.init(reason: .replacedRestarting, count: 1)])
    #expect(measures[0].counts.given == 1 && measures[0].counts.held == 1 && measures[0].oldest == .seconds(3))
  }

  @Test(
    "a run without an end keeps what stages hold, and little more",
    arguments: [
      "a.flatMap { x in [x].async.map { $0 } }",
      "a.flatMapLatest { x in [x].async.delay(for: .seconds(1)) }",
      "a.reductions(+)",
      "a.chunks(ofCount: 100)", "a.filter { $0 < 0 }", "a.min()", "combineLatest(a, a.prefix(1))",
      "zip(a, a.map { $0 })",
      "a.removeDuplicates().debounce(for: .seconds(2))", "a.buffer(policy: .bufferingNewest(3))", "a.adjacentPairs()",
    ])
  func bounded(expression: String) throws {
    let player = try ScenePlayer(scene(expression), metersStages: true)
    let input = try #require(player.liveInput("a"))
    for second in 0..<30 {
      for index in 0..<100 { input.offer(.int(100 * second + index)) }
      try player.executor.advance(to: .seconds(Int64(second)))
      input.giveBack(100)
    }
    let meter = try #require(player.stageMeters[1])
    let taken = meter.measures(at: .seconds(29)).map(\.counts.taken).max() ?? 0
    #expect(taken >= 3_000)
    #expect(meter.sizes.passes <= 80 && meter.sizes.values <= 1_200, "\(meter.sizes)")
  }
}
