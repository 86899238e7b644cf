import Marbles
import Testing

/// The values of a timeline.
@Suite struct EventTests {
  @Test("what few events have is part of their identity, and takes no room in the others")
  func rarities() {
    let plain = Event(time: .zero, value: .int(1))
    var event = plain
    #expect(event.name == nil && event.animation == nil && event.sourceTime == nil)
    event.name = "a"
    event.animation = Animation(.fade)
    event.sourceTime = .seconds(1)
    #expect(event != plain && event.name == "a" && event.animation == Animation(.fade))
    #expect(event.sourceTime == .seconds(1))
    var same = Event(name: "a", time: .zero, value: .int(1), animation: Animation(.fade))
    #expect(same != event)
    same.sourceTime = .seconds(1)
    #expect(same == event && Set([same, event]).count == 1)
    same.animation = Animation(.pop)
    #expect(same != event && same.name == "a")
    (event.name, event.animation, event.sourceTime) = (nil, nil, nil)
    #expect(event == plain && Set([event, plain]).count == 1)
    // A daemon with a hundred fast rows keeps two million of them.
    #expect(MemoryLayout<Event>.stride <= 80)
  }
}
