package import Marbles

extension Scene {
  /// The scene in which predictions are drawn: each output is an input with what is predicted of it, so that a
  /// ``SceneEdit`` changes a prediction.
  ///
  /// - Parameter predictions: what is predicted so far, by row name; the other outputs are empty.
  package func predicting(_ predictions: [String: Timeline]) -> Scene {
    var scene = self
    for position in rows.indices where rows[position].expression != nil {
      var row = rows[position]
      row.content = .input(predictions[row.name] ?? Timeline(end: .open))
      (row.expectation, row.consumingTime, row.showsStages, row.notes) = (nil, nil, false, "")
      scene.rows[position] = row
    }
    return scene
  }
}
