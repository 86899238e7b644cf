internal import Expressions
internal import Formats
internal import Scenes
internal import Wire

extension RunAnswer {
  /// The place of a name and its expression. That of a stage has its text, and the characters of the row's text that it is.
  func add(label row: PlayablePicture.Row, to object: inout JSONObject) {
    guard let box = row.label else { return }
    let name = stages.owners[row.position]
    object.add("row", name)
    object.add("x", box.x)
    object.add("y", box.y)
    object.add("width", box.width)
    object.add("height", box.height)
    guard let stage = stages.stages[row.position], let owner = document.scene.position(of: name),
      let expression = document.scene.rows[owner].expression, let text = expression.oneLine
    else { return }
    let range = text.range(of: text.stages[stage])
    object.add("stage", shown.scene.rows[row.position].name)
    object.add("start", range.lowerBound)
    object.add("end", range.upperBound)
  }
}

extension Expression {
  /// The expression whose text is its source.
  fileprivate var oneLine: Expression? { text == source ? self : try? .parse(source) }
}
