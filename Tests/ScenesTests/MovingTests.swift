import Marbles
import Scenes
import Testing

/// Input events at other times: what a drag does.
@Suite struct MovingTests {
  private func timeline(_ text: String, moving id: String, to seconds: Double) throws -> String {
    let timeline = try Diagram.parse(text, row: "a").timeline
    let scene = Scene(name: "test", rows: [Scene.Row(name: "a", content: .input(timeline))])
    let moved = try #require(scene.moving(id, to: .seconds(seconds))?.rows[0].timeline)
    let events = moved.events.map { "\($0.id) \($0.value)@\($0.time)" }
    return (events + [moved.end.time.map { "|@\($0)" } ?? "open"]).joined(separator: ", ")
  }

  @Test func anEventKeepsItsIDAndChangesPlaces() throws {
    #expect(try timeline("1@1 2@2 |@5", moving: "a#0", to: 3) == "a#1 2@2, a#0 1@3, |@5")
    #expect(try timeline("1@1 2@2 |@5", moving: "a#1", to: 0.5) == "a#1 2@0.5, a#0 1@1, |@5")
    #expect(try timeline("1@1 2@2", moving: "a#1", to: 9) == "a#0 1@1, a#1 2@9, open")
  }

  @Test func thereIsNothingBeforeZero() throws {
    #expect(try timeline("1@1 2@2 |@5", moving: "a#1", to: -3) == "a#1 2@0, a#0 1@1, |@5")
  }

  @Test func anEndAtTheLastEventStaysThere() throws {
    #expect(try timeline("1@1 2@2 |@2", moving: "a#1", to: 3) == "a#0 1@1, a#1 2@3, |@3")
    #expect(try timeline("1@1 2@2 |@2", moving: "a#1", to: 0.5) == "a#1 2@0.5, a#0 1@1, |@1")
    #expect(try timeline("1@1 2@2 |@3", moving: "a#1", to: 1.5) == "a#0 1@1, a#1 2@1.5, |@3")
    // Nothing comes behind an end.
    #expect(try timeline("1@1 2@2 |@3", moving: "a#1", to: 4) == "a#0 1@1, a#1 2@4, |@4")
  }

  @Test func whatIsNotAnInputEventCannotBeMoved() {
    #expect(Scene.sample.moving("zip#0", to: .zero) == nil)
    #expect(Scene.sample.moving("nothing", to: .zero) == nil)
  }

  @Test func aGeneratedRowIsWrittenThen() throws {
    let random = RandomTimeline(seed: 7)
    let timeline = random.timeline(row: "a", color: .red)
    let scene = Scene(
      name: "test", rows: [Scene.Row(name: "a", content: .input(Scene.Input(timeline, random: random)))])
    let moved = try #require(scene.moving("a#3", to: .zero))
    #expect(moved.rows[0].input?.random == nil)
    #expect(moved.rows[0].timeline?.events.first?.id == "a#3")
  }

  @Test(arguments: 0..<200) func thereAndBackIsNothing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let input = RandomTimeline(seed: seed, count: 2 + random.below(8)).timeline(row: "a", color: .red)
    let scene = Scene(name: "test", rows: [Scene.Row(name: "a", content: .input(input))])
    let event = input.events[random.below(input.events.count)]
    // On the half millisecond no other event is in the way.
    let time = SceneTime.milliseconds(Int64(random.below(20_000))) + .nanoseconds(500_000)
    let moved = try #require(scene.moving(event.id, to: time))
    #expect(Set(moved.rows[0].timeline?.events.map(\.id) ?? []) == Set(input.events.map(\.id)), "seed \(seed)")
    #expect(moved.moving(event.id, to: event.time) == scene, "seed \(seed)")
  }
}
