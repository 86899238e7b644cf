internal import Scenes

extension Viewer {
  /// Lets the selected output expect what it emits now, or all outputs if no output is selected.
  ///
  /// - Parameter row: the position of the selected row; nil for none.
  mutating func expectResults(of row: Int?, in scene: Scene) -> [Request] {
    let outputs = scene.rows.indices.filter { scene.rows[$0].expression != nil }
    guard !outputs.isEmpty else { return [.say("the scene has no output; A adds one")] }
    let chosen = row.flatMap { outputs.contains($0) ? [$0] : nil } ?? outputs
    do throws(SceneEditError) {
      let edit = try SceneEdit.expectingResults(ofRows: chosen, in: scene)
      if let edited = try? scene.applying(edit), edited == scene { return [.say("this is expected already")] }
      remember()
      let subject = chosen.count == 1 ? scene.rows[chosen[0]].name : "each output"
      return apply(edit) + [.say("\(subject) expects what it emits now; w writes it")]
    } catch {
      return [.say(error.description)]
    }
  }
}
