import Fuzzing
import Marbles
import Playback
import Playground
import SceneFiles
import Scenes
import Testing

@testable import HubCore
@testable import Server

/// Scenes that take nearly forever, in the queues of a server, until a flag stops them at a certain read.
@Suite(.timeLimit(.minutes(30))) struct HopelessSceneTests {
  private static let reads = [1, 10, 1_000]
  private static let sample = "rows: { a: { marbles: '1-2-3|' }, b: { apply: 'a.map { $0 * 2 }' } }"

  private static let texts: [String] = {
    var random = SplitMix64(seed: 1)
    return (0..<40).map { _ in HopelessSubject().text(&random) }
  }()
  private static let scenes = texts.compactMap { try? scene($0) }

  private static func scene(_ text: String) throws(SceneFileError) -> Scene {
    try SceneFile(parsing: text, path: "x.yaml").scene
  }

  private func outcome(
    _ queue: PreparationQueue, _ scene: Scene, _ number: Int, _ cancellation: Cancellation = Cancellation()
  ) async -> PreparationQueue.Outcome {
    let job = HubEffect.Job(
      ticket: PreparationTicket(number: number), scene: scene, start: .seconds(3), speedFactor: .normal, isPaused: true)
    return await withCheckedContinuation { continuation in
      queue.prepare(job, cancellation: cancellation, onChange: {}) { continuation.resume(returning: $0) }
    }
  }

  @Test("a scene whose time is up has no run and no plan, and leaves its place to the next one", arguments: reads)
  func prepared(read: Int) async throws {
    let queue = PreparationQueue()
    var expired = 0
    let spent = Cancellation()
    spent.expire()
    for (number, scene) in Self.scenes.enumerated() {
      let flag = Cancellation(expiringAtRead: read)
      let outcome = await outcome(queue, scene, 2 * number, flag)
      defer { outcome.discard() }
      switch (flag.verdict, outcome) {
      case (.outOfTime?, .failed(.outOfTime)):
        expired += 1
        // A scene that is not planned yet is not planned with a flag that is set. One whose run alone is late has a whole plan.
        if let kept = try? queue.plan(of: scene, spent) {
          let whole = BoundedRun(scene, cancellation: Cancellation(expiringAtRead: read)).perform()
          if case .recording(kept) = whole {} else { Issue.record("a part of a plan is kept: \(scene.yaml)") }
        }
      case (.overLimit?, .failed(.tooLarge)), (.overLimit?, .failed(.invalid)), (nil, .ready): break
      case (nil, .failed(let failure)): #expect(failure != .outOfTime && failure != .cancelled, "\(scene.yaml)")
      default: Issue.record("\(flag.verdict.map { "\($0)" } ?? "not stopped"), but \(outcome): \(scene.yaml)")
      }
      let next = await self.outcome(queue, try Self.scene(Self.sample), 2 * number + 1)
      defer { next.discard() }
      guard case .ready(let run) = next else {
        Issue.record("the next one: \(next)")
        continue
      }
      #expect(run.plan.duration == .seconds(5))
    }
    #expect(expired > 10, "the flags expire")
  }

  @Test("a run whose time is up has no answer, and leaves its place to the next one", arguments: reads)
  func run(read: Int) async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    var expired = 0
    for text in Self.texts {
      let flag = Cancellation(expiringAtRead: read)
      do throws(RunQueue.Refusal) {
        let result = try await queue.perform(flag) { Self.run(text, $0) }
        switch (flag.verdict, result) {
        case (.outOfTime?, .failure): expired += 1
        case (nil, _): break
        default: Issue.record("\(flag.verdict.map { "\($0)" } ?? ""), but it has an answer: \(text)")
        }
      } catch {
        // The queue itself reads the flag first.
        #expect(error == .stopped && read == 1)
        expired += 1
      }
      let next = try await queue.perform { Self.run(Self.sample, $0) }
      #expect(throws: Never.self) { try next.get() }
    }
    #expect(expired > 10, "the flags expire")
  }

  private static func run(_ text: String, _ cancellation: Cancellation) -> Result<RunAnswer, RunFailure> {
    var request = RunRequest(.yaml(text))
    request.isStill = true
    return Result { [request] () throws(RunFailure) in
      try SceneRun.perform(request, cancellation: cancellation)
    }
  }
}
