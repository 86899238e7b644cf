import Dispatch
import Expressions
import Foundation
import Marbles
import Platform
import Scenes
import Synchronization
import Testing

@testable import Playback
@testable import Player

/// The outbox of a live scene is limited while its observer does not read.
@Suite(.timeLimit(.minutes(30))) struct OutboxTests {
  private static func scene() throws -> Scene {
    let ticks = try Expression.parse("AsyncTimerSequence(interval: .nanoseconds(1), clock: clock).map { _ in 1 }")
    return Scene(
      name: "ticks",
      rows: [Scene.Row(name: "a", content: .live(Scene.Live())), Scene.Row(name: "out", content: .output(ticks))])
  }

  @Test("timers wait while the outbox is full, and go on when it was emptied")
  func timers() async throws {
    try await onThread {
      let playback = try ScenePlayback(try Self.scene(), speedFactor: 1, outboxLimit: 100)
      playback.begin()
      var indices: [Int] = []
      for _ in 0..<3 {
        while !playback.waitsForObserver { sched_yield() }
        let entries = playback.takeEntries()
        #expect(entries.count == 100)
        indices += entries.map(\.index)
      }
      #expect(indices == Array(0..<300), "nothing is lost")
      playback.stop()
    }
  }

  @Test("a timer that is faster than its values are taken is late, and its row says by how much")
  func late() async throws {
    try await onThread {
      // Each look at the clock takes a second.
      let looks = Atomic<Int64>(0)
      let wall = WallClock(now: { looks.add(1, ordering: .relaxed).newValue * 1_000_000_000 }) { wake, _ in wake.wait()
      }
      let playback = try ScenePlayback(try Self.scene(), speedFactor: 1, wall: wall, outboxLimit: 100)
      #expect(playback.sourceStatus(ofRow: 1) == nil, "nothing was late yet")
      playback.begin()
      for _ in 0..<2 {
        while !playback.waitsForObserver { sched_yield() }
        _ = playback.takeEntries()
      }
      while !playback.waitsForObserver { sched_yield() }
      let phase = playback.sourceStatus(ofRow: 1)?.phase
      if case .late(let time) = phase {
        #expect(time > .seconds(1))
      } else {
        Issue.record("\(String(describing: phase))" as Comment)
      }
      #expect(playback.sourceStatus(ofRow: 0)?.phase == nil)
      playback.stop()
    }
  }

  @Test("a row that was late and is on time again says nothing more")
  func onTime() throws {
    let lateness = TimerLateness()
    lateness.note(hasWaited: false) { .seconds(5) }
    #expect(lateness.status == nil, "not each instant looks at the clock")
    lateness.note(hasWaited: true) { .milliseconds(900) }
    #expect(lateness.status == nil)
    lateness.note(hasWaited: true) { .milliseconds(5900) }
    #expect(lateness.status?.phase == .late(by: .seconds(5)))
    lateness.note(hasWaited: false) { .zero }
    #expect(lateness.status?.phase == .running)
    for _ in 0..<64 { lateness.note(hasWaited: false) { .seconds(2) } }
    #expect(lateness.status?.phase == .late(by: .seconds(2)))
  }

  @Test("a playback that waits for its observer can be stopped")
  func stops() async throws {
    try await onThread {
      let playback = try ScenePlayback(
        try Self.scene(), speedFactor: 1, watchdog: Watchdog { _, _ in }, outboxLimit: 100)
      playback.begin()
      while !playback.waitsForObserver { sched_yield() }
      playback.stop()
      #expect(playback.isOver && playback.error == nil)
    }
  }

  @Test("an instant of a live scene that does not end is cut when the time for it is up")
  func hangs() async throws {
    try await onThread {
      let limits = Mutex<[Duration]>([])
      let watchdog = Watchdog { limit, body in
        limits.withLock { $0.append(limit) }
        body()
      }
      let playback = try ScenePlayback(try Self.scene(), speedFactor: 1, watchdog: watchdog, outboxLimit: 100)
      let hangs = DispatchSemaphore(value: 0)
      playback.executor.submit { [executor = playback.executor] in
        hangs.signal()
        while !executor.cancellation.isSet { sched_yield() }
      }
      playback.begin()
      hangs.wait()
      playback.stop()
      #expect(playback.isOver && playback.error == nil)
      #expect(limits.withLock { $0 } == [ScenePlayback.finishLimit])
    }
  }

  private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
