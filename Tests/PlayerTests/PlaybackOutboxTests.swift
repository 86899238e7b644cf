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

  @Test("a batch ends with a long text")
  func longTexts() {
    let outbox = PlaybackOutbox(isBounded: true, limit: 100)
    let text = Value.string(String(repeating: "x", count: 64 * PlaybackOutbox.batchParts))
    outbox.append(
      (1...3).map {
        Recording.Entry(
          row: 0, index: $0, time: .seconds(Double($0)), kind: .value(Event(time: .seconds(Double($0)), value: text)))
      } + [entry(4), entry(5)], [])
    #expect((0..<4).map { _ in outbox.takeEntries(about: 200).entries.count } == [1, 1, 1, 2])
    #expect(outbox.takeEntries(about: 200).isAll)
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
