import Marbles
import SceneTestSupport
import Testing

@testable import Scenes

@Suite struct NewestEventsTests {
  @Test("The newest events of all rows are the last ones of the whole, and the others are counted", arguments: 0..<50)
  func newest(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rows = (0..<Int(random.below(6))).map { row in
      var time = Int64(0)
      let events = (0..<Int(random.below(80))).map { _ in
        // Some at the same time.
        time += Int64(random.below(3)) * 1_000_000_000_000
        return Event(time: SceneTime(nanoseconds: time), value: .int(Int(random.below(9))))
      }
      return Recording.Row(
        name: "r\(row)", timeline: Timeline(events: events, end: .open), capacity: 1000, forgotten: Int(random.below(3))
      )
    }
    let whole = Recording(rows: rows, duration: .seconds(1_000_000))
    let count = Int(random.below(60))
    let part = whole.newest(count)
    let (all, kept) = (whole.entries.filter { $0.kind != .open }, part.entries.filter { $0.kind != .open })
    #expect(kept.count >= min(count, all.count))
    #expect(Array(all.suffix(kept.count)) == kept)
    // None is older than the oldest of the newest.
    if kept.count > count, count > 0 { #expect(kept[0].time == all.suffix(count).first?.time) }
    for (row, old) in zip(part.rows, whole.rows) { #expect(row.count == old.count) }
  }
}
