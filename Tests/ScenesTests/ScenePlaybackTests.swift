import Dispatch
import Marbles
import Platform
import Player
import SceneFiles
import Synchronization
import Testing

@testable import Playback
@testable import Scenes

/// On the real clock, as a playback has no other; 200 scene seconds a second.
@Suite struct PerformanceTests {
  @Test func entriesArriveAsWholeInstantsInCanonicalOrder() async throws {
    let batches = try await perform(.sample).batches
    for (batch, next) in zip(batches, batches.dropFirst()) {
      let (last, first) = (try #require(batch.last), try #require(next.first))
      #expect(last.time < first.time)
    }
    #expect(batches.flatMap { $0 } == (try Scene.sample.recorded()).entries)
  }

  @Test func inputsComeBeforeWhatComesOfThem() async throws {
    let entries = try await perform(.sample).batches.flatMap { $0 }
    var seen: Set<EventKey> = []
    for entry in entries {
      guard case .value(let event) = entry.kind else { continue }
      #expect(event.from.keys.allSatisfy(seen.contains))
      seen.insert(entry.key)
    }
    #expect(seen.count == 33)
  }

  @Test func inputsAreLeftOutUnlessTheyAreAskedFor() async throws {
    let entries = try await perform(.sample, reportsInputs: false).batches.flatMap { $0 }
    #expect(entries == (try Scene.sample.recorded()).entries.filter { $0.row >= 2 })
  }

  @Test func stepsGoFromInstantToInstant() async throws {
    let times: [Double] = [0, 1, 1.5, 2, 2.5, 4.5, 5, 6.5, 7.5, 8]
    let (scenePlayback, batches) = try await perform(.sample, isPaused: true) { scenePlayback, count in
      #expect(scenePlayback.isPaused)
      #expect(scenePlayback.sceneTime == (count == 0 ? .zero : .seconds(times[count - 1])))
      scenePlayback.step()
    }
    #expect(batches.map { $0[0].time } == times.map { .seconds($0) })
    #expect(scenePlayback.error == nil)
  }

  @Test func pausedNothingHappensUntilItIsResumed() async throws {
    let (scenePlayback, batches) = try await perform(.sample) { scenePlayback, _ in
      guard scenePlayback.isPaused else { return }
      #expect(scenePlayback.sceneTime == scenePlayback.playback.anchor)
      scenePlayback.resume()
    } onChange: { scenePlayback in
      // On the scene's own thread, so that no instant can slip through.
      if scenePlayback.sceneTime < .seconds(4) { scenePlayback.pause() }
    }
    #expect(batches.flatMap { $0 } == (try Scene.sample.recorded()).entries)
    #expect(!scenePlayback.isPaused)
  }

  @Test func theSpeedMayChangeMidway() async throws {
    let (scenePlayback, batches) = try await perform(.sample, speedFactor: 50) { scenePlayback, count in
      if count == 3 { scenePlayback.setSpeedFactor(400) }
    }
    #expect(scenePlayback.speedFactor == 400)
    #expect(batches.flatMap { $0 } == (try Scene.sample.recorded()).entries)
  }

  @Test func itMayBeginInTheMiddle() async throws {
    let entries = try Scene.sample.recorded().entries
    let scenePlayback = try ScenePlayback(
      .sample, speedFactor: 1, from: .seconds(2.6), isPaused: true, reportsInputs: true)
    #expect(scenePlayback.sceneTime == .seconds(2.6))
    #expect(scenePlayback.takeEntries().isEmpty)
    try scenePlayback.catchUp()
    #expect(scenePlayback.sceneTime == .seconds(2.6))
    #expect(scenePlayback.takeEntries() == entries.filter { $0.time <= .seconds(2.6) })
    #expect(scenePlayback.takeEntries().isEmpty)
    let whole = try await perform(.sample, from: .seconds(2.6)).batches
    #expect(whole.flatMap { $0 } == entries)
    #expect(whole[0] == entries.filter { $0.time <= .seconds(2.6) })
  }

  @Test func itNeverGoesBeyondItsDuration() async throws {
    var scene = Scene.sample
    scene.duration = .seconds(3)
    let expected = try scene.recorded().entries.filter { $0.kind != .open }
    #expect(try await perform(scene).batches.flatMap { $0 } == expected)
    let (scenePlayback, batches) = try await perform(scene, from: .seconds(6))
    #expect(batches.flatMap { $0 } == expected)
    #expect(scenePlayback.sceneTime == .seconds(3))
  }

  @Test func stoppingWhilePausedReturns() async throws {
    try await onOwnThread {
      let scenePlayback = try ScenePlayback(.sample, speedFactor: 1, isPaused: true)
      scenePlayback.begin()
      scenePlayback.waitForStart()
      scenePlayback.stop()
      #expect(scenePlayback.isOver)
      #expect(scenePlayback.error == nil)
      // Paused at 0, all of that instant has happened, and nothing else.
      #expect(scenePlayback.takeEntries().map(\.time) == [.zero])
    }
  }

  @Test("It plays as soon as it has begun, though its thread may not run yet")
  func playing() async throws {
    try await onOwnThread {
      for _ in 0..<20 {
        let scenePlayback = try ScenePlayback(.sample, speedFactor: 0.001)
        #expect(scenePlayback.playback.phase == .ready)
        scenePlayback.begin()
        #expect(scenePlayback.playback.phase == .playing)
        scenePlayback.stop()
      }
    }
  }

  /// A wall clock that is moved by being waited for; during the third wait the process is suspended for 3 s.
  private final class SuspendedWall: Sendable {
    private let state = Mutex((time: Int64(0), waits: 0))

    var clock: WallClock {
      WallClock(now: { self.state.withLock { $0.time } }) { wake, deadline in
        guard !wake.wait(nanoseconds: 0) else { return }
        self.state.withLock { state in
          state.waits += 1
          state.time = max(state.time, deadline ?? state.time) + (state.waits == 3 ? 3_000_000_000 : 0)
        }
      }
    }
  }

  @Test("While the process is suspended, the time of a live scene goes on, and that of another scene stands still")
  func suspended() async throws {
    var live = Scene(name: "live", rows: [Scene.Row(name: "a", content: .live(Scene.Live()))])
    live.duration = .seconds(10)
    for (scene, end) in [(live, 10.0), (try scene(["a": "1|"], duration: .seconds(10)), 13)] {
      let wall = SuspendedWall()
      let news = DispatchSemaphore(value: 0)
      let scenePlayback = try ScenePlayback(scene, speedFactor: 1, atLeast: .seconds(10), wall: wall.clock) {
        news.signal()
      }
      try await onOwnThread {
        scenePlayback.begin()
        while !scenePlayback.isOver { news.wait() }
      }
      #expect(scenePlayback.sceneTime == .seconds(10))
      #expect(wall.clock.now() == Int64(end * 1e9), "\(scene.name)")
    }
  }

  @Test func stoppingInTheMiddleReturns() async throws {
    let (scenePlayback, batches) = try await perform(.sample, speedFactor: 20) { scenePlayback, count in
      if count == 2 { scenePlayback.stop() }
    }
    #expect(scenePlayback.isOver)
    #expect(batches.flatMap { $0 }.allSatisfy { $0.kind != .finish })
  }

  @Test func oneThatWasNeverBegunMayBeStopped() throws {
    try ScenePlayback(.sample, speedFactor: 1).stop()
  }

  @Test func aSceneThatCannotBePlayedIsRefused() throws {
    let scene = try scene(["a": "1|"], ["m = merge(a, nope)"])
    #expect(throws: SceneError.self) { try ScenePlayback(scene, speedFactor: 1) }
  }

  @Test func thePlayheadGoesOnToTheEndOfTheScene() async throws {
    let scene = try scene(["a": "1|"], duration: .seconds(4))
    let over = try await onOwnThread {
      let news = DispatchSemaphore(value: 0)
      let scenePlayback = try ScenePlayback(scene, speedFactor: 400, atLeast: .seconds(4)) { news.signal() }
      scenePlayback.begin()
      while !scenePlayback.isOver { news.wait() }
      return scenePlayback.sceneTime
    }
    #expect(over == .seconds(4))
  }
}
