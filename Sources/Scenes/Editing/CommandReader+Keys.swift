internal import Expressions
internal import Marbles

/// Commands for keys of a scene file that are no values and no times: expectations, labels and notes.
extension CommandReader {
  /// `expect`: what the outputs emit now; `expect ROW`: what one emits; `expect ROW DIAGRAM`.
  mutating func expectation() throws(SceneEditError) -> SceneEdit {
    guard !words.rest.isEmpty else {
      let outputs = scene.rows.indices.filter { scene.rows[$0].expression != nil }
      guard !outputs.isEmpty else { throw .command("the scene has no output; `add ROW EXPRESSION` adds one") }
      return try results(ofRows: outputs)
    }
    let row = try row()
    let name = scene.rows[row].name
    guard scene.rows[row].expression != nil else { throw .notAnOutput(row: name) }
    guard !words.rest.isEmpty else { return try results(ofRows: [row]) }
    guard let text = textUnlessNone() else { return .setExpectation(row: row, nil) }
    do throws(DiagramError) {
      return .setExpectation(
        row: row, try Scene.Expectation(parsing: text, row: name, step: scene.step, dialect: scene.dialect))
    } catch {
      throw .diagram(error)
    }
  }

  private func results(ofRows rows: [Int]) throws(SceneEditError) -> SceneEdit {
    try scene.expectingResults(ofRows: rows, catalogue: catalogue, cancellation: constants.cancellation)
  }

  /// `label ROW EXPRESSION`; quotes are part of the expression.
  mutating func label() throws(SceneEditError) -> SceneEdit {
    let row = try row()
    guard !words.rest.isEmpty else { throw missing }
    var text = words.remainder()
    if text == "none" { return .setLabel(row: row, nil) }
    if text.first == "=" { text = String(text.dropFirst().drop(while: \.isWhitespace)) }
    do throws(ExpressionError) { return .setLabel(row: row, try ValueExpression(parsing: text)) } catch {
      throw .expression(error)
    }
  }

  /// What a scene or a row teaches; empty for `none`.
  mutating func notes() throws(SceneEditError) -> String {
    guard !words.rest.isEmpty else { throw missing }
    let text = textUnlessNone() ?? ""
    guard text.utf8.count <= SceneLimits.notes else {
      throw .command("the notes take \(text.utf8.count) bytes; expected at most \(SceneLimits.notes)")
    }
    return text
  }

  /// The rest as a text; nil for the word `none`, which stands for itself behind `=`.
  private mutating func textUnlessNone() -> String? {
    let isNone = words.rest.trimmed == "none"
    let text = words.text()
    return isNone ? nil : text
  }
}
