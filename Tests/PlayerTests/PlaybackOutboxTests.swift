import Marbles
import Scenes
import Testing

@testable import Player

/// What waits for the observer of a playback.
@Suite struct PlaybackOutboxTests {
  private func entry(_ seconds: Int64) -> Recording.Entry {
    let time = SceneTime.seconds(Double(seconds))
    return Recording.Entry(row: 0, index: 0, time: time, kind: .value(Event(time: time, value: .int(Int(seconds)))))
  }

  @Test("a batch ends with an instant, however many entries the instant has")
  func batches() {
    let outbox = PlaybackOutbox(isBounded: true, limit: 100)
    outbox.append([1, 1, 2, 2, 2, 2, 3].map(entry), [])
    let first = outbox.takeEntries(about: 1)
    #expect(first.entries.count == 2 && !first.isAll)
    let second = outbox.takeEntries(about: 2)
    #expect(second.entries.count == 4 && !second.isAll)
    let third = outbox.takeEntries(about: 2)
    #expect(third.entries.map(\.time) == [.seconds(3)] && third.isAll)
    #expect(outbox.takeEntries(about: 2).isAll)
  }

  @Test("what the thread must do before it waits is done once others can see that it waits")
  func waiting() {
    let outbox = PlaybackOutbox(isBounded: true, limit: 2)
    #expect(!outbox.waitForRoom { Issue.record("there is room") })
    outbox.append([1, 2].map(entry), [])
    var times = 0
    let hasWaited = outbox.waitForRoom {
      times += 1
      #expect(outbox.isAwaited)
      _ = outbox.take()
    }
    #expect(hasWaited && times == 1 && !outbox.isAwaited)
  }
}
