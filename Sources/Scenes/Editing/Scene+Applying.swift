internal import Expressions
package import Marbles
public import Operators

extension Scene {
  /// The edited scene.
  ///
  /// - Throws: ``SceneEditError`` when the edit does not fit the scene, or the edited scene can't be played.
  public func applying(
    _ edit: SceneEdit, catalogue: Catalogue = .standard
  ) throws(SceneEditError) -> Scene {
    if isLive, let reason = edit.refusal(ofLive: self) { throw .live(reason) }
    var scene = self
    try scene.apply(edit, catalogue)
    do throws(SceneError) { try scene.check(against: catalogue) } catch { throw .scene(error) }
    return scene
  }

  private mutating func apply(_ edit: SceneEdit, _ catalogue: Catalogue) throws(SceneEditError) {
    switch edit {
    case .moveEvent(let key, let time):
      _ = try event(at: key)
      guard let moved = moving(key, to: time) else { throw .noEvent }
      guard moved.scene != self else { return }
      self = moved.scene
      try changeInput(at: key.row) { _ in }
    case .insertEvent(let value, let row, let time):
      let color = self.row(row)?.color ?? palette(ofRow: row)
      let event = Event(time: time.clamped(for: self), value: value, color: color)
      try changeInput(at: row) { input in
        var events = input.timeline.events
        events.insert(event, at: events.placeOfNew(at: event.time))
        input.timeline = input.timeline.replacing(events)
      }
    case .removeEvent(let key):
      _ = try event(at: key)
      try changeEvents(ofRow: key.row) { $0.remove(at: key.index) }
    case .setValue(let key, let value):
      _ = try event(at: key)
      try changeEvents(ofRow: key.row) { $0[key.index].value = value }
    case .setColor(let key, let color):
      _ = try event(at: key)
      try changeEvents(ofRow: key.row) { $0[key.index].color = color }
    case .setEnd(let row, let end):
      try changeInput(at: row) { $0.timeline = $0.timeline.ending(end) }
    case .setInput(let row, let input):
      _ = try self.input(at: row)
      rows[row].content = .input(input)
    case .setExpression(let row, let expression):
      guard let old = self.row(row) else { throw .noRow }
      guard old.expression != nil else { throw .notAnOutput(row: old.name) }
      rows[row].content = .output(try expression.withoutName(catalogue))
    case .setRowColor(let row, let color): try setColor(color, ofRow: row)
    case .setRowRefreshInterval(let row, let interval):
      guard self.row(row) != nil else { throw .noRow }
      if let interval { try check(SceneTime(interval), "a refresh interval") }
      rows[row].refreshInterval = interval
    case .setShowsStages(let row, let shows):
      guard let old = self.row(row) else { throw .noRow }
      guard old.expression != nil else { throw .notAnOutput(row: old.name) }
      rows[row].showsStages = shows
    case .setExpectation(let row, let expectation):
      guard let old = self.row(row) else { throw .noRow }
      guard old.expression != nil else { throw .notAnOutput(row: old.name) }
      rows[row].expectation = expectation
    case .setLabel(let row, let label):
      guard self.row(row) != nil else { throw .noRow }
      rows[row].label = label
    case .setStart(let row, let start):
      _ = try input(at: row)
      rows[row].input?.start = start
    case .setRowNotes(let row, let notes):
      guard self.row(row) != nil else { throw .noRow }
      rows[row].notes = notes
    case .insertRow, .removeRow, .renameRow, .moveRow: try changeRows(edit, catalogue)
    case .setStep(let step): try setStep(step)
    case .setDuration(let duration):
      if let duration { try check(duration, "a duration") }
      self.duration = duration
    case .setSpeedFactor(let factor): speedFactor = factor
    case .setRefreshInterval(let interval):
      try check(SceneTime(interval), "a refresh interval")
      refreshInterval = interval
    case .setTitle(let title): self.title = title.isEmpty ? name : title
    case .setAbout(let about): self.about = about
    case .setNotes(let notes): self.notes = notes
    case .setDialect(let dialect): try setDialect(dialect)
    case .setOrder(let order): self.order = order
    case .all(let edits): for edit in edits { try apply(edit, catalogue) }
    case .replaceScene(let scene): self = scene
    }
  }

