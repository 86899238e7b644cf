import Expressions
import Marbles
import Testing

@testable import Scenes

/// How long values are on their way from one row to another.
@Suite struct WayTimesTests {
  private static func scene(_ a: String, _ b: String, _ expression: String) throws -> Scene {
    Scene(
      name: "s",
      rows: [
        Scene.Row(name: "a", content: .input(try Diagram.parse(a, row: "a").timeline)),
        Scene.Row(name: "b", content: .input(try Diagram.parse(b, row: "b").timeline)),
        Scene.Row(name: "way", content: .output(try Expression.parse(expression))),
      ])
  }

  private static func way(_ a: String, _ b: String, _ expression: String) throws -> WayTimes? {
    let scene = try scene(a, b, expression)
    return WayTimes(ofRow: 2, in: try ScenePlayer(scene).runImmediately(), of: scene, at: .distantFuture)
  }

  private static let join = "a.innerJoin(b, on: { $0 }, within: .seconds(60))"

  @Test("the way of a pair is the time between its two values, whichever came first")
  func pairs() throws {
    #expect(try Self.way("1--2-------|", "-1-----2---|", Self.join)?.text == "way p50 1, p99 4 s")
    #expect(try Self.way("---1|", "1---|", Self.join)?.text == "way p50 3, p99 3 s")
  }

  @Test("a row without pairs, an input, and an operator that pairs by place have none")
  func none() throws {
    #expect(try Self.way("1-|", "-2|", Self.join) == nil)
    #expect(try Self.way("1-|", "-1|", "zip(a, b)") == nil)
    #expect(try Self.way("1-|", "-1|", "a.withLatestFrom(b)") == nil)
    let scene = try Self.scene("1-|", "-1|", Self.join)
    let recording = try ScenePlayer(scene).runImmediately()
    for row in [0, 9] { #expect(WayTimes(ofRow: row, in: recording, of: scene, at: .distantFuture) == nil) }
  }

  /// A recording in which the first row has one value, and the second row the values of these pairs.
  private static func recording(_ first: Event, _ pairs: [Event]) throws -> (Recording, Scene) {
    let scene = try scene("1----|", "-1---|", join)
    var recording = try ScenePlayer(scene).runImmediately()
    let pair = recording.rows[2].timeline.events[0]
    recording.rows[0].timeline = Timeline(events: [first], end: .open)
    recording.rows[1].timeline = Timeline(events: pairs, end: .open)
    recording.rows[2].timeline = Timeline(
      events: pairs.indices.map { index in
        var event = pair
        event.from = Lineage([EventKey(row: 0, index: 0), EventKey(row: 1, index: index)])
        return event
      }, end: .open)
    return (recording, scene)
  }

  @Test("a paused picture does not count later pairs, and a pair of several values is as long as all of them")
  func moments() throws {
    let scene = try Self.scene("1----2-|", "-1----2|", Self.join)
    let recording = try ScenePlayer(scene).runImmediately()
    #expect(WayTimes(ofRow: 2, in: recording, of: scene, at: .milliseconds(999)) == nil)
    #expect(WayTimes(ofRow: 2, in: recording, of: scene, at: .seconds(1))?.p99 == .seconds(1))
    let join = "a.chunks(ofCount: 2).innerJoin(b, on: { 0 }, within: .seconds(60))"
    #expect(try Self.way("1--2---|", "------x|", join)?.p99 == .seconds(6))
  }

  @Test("times at the source of all centuries are a way, and end no program")
  func extremes() throws {
    var (first, second) = (Event(time: .zero, value: 1), Event(time: .seconds(1), value: 1))
    (first.sourceTime, second.sourceTime) = (.zero, .nanoseconds(.max))
    let (recording, scene) = try Self.recording(first, [second])
    let way = try #require(WayTimes(ofRow: 2, in: recording, of: scene, at: .distantFuture))
    #expect(way.text.hasPrefix("way p50 9"))
  }

  @Test("where the sources tell times, those count")
  func timesAtTheSource() throws {
    var (first, second) = (Event(time: .zero, value: 1), Event(time: .seconds(1), value: 1))
    first.sourceTime = .milliseconds(1_795_432_177_000)
    var (recording, scene) = try Self.recording(first, [second])
    #expect(WayTimes(ofRow: 2, in: recording, of: scene, at: .distantFuture)?.p50 == .seconds(1))
    second.sourceTime = .milliseconds(1_795_432_177_120)
    (recording, scene) = try Self.recording(first, [second])
    #expect(WayTimes(ofRow: 2, in: recording, of: scene, at: .distantFuture)?.p50 == .milliseconds(120))
  }

  @Test("of a hundred pairs, one may be slower than p99, and only the newest thousand count")
  func percentiles() throws {
    func way(_ times: [SceneTime]) throws -> WayTimes? {
      let (recording, scene) = try Self.recording(Event(time: .zero, value: 1), times.map { Event(time: $0, value: 1) })
      return WayTimes(ofRow: 2, in: recording, of: scene, at: .distantFuture)
    }
    let hundred = try way((1...100).map { .milliseconds($0) })
    #expect(hundred?.text == "way p50 0.05, p99 0.099 s")
    #expect(try way([.milliseconds(303), .milliseconds(60_512)])?.text == "way p50 0.3, p99 61 s")
    #expect(try way([.nanoseconds(300_000)])?.text == "way p50 0.001, p99 0.001 s")
    #expect(hundred?.p50 == .milliseconds(50) && hundred?.p99 == .milliseconds(99))
    let many = try way(
      Array(repeating: .milliseconds(1), count: 500) + Array(repeating: .milliseconds(2), count: 1_000))
    #expect(many?.p50 == .milliseconds(2) && many?.p99 == .milliseconds(2))
  }
}
