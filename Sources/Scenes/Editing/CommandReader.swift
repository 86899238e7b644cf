internal import Expressions
internal import Marbles
internal import Operators

/// Reads the arguments of a command.
struct CommandReader {
  var words: CommandWords
  /// The command with its arguments, for messages.
  let form: String
  let scene: Scene
  let catalogue: Catalogue
  let constants: RunMeter

  mutating func edit(_ command: String) throws(SceneEditError) -> SceneEdit {
    switch command {
    case "set": return try set(row())
    case "add": return try add()
    case "remove": return try .removeRow(row())
    case "rename":
      let row = try row()
      return try .renameRow(row, to: word())
    case "order":
      let row = try row()
      let text = try word()
      guard let place = Int(text), (1...scene.rows.count).contains(place) else {
        throw expected("a place from 1 to \(scene.rows.count)", text)
      }
      return try .moveRow(row, to: place - 1)
    case "insert":
      let row = try row()
      let time = try time()
      return .insertEvent(try value(), row: row, at: time)
    case "move":
      let key = try event(word())
      return try .moveEvent(key, to: time())
    case "value":
      let key = try event(word())
      return .setValue(key, try value())
    case "delete": return try .removeEvent(event(word()))
    case "color": return try color()
    case "finish":
      let row = try row()
      return .setEnd(row: row, .finish(try endTime(ofRow: row)))
    case "fail":
      let row = try row()
      let time = try endTime(ofRow: row)
      let message = words.text()
      return .setEnd(row: row, .error(time, message: message.isEmpty ? Timeline.defaultErrorMessage : message))
    case "open": return try .setEnd(row: row(), .open)
    case "refresh":
      let row = try row()
      return try .setRowRefreshInterval(row: row, interval(word()))
    case "stages":
      let row = try row()
      return .setShowsStages(row: row, try flag())
    case "expect": return try expectation()
    case "label": return try label()
    case "cold":
      let row = try row()
      return .setStart(row: row, try flag() ? .cold : .hot)
    case "notes":
      let row = try row()
      return .setRowNotes(row: row, try notes())
    default: return try setting()
    }
  }

  // MARK: Rows

  private mutating func set(_ row: Int) throws(SceneEditError) -> SceneEdit {
    let text = words.text()
    if scene.rows[row].expression != nil {
      return .setExpression(row: row, try .edited(text, catalogue: catalogue, constants: constants))
    }
    return .setInput(row: row, try scene.input(ofRow: row, from: text))
  }

  private mutating func add() throws(SceneEditError) -> SceneEdit {
    let name = try word()
    guard !words.rest.isEmpty else { throw missing }
    let text = words.text()
    return .insertRow(
      try scene.newRow(name, from: text, catalogue: catalogue, constants: constants), at: scene.rows.count)
  }

  // MARK: Arguments

  var missing: SceneEditError { .command("expected `\(form)`") }

  func expected(_ what: String, _ found: String) -> SceneEditError {
    .command("found `\(DisplayText.shortened(found, to: 40))`, expected \(what); the command is `\(form)`")
  }

  mutating func word() throws(SceneEditError) -> String {
    guard let word = words.next() else { throw missing }
    return word
  }

  mutating func row() throws(SceneEditError) -> Int {
    let name = try word()
    guard let row = scene.position(of: name) else { throw .scene(.unknownRow(name, among: scene.rows.map(\.name))) }
    return row
  }

  private mutating func value() throws(SceneEditError) -> Value {
    guard !words.rest.isEmpty else { throw missing }
    return Value(typed: words.remainder())
  }

  private func event(_ id: String) throws(SceneEditError) -> EventKey {
    guard let key = scene.event(called: id) else {
      throw .command("no input has an event `\(DisplayText.shortened(id, to: 40))`; \(scene.expectedID)")
    }
    return key
  }

  private mutating func flag() throws(SceneEditError) -> Bool {
    let text = try word()
    guard let flag = Bool(text) else { throw expected("true or false", text) }
    return flag
  }

  private mutating func time() throws(SceneEditError) -> SceneTime { try time(word()) }

  /// The time of an end, which is not before the last value.
  private mutating func endTime(ofRow row: Int) throws(SceneEditError) -> SceneTime {
    let time = try time()
    if let last = scene.rows[row].timeline?.events.last?.time, time < last {
      throw .command(
        "row \(scene.rows[row].name) has a value at \(DurationNotation.print(last)); expected an end there or later")
    }
    return time
  }

  private func time(_ text: String) throws(SceneEditError) -> SceneTime {
    do throws(DurationNotation.Problem) { return try DurationNotation.parse(text) } catch {
      throw .command("`\(DisplayText.shortened(text, to: 40))` \(error)")
    }
  }

  private func interval(_ text: String) throws(SceneEditError) -> Duration? {
    if text == "none" { return nil }
    let time = try time(text)
    guard time > .zero else { throw expected("a refresh interval greater than 0", text) }
    return Duration(time)
  }

  private mutating func color() throws(SceneEditError) -> SceneEdit {
    let (place, name) = (try word(), try word())
    let row = scene.position(of: place)
    if row != nil, name == "none" { return .setRowColor(row: row ?? 0, nil) }
    guard let color = MarbleColor(rawValue: name) else {
      throw expected("one of \(MarbleColor.allCases.map(\.rawValue).joined(separator: ", "))", name)
    }
    if let row { return .setRowColor(row: row, color) }
    guard scene.event(called: place) != nil || place.contains("#") else {
      throw .scene(.unknownRow(place, among: scene.rows.map(\.name)))
    }
    return .setColor(try event(place), color)
  }

  private mutating func setting() throws(SceneEditError) -> SceneEdit {
    let name = try word()
    switch name {
    case "title": return .setTitle(try line(upTo: EditCommand.longestText.title))
    case "about": return .setAbout(try line(upTo: EditCommand.longestText.about))
    case "notes": return .setNotes(try notes())
    default: return try setting(name, to: word())
    }
  }

  /// The rest as a text on one line.
  mutating func line(upTo limit: Int) throws(SceneEditError) -> String {
    guard !words.rest.isEmpty else { throw missing }
    let text = words.text().split(whereSeparator: \.isNewline).joined(separator: " ")
    guard text.count <= limit else { throw expected("at most \(limit) characters", text) }
    return text
  }

  private func setting(_ name: String, to text: String) throws(SceneEditError) -> SceneEdit {
    switch name {
    case "step": return try .setStep(time(text))
    case "duration": return try .setDuration(text == "none" ? nil : time(text))
    case "refresh":
      guard let interval = try interval(text) else { throw expected("a duration", text) }
      return .setRefreshInterval(interval)
    case "speed":
      guard let factor = SpeedFactor(parsing: text) else { throw expected(SpeedFactor.expectation, text) }
      return .setSpeedFactor(factor)
    case "dialect":
      guard let dialect = Dialect(rawValue: text) else {
        throw expected(Dialect.allCases.map(\.rawValue).formattedAsChoice, text)
      }
      return .setDialect(dialect)
    case "order":
      guard let order = InstantOrder(text) else { throw expected(InstantOrder.expectation, text) }
      return .setOrder(order)
    default: throw expected(EditCommand.settings.formattedAsChoice, name)
    }
  }
}

extension [String] {
  /// `a, b or c`.
  fileprivate var formattedAsChoice: String {
    count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) or \(self[count - 1])"
  }
}
