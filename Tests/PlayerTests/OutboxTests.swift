import Dispatch
import Expressions
import Foundation
import Marbles
import Playback
import Scenes
import Synchronization
import Testing

@testable import Player

/// The outbox of a live scene is limited while its observer does not read.
@Suite(.timeLimit(.minutes(1))) struct OutboxTests {
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
