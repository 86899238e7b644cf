public import Drawing
internal import Marbles
public import Narrations
public import Playback
public import Scenes

extension SceneFindings {
  /// What the doctor finds in another run of a scene, which records its stages.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - plan: its recording without stages; nothing is found where that is too large, or ran into a limit.
  ///   - style: the style of the sentences.
  ///   - cancellation: stops the run; then nothing is found.
  public init(
    running scene: Scene, like plan: Recording, style: Narration.Style = .written,
    _ cancellation: Cancellation = Cancellation()
  ) {
    var budget = RunBudget.standard
    // Two million are about a second of work.
    (budget.closureSteps, budget.stageBytes) = (100_000, 1 << 20)
    let canBeExamined = !scene.isLive && scene.kind == .timelines && Self.examines(plan)
    let run = BoundedRun(scene, budget: budget, cancellation: cancellation, stages: .all)
    guard canBeExamined, case .recording(let recording) = run.perform(), !cancellation.isSet else {
      self.init()
      return
    }
    self.init(in: recording, of: scene, style: style)
  }
}

extension SceneDrawing {
  /// Lets the doctor look at the scene.
  ///
  /// - Parameter cancellation: stops the run.
  public func examine(_ cancellation: Cancellation = Cancellation()) {
    findings = SceneFindings(running: scene, like: plan, cancellation)
  }
}