  // MARK: Events

  func input(at row: Int) throws(SceneEditError) -> Input {
    guard let old = self.row(row) else { throw .noRow }
    guard let input = old.input else { throw .notAnInput(row: old.name) }
    return input
  }

  private func event(at key: EventKey) throws(SceneEditError) -> Event {
    let events = try input(at: key.row).timeline.events
    guard events.indices.contains(key.index) else { throw .noEvent }
    return events[key.index]
  }

  /// Changes an input, which then is a written one: an id that its event has by position is left out, as in files.
  private mutating func changeInput(
    at row: Int, _ change: (inout Input) throws(SceneEditError) -> Void
  ) throws(SceneEditError) {
    var input = try input(at: row)
    try change(&input)
    input.random = nil
    input.timeline = Timeline(
      events: input.timeline.events.calledByPlace(inRow: rows[row].name), end: input.timeline.end)
    rows[row].content = .input(input)
  }

  private mutating func changeEvents(ofRow row: Int, _ change: (inout [Event]) -> Void) throws(SceneEditError) {
    try changeInput(at: row) { input in
      var events = input.timeline.events
      change(&events)
      input.timeline = Timeline(events: events, end: input.timeline.end)
    }
  }

  // MARK: Rows

  /// The default colour of an input at this position.
  package func palette(ofRow position: Int) -> MarbleColor {
    .forInput(rows.prefix(max(0, position)).count { $0.expression == nil })
  }

  /// Inserts, removes, renames or moves a row. Inputs without a colour get that of their new position.
  private mutating func changeRows(_ edit: SceneEdit, _ catalogue: Catalogue) throws(SceneEditError) {
    let palettes = rows.indices.map(palette(ofRow:))
    var order = Array(rows.indices)
    switch edit {
    case .insertRow(let row, let position):
      guard isUsable(row.name, catalogue) else { throw .invalidName(row.name) }
      var row = row
      if let expression = row.expression { row.content = .output(try expression.withoutName(catalogue)) }
      let position = max(0, min(rows.count, position))
      rows.insert(row, at: position)
      order.insert(-1, at: position)
      if row.input != nil, row.color == nil { rows[position].recolor(from: .green, to: palette(ofRow: position)) }
    case .removeRow(let position):
      guard let row = row(position) else { throw .noRow }
      let users = rows.filter { $0.name != row.name && $0.uses(row.name) }.map(\.name)
      guard users.isEmpty, rowOfItems != row.name else {
        throw .isUsed(row: row.name, by: users.isEmpty ? ["the list"] : users)
      }
      rows.remove(at: position)
      order.remove(at: position)
      guard !rows.isEmpty || !kind.needsRows else { throw .invalidSetting("a scene needs at least one row") }
    case .moveRow(let position, let target):
      guard let row = row(position) else { throw .noRow }
      let target = max(0, min(rows.count - 1, target))
      rows.remove(at: position)
      rows.insert(row, at: target)
      order.insert(order.remove(at: position), at: target)
    case .renameRow(let position, let name): try rename(position, to: name, catalogue)
    default: preconditionFailure("not an edit of rows")
    }
    for (position, old) in order.enumerated() where old >= 0 && rows[position].color == nil {
      rows[position].recolor(from: palettes[old], to: palette(ofRow: position))
    }
  }

  private mutating func rename(_ position: Int, to name: String, _ catalogue: Catalogue) throws(SceneEditError) {
    guard let row = row(position) else { throw .noRow }
    guard name != row.name else { return }
    guard isUsable(name, catalogue) else { throw .invalidName(name) }
    if rows.contains(where: { $0.name == name }) { throw .scene(.duplicateRow(name)) }
    for other in rows.indices {
      guard let expression = rows[other].expression, rows[other].uses(row.name) else { continue }
      guard let renamed = expression.renamingRow(row.name, to: name, catalogue: catalogue) else {
        throw .ambiguousName(name, in: rows[other].name)
      }
      rows[other].content = .output(renamed)
    }
    rows[position].name = name
    if rowOfItems == row.name, case .list(var list) = kind {
      list.items = .row(name)
      kind = .list(list)
    }
    guard rows[position].input?.timeline.events.contains(where: { $0.name != nil }) == true else { return }
    try changeInput(at: position) { _ in }
  }

