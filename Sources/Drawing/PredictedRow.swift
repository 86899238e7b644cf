internal import Marbles
internal import Scenes

/// What a viewer expects of a hidden output, and what it does.
struct PredictedRow: Hashable {
  let name: String
  let expected: Scene.Expectation
  let actual: Timeline
  let dialect: Dialect
  /// Whether all differences are listed, and not only the first one.
  let isFocused: Bool

  /// The verdict in sentences.
  var sentences: [String] {
    let comparison = TimelineComparison(
      expected: expected.diagram.timeline, actual: actual, dialect: dialect, isPrediction: true)
    let others = isFocused ? comparison.marks.filter { $0.verdict != .right }.dropFirst().prefix(Self.most) : []
    return ["\(name): \(comparison)."] + others.map { "\(comparison.sentence(of: $0))." }
  }

  /// The verdicts that a caption may have room for.
  private static let most = 20
}

extension SceneDrawing {
  /// What the predictions of the viewer got right and wrong, in sentences; nothing while no output is hidden.
  func verdicts(at moment: FrameState) -> [String] {
    guard moment.hidesOutputs, !moment.predictions.isEmpty else { return [] }
    let focused = moment.selected?.row ?? moment.focusedRow
    let rows = zip(scene.rows, plan.rows).enumerated().compactMap { position, row -> PredictedRow? in
      moment.predictions[row.0.name].map {
        PredictedRow(
          name: row.0.name, expected: $0, actual: row.1.timeline, dialect: scene.dialect,
          isFocused: position == focused || moment.predictions.count == 1)
      }
    }
    return memory.verdicts.value(of: rows) { rows.flatMap(\.sentences) }
  }
}
