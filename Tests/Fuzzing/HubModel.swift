internal import HubCore
internal import Marbles
internal import Scenes
internal import Wire

/// A hub, and a model of its environment that executes effects without threads.
///
/// Its queue of preparations has few places. A cancelled job keeps its place until it ends, and a full queue answers
/// `busy`.
///
/// ``problem`` is set as soon as an invariant is violated:
/// - a running preparation has a job, and a deadline;
/// - after a tick no deadline is in the past, and jobs are few while time passes, so the loop never spins;
/// - only a scene that was reported as unplayable or as out of time is left out, the latter for a minute;
/// - a full queue is noted at most once for each preparation;
/// - the hub's state agrees with the shown run: scene with added rows, pause and speed;
/// - every request gets one answer, and a refused request changes nothing;
/// - an edit is shown with its scene, and only its editor edits for a while.
struct HubModel {
  /// A step of a text.
  struct Step: CustomStringConvertible {
    /// The largest number: as milliseconds, a time in which little enough is due.
    private static let maximumNumber = 100_000

    var letter: Character
    var number: Int

    init?(_ text: Substring) {
      guard let letter = text.first, "rsfteluqnxywp".contains(letter), let number = Int(text.dropFirst()),
        0...Self.maximumNumber ~= number
      else { return nil }
      (self.letter, self.number) = (letter, number)
    }

    var description: String { "\(letter)\(number)" }
  }

  /// A run in the model.
  private struct Run: Hashable {
    var ticket: PreparationTicket
    var scene: Scene
    var start: SceneTime
    var isPaused: Bool
    var speed: SpeedFactor
    var hasBegun = false
    var isOver = false
  }

  /// The state that a refused request must not change.
  private struct Visible: Equatable {
    var shown: PreparationTicket?
    var isPaused: Bool
    var speed: SpeedFactor?
    var message: String?
    var uploads: [String]
    var edits: PlaylistStatus.Edits?
    var pen: EditingPen?
  }

  private(set) var problem: String?
  private var state: HubState
  private var now: Int64 = 0
  /// Running jobs, and cancelled jobs that continue.
  private var jobs: [PreparationTicket: HubEffect.Job] = [:]
  private var cancelled: [HubEffect.Job] = []
  /// Jobs that found no place, and whose answer is on its way.
  private var turnedAway: [PreparationTicket] = []
  /// When each job began.
  private var starts: [PreparationTicket: Int64] = [:]
  /// Until when the playlist may skip a scene, by its name.
  private var faults: [String: Int64] = [:]
  /// The numbers of jobs, and of notices about a full queue, since time began to pass.
  private var passing = (jobs: 0, notices: 0)
  private var prepared: [PreparationTicket: Run] = [:]
  private var shown: Run?
  private var waiting: Set<PendingRequestID> = []
  private var requests = 0
  private var isStopped = false

  init() {
    state = HubState(
      playlist: HubSamples.playlists[0], titleCards: .seconds(2), uploads: UploadedScenes(capacity: 5000))
    requests += 1
    waiting.insert(PendingRequestID(requests))
    handle(.began(PendingRequestID(requests)))
  }

  // MARK: State

  /// How many cancelled jobs leave no place: fewer than in a daemon, so that the queue is often full.
  private static let places = 2

  // MARK: Steps

  mutating func perform(_ step: Step) {
    switch step.letter {
    case "r":
      requests += 1
      let request = HubSamples.request(step.number)
      let found = state.nameToLookUp(for: request) == nil ? SceneLookup.nothing(names: []) : HubSamples.lookup(request)
      ask(PendingRequestID(requests)) { .requested($0, request, peer: "test", found: found) }
    case "u":
      requests += 1
      let name = ["sent1", "sent2", "next", "sent3"][step.number % 4]
      ask(PendingRequestID(requests)) { .uploaded($0, HubSamples.scene(name), bytes: step.number, peer: "test") }
    case "w":
      requests += 1
      let request = HubSamples.edit(step.number)
      let pen = state.display.pen
      let effects = ask(PendingRequestID(requests)) {
        .requested($0, request, peer: "test", found: .nothing(names: []))
      }
      guard let pen, now < pen.end, pen.editor != request.editor ?? EditingPen.anonymous else { break }
      for case .prepare in effects { fail("\(pen.editor) edits, and another editor may") }
    case "s": complete(step.number) { Self.outcome(of: $0) }
    case "f": complete(step.number) { .failed($0.ticket, HubSamples.failure(step.number)) }
    case "t": wait(Int64(step.number) * 1_000_000)
    case "e", "x":
      guard var run = shown, run.hasBegun, !run.isOver, !isStopped else { return }
      run.isOver = true
      shown = run
      handle(.ended(run.ticket, error: step.letter == "x" ? "it was endless" : nil))
    // The end of a run that is not shown any more.
    case "y": if let ticket = cancelled.first?.ticket ?? jobs.keys.first { handle(.ended(ticket, error: nil)) }
    case "l":
      if !isStopped { faults = [:] }
      handle(
        .reloaded(
          HubSamples.playlists[step.number % HubSamples.playlists.count],
          titleCards: step.number % 3 == 0 ? .seconds(1) : nil,
          message: step.number % 2 == 0 ? "reloaded" : nil, problems: step.number % 7 == 0 ? ["x: no such file"] : []))
    case "n": handle(.noted("note \(step.number)"))
    case "p": handle(.tapsReported((0...step.number % 4).map { HubSamples.tap("tap\($0)") }))
    case "q": handle(.shutDown)
    default: break
    }
  }