  /// Whether expressions can refer to a row by this name: `true` and `_` mean something else.
  private func isUsable(_ name: String, _ catalogue: Catalogue) -> Bool {
    let expression = try? Expression.parse("\(name).map { $0 }", catalogue: catalogue)
    return RowName.isValid(name) && name != "_" && expression?.references.map(\.name) == [name]
  }

  private mutating func setColor(_ color: MarbleColor?, ofRow position: Int) throws(SceneEditError) {
    guard let row = row(position) else { throw .noRow }
    let palette = palette(ofRow: position)
    rows[position].color = color
    rows[position].recolor(from: row.color ?? palette, to: color ?? palette)
  }

  // MARK: Settings

  private func check(_ time: SceneTime, _ what: String) throws(SceneEditError) {
    if time <= .zero { throw .invalidSetting("\(what) must be greater than 0") }
    if time > .longestReadable { throw .invalidSetting("\(what) must be at most 100 years") }
  }

  /// Expectations say the same with the new step.
  private mutating func setStep(_ step: SceneTime) throws(SceneEditError) {
    try check(step, "a step")
    guard step != self.step else { return }
    for position in rows.indices {
      guard let old = rows[position].expectation else { continue }
      let name = rows[position].name
      let text = old.diagram.printed(step: step, dialect: dialect)
      let new = text.flatMap { try? Expectation(parsing: $0, row: name, step: step, dialect: dialect) }
      guard let text, let new, new.diagram == old.diagram else { throw .inexpressible(row: name, step: step) }
      rows[position].expectation = Expectation(text: text, diagram: old.diagram)
    }
    self.step = step
  }

  /// Expectations say the same in the new dialect.
  private mutating func setDialect(_ dialect: Dialect) throws(SceneEditError) {
    guard dialect != self.dialect else { return }
    for position in rows.indices {
      guard let old = rows[position].expectation else { continue }
      let name = rows[position].name
      let new = old.diagram.printed(step: step, dialect: dialect)
        .flatMap { try? Expectation(parsing: $0, row: name, step: step, dialect: dialect) }
      guard let new,
        Difference(row: name, expected: new.diagram.timeline, actual: old.diagram.timeline, dialect: dialect) == nil
      else { throw .invalidSetting("the expectation of row \(name) can't be written in dialect \(dialect.rawValue)") }
      rows[position].expectation = new
    }
    self.dialect = dialect
  }
}

extension Scene.Row {
  func uses(_ name: String) -> Bool { expression?.references.contains { $0.name == name } == true }

  /// Changes the colour of the events that have the row's default colour.
  fileprivate mutating func recolor(from old: MarbleColor, to new: MarbleColor) {
    guard old != new, let timeline else { return }
    input?.timeline = Timeline(
      events: timeline.events.changed { if $0.color == old { $0.color = new } }, end: timeline.end)
  }
}

extension Expression {
  /// The expression as it is written in a file, where a key names its row, and without the blanks around it.
  fileprivate func withoutName(_ catalogue: Catalogue) throws(SceneEditError) -> Expression {
    let trimmed = String(text.trimmed)
    guard name != nil || text != trimmed else { return self }
    return try .edited(name == nil ? trimmed : source, catalogue: catalogue)
  }
}

extension SceneTime {
  /// The nearest time at which an event of a scene can be.
  func clamped(for scene: Scene) -> SceneTime {
    min(max(.zero, self), scene.duration ?? .longestReadable)
  }
}

extension Timeline {
  /// The timeline with other events. An end at the last event stays there.
  func replacing(_ new: [Event]) -> Timeline {
    let (last, latest) = (events.last?.time, new.map(\.time).max() ?? .zero)
    return Timeline(events: new, end: end.moved { $0 == last ? latest : max($0, latest) })
  }

  /// The timeline with another end, which is not before the last event.
  fileprivate func ending(_ end: End) -> Timeline {
    let last = max(events.last?.time ?? .zero, .zero)
    return Timeline(events: events, end: end.moved { max(min($0, .longestReadable), last) })
  }
}
