import Marbles
import Player
import SceneFiles
import Scenes
import Synchronization
import Testing

@testable import HubCore
@testable import Server

/// Plans and runs are made elsewhere, and what is hopeless is given up.
@Suite(.timeLimit(.minutes(30))) struct PreparationQueueTests {
  private static let endless = """
    duration: 99999s
    rows:
      a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).filter { _ in false }' }
    """

  /// Minutes of work in one job of the executor.
  private static let neverSuspending = """
    rows:
      out: { apply: '(0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }' }
    """

  private func job(_ number: Int, _ text: String, from start: SceneTime = .zero) throws -> HubEffect.Job {
    HubEffect.Job(
      ticket: PreparationTicket(number: number), scene: try SceneFile(parsing: text, path: "x.yaml").scene,
      start: start,
      speedFactor: .normal, isPaused: true)
  }

  private func outcome(_ queue: PreparationQueue, _ job: HubEffect.Job) async -> PreparationQueue.Outcome {
    await withCheckedContinuation { continuation in
      queue.prepare(job, onChange: {}) { continuation.resume(returning: $0) }
    }
  }

  /// Why a job has no run; nil if it has one, which is released.
  private func failure(_ outcome: PreparationQueue.Outcome) -> PlanningFailure? {
    defer { outcome.discard() }
    if case .failed(let failure) = outcome { return failure }
    return nil
  }

  @Test("a run that starts late has the history before its start")
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
      failure(outcome)
        == .tooLarge("its recording takes more than 0 MiB of memory; a shorter `duration:` may help"))
  }

  @Test("a scene that can't be played fails with its reason")
  func invalid() async throws {
    var job = try job(1, "rows: { a: { marbles: '1|' } }")
    job.scene.rows.append(job.scene.rows[0])
    #expect(
      failure(await outcome(PreparationQueue(), job))
        == .invalid("two rows are called `a`; names of rows must be unique"))
  }

  @Test(
    "a cancelled job ends and frees its place, also in a stream that never suspends",
    arguments: [endless, neverSuspending])
  func cancelled(text: String) async throws {
    let queue = PreparationQueue()
    let jobs = try (1...PreparationQueue.maximumJobs).map { try job($0, text) }
    let late = try job(100, "rows: { a: { marbles: '1|' } }")
    await withTaskGroup { group in
      for job in jobs {
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        group.addTask {
          let outcome: PreparationQueue.Outcome = await withCheckedContinuation { continuation in
            queue.prepare(job, onChange: {}) { continuation.resume(returning: $0) }
            hasBegun.yield()
          }
          #expect(failure(outcome) == .cancelled)
        }
        for await _ in begun { break }
      }
      // The queue is full, and answers at once.
      #expect(failure(await outcome(queue, late)) == .busy)
      for job in jobs { queue.cancel(job.ticket) }
      await group.waitForAll()
    }
    #expect(failure(await outcome(queue, late)) == nil)
  }

  /// Cancels a job of a queue in the middle: the queue asks for a recorder after it has planned the scene, before the run
  /// catches up with its start.
  private final class Canceller: Sendable {
    private let queue = Mutex<PreparationQueue?>(nil)
    func watch(_ queue: PreparationQueue) { self.queue.withLock { $0 = queue } }
    func cancel(_ ticket: PreparationTicket) { queue.withLock { $0 }?.cancel(ticket) }
  }

  @Test("a job that is cancelled after its scene was planned has no run")
  func cancelledAfterPlanning() async throws {
    let job = try job(1, "rows: { a: { marbles: '1-2-3|' } }", from: .seconds(2))
    let canceller = Canceller()
    let queue = PreparationQueue { _ in
      canceller.cancel(job.ticket)
      return nil
    }
    canceller.watch(queue)
    #expect(failure(await outcome(queue, job)) == .cancelled)
  }
}
