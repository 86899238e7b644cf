import Marbles
import SceneFiles
import Scenes
import Testing

/// Input events at other times: what a drag does.
@Suite struct MovingTests {
  /// The events by their ids, with the moved one set off.
  private func timeline(_ text: String, moving index: Int, to seconds: Double) throws -> String {
    let input = try Diagram.parse(text, row: "a").timeline
    let scene = Scene(name: "test", rows: [Scene.Row(name: "a", content: .input(input))])
    let moved = try #require(scene.moving(EventKey(row: 0, index: index), to: .seconds(seconds)))
    let timeline = try #require(moved.scene.rows[0].timeline)
    let events = timeline.events.enumerated().map { index, event in
      "\(event.value)@\(event.time)" + (moved.key == EventKey(row: 0, index: index) ? "!" : "")
    }
    return (events + [timeline.end.time.map { "|@\($0)" } ?? "open"]).joined(separator: ", ")
  }

  @Test func anEventChangesPlacesWithThoseItGoesPast() throws {
    #expect(try timeline("1@1 2@2 |@5", moving: 0, to: 3) == "2@2, 1@3!, |@5")
    #expect(try timeline("1@1 2@2 |@5", moving: 1, to: 0.5) == "2@0.5!, 1@1, |@5")
    #expect(try timeline("1@1 2@2", moving: 1, to: 9) == "1@1, 2@9!, open")
  }

  @Test func thereIsNothingBeforeZero() throws {
    #expect(try timeline("1@1 2@2 |@5", moving: 1, to: -3) == "2@0!, 1@1, |@5")
  }

  @Test func anEndAtTheLastEventStaysThere() throws {
    #expect(try timeline("1@1 2@2 |@2", moving: 1, to: 3) == "1@1, 2@3!, |@3")
    #expect(try timeline("1@1 2@2 |@2", moving: 1, to: 0.5) == "2@0.5!, 1@1, |@1")
    #expect(try timeline("1@1 2@2 |@3", moving: 1, to: 1.5) == "1@1, 2@1.5!, |@3")
    // Nothing comes behind an end.
    #expect(try timeline("1@1 2@2 |@3", moving: 1, to: 4) == "1@1, 2@4!, |@4")
  }

  @Test func whatIsNotAnInputEventCannotBeMoved() {
    #expect(Scene.sample.moving(EventKey(row: 3, index: 0), to: .zero) == nil)
    #expect(Scene.sample.moving(EventKey(row: 0, index: 99), to: .zero) == nil)
  }

  @Test func aGeneratedRowIsWrittenThen() throws {
    let random = RandomTimeline(seed: 7)
    let timeline = random.timeline(color: .red)
    let scene = Scene(
      name: "test", rows: [Scene.Row(name: "a", content: .input(Scene.Input(timeline, random: random)))])
    let moved = try #require(scene.moving(EventKey(row: 0, index: 3), to: .zero))
    #expect(moved.scene.rows[0].input?.random == nil)
    #expect(moved.key == EventKey(row: 0, index: 0))
    #expect(moved.scene.rows[0].timeline?.events.first?.value == timeline.events[3].value)
  }

  @Test(arguments: 0..<200) func thereAndBackIsNothing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let input = RandomTimeline(seed: seed, count: 2 + random.below(8)).timeline(color: .red)
    let scene = Scene(name: "test", rows: [Scene.Row(name: "a", content: .input(input))])
    let key = EventKey(row: 0, index: random.below(input.events.count))
    let event = input.events[key.index]
    // On the half millisecond no other event is in the way.
    let time = SceneTime.milliseconds(Int64(random.below(20_000))) + .nanoseconds(500_000)
    let moved = try #require(scene.moving(key, to: time))
    let events = try #require(moved.scene.rows[0].timeline?.events)
    #expect(events[moved.key.index].time == time && events[moved.key.index].value == event.value, "seed \(seed)")
    let back = try #require(moved.scene.moving(moved.key, to: event.time))
    #expect(back.scene == scene && back.key == key, "seed \(seed)")
  }
}
