import Dispatch
import Drawing
import Fuzzing
import Marbles
import Playback
import SceneFiles
import Scenes
import Testing

@testable import Player

/// Scenes that take nearly forever, computed for those who show them, until a flag stops them at a certain read.
@Suite(.timeLimit(.minutes(30))) struct HopelessSceneTests {
  private static let reads = [1, 10, 1_000]
  private static let idle = Watchdog { _, _ in }

  private static let scenes: [Scene] = {
    var random = SplitMix64(seed: 1)
    return (0..<40).compactMap { _ in
      try? SceneFile(parsing: HopelessSubject().text(&random), path: "x.yaml").scene
    }
  }()

  @Test("a computation whose time is up has no result, and the next one has", arguments: reads)
  func newest(read: Int) async throws {
    // On a thread of its own: a task would wait at each result for a thread that other tests hold.
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "test").async { continuation.resume(with: Result { try Self.check(newest: read) }) }
    }
  }

  private static func check(newest read: Int) throws {
    let change = DispatchSemaphore(value: 0)
    let run = NewestRun<SceneDrawing>(watchdog: Self.idle) { change.signal() }
    var expired = 0
    for scene in Self.scenes {
      let flag = Cancellation(expiringAtRead: read)
      run.start(scene, cancellation: flag) { SceneDrawing(scene: scene, plan: $0) }
      change.wait()
      let result = try #require(run.take())
      switch flag.verdict {
      case .outOfTime?:
        expired += 1
        #expect(throws: SceneError.stopped(.outOfTime), "\(scene.yaml)") { try result.get() }
      case .cancelled?, .overLimit?: Issue.record("nobody cancels it: \(scene.yaml)")
      case nil: if case .failure(.stopped) = result { Issue.record("nobody stops it: \(scene.yaml)") }
      }
      #expect(!run.isPending)
      run.start(.sample) { SceneDrawing(scene: .sample, plan: $0) }
      change.wait()
      #expect(try run.take()?.get().plan == Scene.sample.recorded())
    }
    #expect(expired > 10, "the flags expire")
  }

  @Test("a followed scene whose time is up has no outputs, also not later, and the next one has", arguments: reads)
  func followed(read: Int) throws {
    let plans = RemotePlans(limit: .seconds(7), watchdog: Self.idle)
    let sample = try Scene.sample.recorded()
    var expired = 0
    for scene in Self.scenes {
      let flag = Cancellation(expiringAtRead: read)
      let plan = plans.plan(of: scene, until: .seconds(9), cancellation: flag)
      if flag.verdict == .outOfTime {
        expired += 1
        #expect(!plan.isComplete && plan.recording == scene.emptyRecording(until: .seconds(9)), "\(scene.yaml)")
        #expect(plan.problem == "could not be simulated within 7 s", "\(scene.yaml)")
        let kept = plans.plan(of: scene, until: .seconds(9), cancellation: Cancellation(expiringAtRead: 1))
        #expect(!kept.isComplete && kept.recording == plan.recording && kept.problem == plan.problem, "\(scene.yaml)")
      } else {
        #expect(plan.isComplete || plan.problem != nil, "\(scene.yaml)")
      }
      let next = plans.plan(of: .sample, until: nil)
      #expect(next.isComplete && next.recording == sample)
    }
    #expect(expired > 10, "the flags expire")
  }
}
