internal import Marbles
internal import Scenes
internal import Wire

// The scene of all taps gets a row for each new tap while it plays: a restart would discard what its rows have so far.
extension HubState {
  /// The name of the scene of all taps that programs have reported.
  public static let tapScene = "taps"

  private static let tapAdded = ControlRequest.Invalid(
    "a program reported a tap meanwhile, which is a new row; try again", .conflict)

  /// Adds the rows that the scene of all taps lacks, if it is shown. Another run of it has them, too.
  mutating func addTaps(_ rows: [Scene.Row]) -> [HubEffect] {
    guard let run, run.entry.scene.isOfTaps else { return [] }
    let new = rows.filter { run.entry.scene.position(of: $0.name) == nil }
    guard !new.isEmpty else { return [] }
    // An edit that is computed lacks the rows.
    var effects: [HubEffect] = []
    if case .preparing(let preparation, _) = activity, preparation.job.continued != nil {
      effects = abandonPreparation(saying: Self.tapAdded)
    }
    changeRun { run in
      run.entry.scene.rows += new
      // What is undone would take the rows away.
      run.original = run.entry.scene
    }
    return effects + [.addRows(new), .publish(.snapshot)]
  }
}

extension Scene {
  /// Whether it is the scene of all taps, rather than another one of this name. Edits may have added outputs.
  fileprivate var isOfTaps: Bool {
    name == HubState.tapScene
      && rows.allSatisfy { $0.expression != nil || $0.live?.source?.hasPrefix("tap:") == true }
  }
}
