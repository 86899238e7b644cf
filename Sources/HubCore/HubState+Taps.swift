internal import Marbles
internal import Scenes

// The scene of all taps gets a row for each new tap while it plays: a restart would discard what its rows have so far.
extension HubState {
  /// The name of the scene of all taps that programs have reported.
  public static let tapScene = "taps"

  /// Adds the rows that the scene of all taps lacks, if it is shown. Another run of it has them, too.
  mutating func addTaps(_ rows: [Scene.Row]) -> [HubEffect] {
    guard let run, run.entry.scene.isOfTaps else { return [] }
    let new = rows.filter { run.entry.scene.position(of: $0.name) == nil }
    guard !new.isEmpty else { return [] }
    changeRun { run in
      run.entry.scene.rows += new
      run.original.rows += new
    }
    return [.addRows(new), .publish(.snapshot)]
  }
}

extension Scene {
  /// Whether it is the scene of all taps, rather than another one of this name.
  fileprivate var isOfTaps: Bool {
    name == HubState.tapScene && rows.allSatisfy { $0.live?.source?.hasPrefix("tap:") == true }
  }
}
