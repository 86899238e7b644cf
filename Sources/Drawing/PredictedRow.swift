internal import Marbles
internal import Scenes

/// What a viewer expects of a hidden output, and what it does.
struct PredictedRow: Hashable {
  let name: String
  let expected: Scene.Expectation
  let actual: Timeline
  let dialect: Dialect
  /// The time through which the viewer has seen what it does.
  let known: SceneTime

  /// The verdict in a sentence.
  var sentence: String {
    let comparison = TimelineComparison(
      expected: expected.diagram.timeline, actual: actual, dialect: dialect, isPrediction: true,
      known: known)
    return "\(name): \(comparison)."
  }
}

extension SceneDrawing {
  /// What the predictions of the viewer got right and wrong, in sentences; nothing while no output is hidden.
  func verdicts(at moment: FrameState) -> [String] {
    guard let known = moment.revealed, !moment.predictions.isEmpty else { return [] }
    let rows = zip(scene.rows, (outcome ?? plan).rows).compactMap { row -> PredictedRow? in
      moment.predictions[row.0.name].map {
        PredictedRow(
          name: row.0.name, expected: $0, actual: row.1.timeline, dialect: scene.dialect,
          known: known)
      }
    }
    return memory.verdicts.value(of: rows) { rows.map(\.sentence) }
  }
}