  /// The result of a job that can be carried out.
  private static func outcome(of job: HubEffect.Job) -> HubEvent {
    do throws(ControlRequest.Invalid) {
      return .prepared(job.ticket, duration: HubSamples.duration(of: job.scene.name), edited: try job.edit?.applied())
    } catch {
      return .refused(job.ticket, error)
    }
  }

  /// Lets time pass, and executes everything that is due.
  private mutating func wait(_ time: Int64) {
    let end = now + time
    var rounds = 0
    passing = (0, 0)
    answerBusy()
    while let deadline = state.deadline, deadline <= end, problem == nil {
      now = max(now, deadline)
      handle(.tick)
      if let next = state.deadline, next <= now { return fail("after a tick at \(now) the next one is due at \(next)") }
      answerBusy()
      rounds += 1
      if rounds > 1000 { return fail("1000 ticks in \(time) ns") }
    }
    now = end
    handle(.tick)
    if let next = state.deadline, next <= now { fail("after a tick at \(now) the next one is due at \(next)") }
    answerBusy()
    // An attempt lasts 250 ms at least, and a preparation is late after 5 s.
    if passing.jobs > 4 + Int(time / 200_000_000) { fail("\(passing.jobs) jobs in \(time) ns") }
    if passing.notices > 1 + Int(time / 5_000_000_000) {
      fail("\(passing.notices) notices about the queue in \(time) ns")
    }
  }

  /// Delivers the answers of the queue to jobs that found no place.
  private mutating func answerBusy() {
    let tickets = turnedAway
    turnedAway = []
    for ticket in tickets {
      jobs[ticket] = nil
      for case .publish(.notice(.some)) in handle(.failed(ticket, .busy)) { passing.notices += 1 }
    }
  }

  /// Ends all cancelled jobs, and lets time pass for the others: then every request has an answer.
  mutating func settle() {
    for _ in 0..<20 where problem == nil {
      cancelled = []
      wait(6_000_000_000)
    }
    if problem == nil, !waiting.isEmpty { fail("\(waiting.count) requests have no answer") }
  }

  @discardableResult
  private mutating func ask(_ id: PendingRequestID, _ event: (PendingRequestID) -> HubEvent) -> [HubEffect] {
    waiting.insert(id)
    let before = visible
    let effects = handle(event(id))
    for case .answer(let answered, .some) in effects where answered == id {
      // Only the requests that it superseded got an answer.
      if visible != before { fail("a refused request has changed \(before) to \(visible)") }
    }
    return effects
  }

  private mutating func complete(_ number: Int, _ outcome: (HubEffect.Job) -> HubEvent) {
    // Usually the current job; sometimes a cancelled one.
    if number % 4 == 3, !cancelled.isEmpty {
      let job = cancelled.remove(at: number % cancelled.count)
      deliver(job, outcome(job))
    } else if let ticket = state.preparing, let job = jobs[ticket] {
      guard !turnedAway.contains(ticket) else { return answerBusy() }
      jobs[ticket] = nil
      deliver(job, outcome(job))
    }
  }

  private mutating func deliver(_ job: HubEffect.Job, _ event: HubEvent) {
    if case .prepared(_, _, let edited) = event {
      prepared[job.ticket] = Run(
        ticket: job.ticket, scene: edited?.history.scene ?? job.scene, start: job.start, isPaused: job.isPaused,
        speed: job.speedFactor)
    }
    if case .failed(_, let failure) = event { blame(job.scene, for: failure) }
    let before = visible
    let effects = handle(event)
    for case .answer(_, .some) in effects where visible != before {
      fail("a request that was refused at last has changed \(before) to \(visible)")
    }
  }

  /// Notes until when the playlist may skip a scene.
  private mutating func blame(_ scene: Scene, for failure: PlanningFailure) {
    switch failure {
    case .invalid, .tooLarge: faults[scene.name] = .max
    case .outOfTime: faults[scene.name] = max(faults[scene.name] ?? 0, now + HubState.outOfTimePause)
    case .cancelled, .busy: break
    }
  }

