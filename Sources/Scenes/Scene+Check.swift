internal import Marbles
internal import Operators

extension Scene {
  /// Throws the first reason why this scene can't be played with the operators that everybody has.
  public func check() throws(SceneError) { try check(against: .standard) }

  /// Throws the first reason why this scene can't be played.
  func check(against catalogue: Catalogue) throws(SceneError) {
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
        let others = rows.filter { $0.name != row.name }
        throw .expression(row: row.name, expression.unknownRow(name, column: column, among: others, catalogue))
      }
    }
    if let live = rows.first(where: { $0.live != nil })?.name {
      if let row = rows.first(where: { $0.expectation != nil }) { throw .liveExpectation(row: row.name, live: live) }
      if speedFactor != 1 { throw .liveSpeed(row: live, factor: speedFactor) }
    }
    var finished: Set<String> = []
    for row in rows { try checkForCycle(from: row.name, path: [], finished: &finished) }
  }

  private func checkForCycle(from name: String, path: [String], finished: inout Set<String>) throws(SceneError) {
    if let start = path.firstIndex(of: name) { throw .cycle(path[start...] + [name]) }
    guard !finished.contains(name), let expression = rows.first(where: { $0.name == name })?.expression else { return }
    for reference in expression.references {
      try checkForCycle(from: reference.name, path: path + [name], finished: &finished)
    }
    finished.insert(name)
  }

  /// The row called `name` and all that it is made of.
  func names(neededBy name: String) -> Set<String> {
    var needed: Set<String> = []
    func visit(_ name: String) {
      guard needed.insert(name).inserted else { return }
      rows.first { $0.name == name }?.expression?.references.forEach { visit($0.name) }
    }
    visit(name)
    return needed
  }
}

extension Expression {
  fileprivate func unknownRow(
    _ name: String, column: Int, among rows: [Scene.Row], _ catalogue: Catalogue
  ) -> ExpressionError {
    let names = rows.map(\.name)
    var message = "no row is called `\(name)`"
    if let called = catalogue[name] {
      message += "; the operator `\(name)` needs its streams in parentheses, as in `\(called.sample.expression)`"
    } else if let nearest = Suggestion.nearest(to: name, among: names) {
      message += "; did you mean `\(nearest)`?"
    } else {
      message += names.isEmpty ? "; give it with -i \(name)='…'" : "; there are \(names.joined(separator: ", "))"
    }
    return ExpressionError(text: text, column: column, message: message)
  }
}

extension String {
  /// The row whose events are given ids like this one.
  fileprivate var rowOfDefaultID: String? {
    guard let hash = utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    let index = utf8[utf8.index(after: hash)...]
    return index.isEmpty || !index.allSatisfy { (48...57).contains($0) } ? nil : String(self[..<hash])
  }
}
