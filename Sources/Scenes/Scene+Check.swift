internal import Expressions
internal import Marbles
package import Operators

extension Scene {
  /// Throws the first reason why this scene can't be played with the standard operators.
  public func check() throws(SceneError) { try check(against: .standard) }

  /// Throws the first reason why this scene can't be played.
  ///
  /// - Parameter graph: the graph of the scene, if the caller already has it.
  package func check(against catalogue: Catalogue, _ graph: SceneGraph? = nil) throws(SceneError) {
    try checkSize()
    var names: Set<String> = []
    var ids: Set<String> = []
    for row in rows {
      if !names.insert(row.name).inserted { throw .duplicateRow(row.name) }
      guard let events = row.timeline?.events else { continue }
      func id(_ index: Int) -> String { events[index].name ?? Event.defaultID(row: row.name, index: index) }
      if let first = events.first, first.time < .zero { throw .beforeZero(id: id(0)) }
      for index in events.indices where !ids.insert(id(index)).inserted { throw .duplicateID(id(index)) }
    }
    if let shown = rowOfItems, !names.contains(shown) { throw .unknownRow(shown, among: rows.map(\.name)) }
    let outputs = Set(rows.lazy.filter { $0.timeline == nil }.map(\.name))
    for id in ids {
      if let row = id.rowOfDefaultID, outputs.contains(row) { throw .reservedID(id, row: row) }
    }
    for row in rows {
      guard let expression = row.expression else { continue }
      for (name, column) in expression.references where !names.contains(name) {
        let others = rows.map(\.name).filter { $0 != row.name }
        let input = rows.first { $0.expression == nil }?.name
        throw .expression(
          row: row.name, expression.unknownRow(name, column: column, among: others, input: input, catalogue))
      }
    }
    if let live = rows.first(where: { $0.live != nil })?.name {
      if let row = rows.first(where: { $0.expectation != nil }) { throw .liveExpectation(row: row.name, live: live) }
      if let row = rows.first(where: { $0.showsStages }) { throw .liveStages(row: row.name, live: live) }
      if speedFactor != 1 { throw .liveSpeed(row: live, factor: speedFactor) }
    }
    for row in rows {
      guard let time = row.consumingTime else { continue }
      if time <= .zero { throw .consumingTime(row: row.name, time) }
      if dialect == .asv { throw .consumerOfDemandDiagrams(row: row.name) }
    }
    if kind.name != .timelines, let row = rows.first(where: { $0.showsStages }) {
      throw .stagesWithoutRows(row: row.name, kind.name)
    }
    try checkStreams()
    if let cycle = (graph ?? SceneGraph(self)).cycle { throw .cycle(cycle.map { rows[$0].name }) }
  }

  /// Checks the size, before names are resolved.
  private func checkSize() throws(SceneError) {
    if rows.count > SceneLimits.rows { throw .tooManyRows(rows.count, limit: SceneLimits.rows) }
    // A string has at most as many characters as bytes, and counting bytes is cheap.
    let bytes = rows.reduce(0) { $0 + ($1.expression?.text.utf8.count ?? 0) }
    guard bytes > SceneLimits.characters else { return }
    var characters = 0
    for row in rows {
      characters += row.expression?.text.count ?? 0
      if characters > SceneLimits.characters { throw .tooManyCharacters(row: row.name, limit: SceneLimits.characters) }
    }
  }
}

extension Expression {
  fileprivate func unknownRow(
    _ name: String, column: Int, among names: [String], input: String?, _ catalogue: Catalogue
  ) -> ExpressionError {
    var message = "no row is called `\(name)`"
    var replacement: String?
    if let called = catalogue[name] {
      message += "; the operator `\(name)` needs its streams in parentheses, as in `\(called.sample.expression)`"
    } else if let nearest = Suggestion.nearest(to: name, among: names) {
      message += "; did you mean `\(nearest)`?"
    } else {
      message += names.isEmpty ? "; give it with -i \(name)='…'" : "; known rows: \(names.listed)"
      // A pasted chain begins with a name of its program.
      if rootColumn == column, let input, let renamed = renamingRow(name, to: input, catalogue: catalogue) {
        message += "; use `\(input)`, an input of this scene"
        replacement = renamed.source
      }
    }
    return ExpressionError(text: text, column: column, message: message, replacement: replacement)
  }
}

extension String {
  /// The row whose default ids have this form.
  fileprivate var rowOfDefaultID: String? {
    guard let hash = utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    let index = utf8[utf8.index(after: hash)...]
    return index.isEmpty || !index.allSatisfy { (48...57).contains($0) } ? nil : String(self[..<hash])
  }
}

extension [String] {
  /// The names, separated by commas; only the first few of many.
  var listed: String {
    let shown = 20
    guard count > shown else { return joined(separator: ", ") }
    return "\(prefix(shown).joined(separator: ", ")) and \(count - shown) more"
  }
}
