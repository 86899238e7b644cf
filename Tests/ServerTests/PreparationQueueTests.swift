import Marbles
import Player
import SceneFiles
import Scenes
import Testing

@testable import HubCore
@testable import Server

/// Plans and runs are made elsewhere, and what is hopeless is given up.
@Suite(.timeLimit(.minutes(1))) struct PreparationQueueTests {
  private static let endless = """
    duration: 99999s
    rows:
      a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).filter { _ in false }' }
    """

  private func job(_ number: Int, _ text: String, from start: SceneTime = .zero) throws -> HubEffect.Job {
    HubEffect.Job(
      ticket: Ticket(number: number), scene: try SceneFile(parsing: text, path: "x.yaml").scene, start: start,
      speedFactor: .normal, isPaused: true)
  }

  private func outcome(
    _ queue: PreparationQueue, _ job: HubEffect.Job, isCancelled: Bool = false
  ) async -> PreparationQueue.Outcome {
    await withCheckedContinuation { continuation in
      queue.prepare(job, onChange: {}) { continuation.resume(returning: $0) }
      if isCancelled { queue.cancel(job.ticket) }
    }
  }

  private func reason(_ outcome: PreparationQueue.Outcome) -> String? {
    defer { outcome.discard() }
    if case .failed(let reason) = outcome { return reason }
    return nil
  }

  @Test("a run stands where it was asked for, with all that has happened before")
  func start() async throws {
    let job = try job(1, "rows: { a: { marbles: '1-2-3|' } }", from: .seconds(2.5))
    guard case .ready(let run) = await outcome(PreparationQueue(), job) else {
      Issue.record("it failed")
      return
    }
    #expect(run.scenePlayback.sceneTime == .seconds(2.5) && run.history.rows[0].timeline.events.count == 2)
    #expect(run.plan.duration == .seconds(5))
    run.discard()
  }

  @Test("a plan that takes more than its budget is refused with a sentence")
  func budget() async throws {
    let outcome = await outcome(PreparationQueue(maximumPlan: 100), try job(1, "rows: { a: { marbles: '1-2-3|' } }"))
    #expect(
      reason(outcome) == "its recording takes more than 0 MiB of memory; a shorter `duration:` may help")
  }

  @Test("a job that is cancelled ends soon; while too many go on, no other begins")
  func cancelled() async throws {
    let queue = PreparationQueue()
    let jobs = try (1...PreparationQueue.maximumJobs).map { try job($0, Self.endless) }
    let late = try job(100, "rows: { a: { marbles: '1|' } }")
    await withTaskGroup { group in
      for job in jobs {
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        group.addTask {
          _ = reason(
            await withCheckedContinuation { continuation in
              queue.prepare(job, onChange: {}) { continuation.resume(returning: $0) }
              hasBegun.yield()
            })
        }
        for await _ in begun { break }
      }
      #expect(reason(await outcome(queue, late))?.hasPrefix("earlier scenes are still being planned") == true)
      for job in jobs { queue.cancel(job.ticket) }
      await group.waitForAll()
    }
    #expect(reason(await outcome(queue, late)) == nil)
  }
}
