extension SceneEdit {
  /// What is said of edits of events in a live scene.
  package static let arrivedStays = "what has arrived can't be changed"

  /// Why the edit can't be made while the scene receives values; nil when it can.
  func refusal(ofLive scene: Scene) -> String? {
    switch self {
    case .moveEvent, .insertEvent, .removeEvent, .setValue, .setColor: return Self.arrivedStays
    case .setEnd(let row, _), .setInput(let row, _), .setStart(let row, _):
      return scene.row(row)?.receives("its values can't be drawn")
    case .removeRow(let row): return scene.row(row)?.receives("it stays")
    case .renameRow(let row, _): return scene.row(row)?.receives("it keeps its name")
    case .insertRow(let row, _): return row.expression == nil ? Self.noNewInput : nil
    case .setDialect, .setOrder: return "a live scene keeps its dialect and its order"
    case .setStep, .setDuration, .setSpeedFactor: return "a live scene plays in wall time, so this can't be set"
    case .all(let edits): return edits.lazy.compactMap { $0.refusal(ofLive: scene) }.first
    case .setExpression, .setRowColor, .setRowRefreshInterval, .setShowsStages, .moveRow, .setRefreshInterval,
      .setTitle, .setAbout, .setNotes, .setRowNotes, .setLabel, .setExpectation, .replaceScene:
      return nil
    }
  }

  /// What is said of the results of a live scene.
  package static let noResult =
    "a live scene has no result to expect until it has ended; convert makes a test of a recording"

  /// What is said of a new input of a live scene.
  package static let noNewInput = "a live scene takes no drawn inputs; -i NAME=SOURCE gives it another live row"
}

extension Scene.Row {
  /// What follows from the row's being live; nil when it isn't.
  package func receives(_ consequence: String) -> String? {
    live == nil ? nil : "row \(name) receives values, so \(consequence)"
  }
}
