internal import Expressions
internal import Marbles
package import Operators
package import Playback
package import Scenes

/// Plays a scene with and without a record of its stages: nothing else may differ.
package struct StageComparison {
  /// How a player is driven.
  package typealias Drive = (ScenePlayer) throws -> Recording

  /// All that is due at once, one instant at a time, and in real time with a clock that is late by several instants.
  package static var drives: [Drive] {
    [
      { try $0.runImmediately() },
      { player in
        while try player.executor.step(until: player.horizon) {}
        try player.executor.end()
        return try player.recording()
      },
      { player in
        try RealTimeDrive(executor: player.executor, speedFactor: 20, wall: LateWall(by: 200_000_000).clock)
          .run(until: player.horizon)
        return try player.recording()
      },
    ]
  }

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

  /// Plays the scene with its stages counted: the first difference to the recording, or to a record of its stages, in words.
  package mutating func problemOfMeter() throws -> String? {
    guard let staged else { return nil }
    let player = try ScenePlayer(
      scene, catalogue: catalogue, budget: budget, executor: makeExecutor(), metersStages: true)
    let recording = try drive(player)
    for (row, position) in zip(staged.rows, 0...) {
      guard recording.rows[position].timeline == row.timeline else {
        return "the row \(row.name) differs when its stages are counted:\n\(row)\n\(recording.rows[position])"
      }
      guard let fates = StageFates(ofRow: position, in: staged, of: scene), fates.stages.cut == nil else { continue }
      let measures = player.stageMeasures(ofRow: position, at: .distantFuture) ?? []
      guard measures.count == fates.stage.count else { return "the row \(row.name) has no counts of its stages" }
      for (stage, (measured, recorded)) in zip(measures, fates.summaries()).enumerated() {
        var (counted, expected) = (measured.counts, recorded)
        // What only counts is given with the result, or used.
        if fates.stage[stage].semantics.counts { (counted.used, expected.used) = (0, 0) }
        // Reasons are in the order of their first value here, and of the passes there.
        let areDropsEqual = Set(counted.drops) == Set(expected.drops)
        (counted.drops, expected.drops) = ([], [])
        if counted != expected || !areDropsEqual {
          return "\(fates.texts[stage]) of \(row.name) counts \(measured.counts), and has recorded \(recorded)"
        }
        let isHeld = fates.stages.passes.indices.contains { pass in
          fates.stages.passes[pass].events.indices.contains {
            let place = StageFates.Place(pass: pass, index: $0)
            guard let reader = fates.stages.passes[pass].reader else { return false }
            return fates.stages.passes[reader].stream == .stage(stage)
              && fates.fate(of: place, at: .distantFuture) == .held && fates[place].time == measured.oldest
          }
        }
        if isHeld != (measured.oldest != nil) {
          return "\(fates.texts[stage]) holds nothing since \(String(describing: measured.oldest))"
        }
      }
    }
    return nil
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
