package import Operators
package import Playback
package import Scenes

/// Plays a scene with and without a record of its stages: nothing else may differ.
package struct StageComparison {
  /// How a player is driven.
  package typealias Drive = (ScenePlayer) throws -> Recording

  private let scene: Scene
  private let budget: RunBudget
  private let catalogue: Catalogue
  private let makeExecutor: () -> PlaybackExecutor?
  private let drive: Drive

  package init(
    _ scene: Scene, budget: RunBudget = .standard, catalogue: Catalogue = .standard,
    executor: @escaping () -> PlaybackExecutor? = { nil },
    by drive: @escaping Drive = { try $0.runImmediately() }
  ) {
    (self.scene, self.budget, self.catalogue) = (scene, budget, catalogue)
    (makeExecutor, self.drive) = (executor, drive)
  }

  /// The recording with stages, or the error of the run.
  package private(set) var staged: Recording?

  /// The first difference, in words; nil when there is none.
  package mutating func problem() -> String? {
    let (plain, staged) = (played(stages: .none), played(stages: .all))
    guard let first = plain.recording, let recording = staged.recording else {
      if plain.error == staged.error { return nil }
      return "without stages: \(plain.error ?? "runs"); with: \(staged.error ?? "runs")"
    }
    self.staged = recording
    let second = recording.withoutStages
    if let row = first.rows.indices.first(where: { first.rows[$0] != second.rows[$0] }) {
      return "the row \(first.rows[row].name) differs with stages:\n\(first.rows[row])\n\(second.rows[row])"
    }
    if first != second { return "the recording differs with stages" }
    return plain.jobs == staged.jobs ? nil : "\(plain.jobs) jobs without stages, \(staged.jobs) with them"
  }

  private func played(stages: StageSelection) -> (recording: Recording?, error: String?, jobs: Int) {
    do {
      let player = try ScenePlayer(
        scene, catalogue: catalogue, budget: budget, executor: makeExecutor(), stages: stages)
      let recording = try drive(player)
      return (recording, nil, player.executor.jobCount)
    } catch {
      return (nil, String(describing: error), 0)
    }
  }
}