  private var visible: Visible {
    Visible(
      shown: state.shown?.ticket, isPaused: state.isPaused, speed: state.speed, message: state.message,
      uploads: state.uploads.scenes.map(\.name), edits: state.display.playlist.edits,
      pen: state.display.pen)
  }

  // MARK: Effects

  @discardableResult
  private mutating func handle(_ event: HubEvent) -> [HubEffect] {
    let playhead: SceneTime = shown.map { $0.isOver ? HubSamples.duration(of: $0.scene.name) : $0.start } ?? .zero
    let effects = state.handle(event, at: now, playhead: playhead)
    for effect in effects where problem == nil { carryOut(effect) }
    if problem == nil { check() }
    return effects
  }

  private mutating func carryOut(_ effect: HubEffect) {
    switch effect {
    case .prepare(let job):
      if !jobs.isEmpty { return fail("two preparations at once: \(jobs.keys) and \(job.ticket)") }
      jobs[job.ticket] = job
      starts[job.ticket] = now
      passing.jobs += 1
      if cancelled.count >= Self.places { turnedAway.append(job.ticket) }
    case .cancel(let ticket):
      // A job whose outcome has just been reported does not exist any more.
      guard let job = jobs.removeValue(forKey: ticket) else { break }
      if !turnedAway.contains(ticket) { cancelled.append(job) }
      if let start = starts[ticket], now >= start + state.timeout { blame(job.scene, for: .outOfTime) }
    case .discard(let ticket):
      if prepared.removeValue(forKey: ticket) == nil { fail("discards \(ticket), which was not prepared") }
    case .show(let ticket, let entry, _):
      guard let run = prepared.removeValue(forKey: ticket) else {
        return fail("shows \(ticket), which was not prepared")
      }
      if run.scene != entry.scene { return fail("says \(entry.scene) and shows \(run.scene)") }
      shown = run
    case .takeOver(let ticket, let entry):
      guard let run = prepared.removeValue(forKey: ticket) else {
        return fail("goes on with \(ticket), which was not prepared")
      }
      if run.scene != entry.scene { return fail("says \(entry.scene) and goes on with \(run.scene)") }
      if shown?.isOver == true || shown?.scene.isLive != true { return fail("\(ticket) goes on with nothing live") }
      shown = run
    case .addRows(let rows):
      if shown?.scene.name != HubState.tapScene { fail("adds rows to \(String(describing: shown?.scene))") }
      shown?.scene.rows += rows
    case .begin:
      if shown == nil || shown?.hasBegun == true { return fail("`begin` without a shown run, or twice") }
      shown?.hasBegun = true
    case .setPaused(let flag): shown?.isPaused = flag
    case .setSpeed(let factor): shown?.speed = factor
    case .step:
      if shown?.hasBegun != true || shown?.isPaused != true { fail("`step` in a run that is not paused") }
    case .publish, .log: break
    case .answer(let id, _):
      if waiting.remove(id) == nil { fail("\(id) is answered twice") }
    case .stop:
      shown = nil
      isStopped = true
    }
  }

  private mutating func check() {
    if let ticket = state.preparing {
      if jobs[ticket] == nil { return fail("prepares \(ticket) without a job") }
      if state.deadline == nil { return fail("prepares \(ticket) without a deadline") }
    } else if !jobs.isEmpty {
      return fail("jobs without a waiting request: \(jobs.keys)")
    }
    for scene in state.playlistScenes where state.leavesOut(scene, at: now) {
      guard let end = faults[scene.name], now < end else {
        return fail("leaves out \(scene.name), of which nobody said that it can't be played")
      }
    }
    if !prepared.isEmpty { return fail("prepared and neither shown nor discarded: \(prepared.keys)") }
    guard state.shown?.ticket == shown?.ticket, state.shown?.scene == shown?.scene else {
      return fail("says \(String(describing: state.shown?.scene)) and shows \(String(describing: shown?.scene))")
    }
    guard let shown, let scene = state.shown?.scene else { return }
    if shown.isPaused != state.isPaused { fail("says paused: \(state.isPaused), and it is not so") }
    let speed = scene.isLive ? SpeedFactor.normal : state.speed ?? scene.speedFactor
    if shown.speed != speed { fail("says speed \(speed), and it is \(shown.speed)") }
    switch state.display.phase {
    case .ready: if shown.hasBegun { fail("says title, and it has begun") }
    case .playing: if !shown.hasBegun { fail("says playing, and it has not begun") }
    case .ended: if !shown.isOver { fail("says ended, and it is not over") }
    }
    if shown.isOver, state.display.phase == .playing { fail("says playing, and it is over") }
  }

  private mutating func fail(_ text: String) { problem = problem ?? text }
}
