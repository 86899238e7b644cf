public import Expressions
public import Marbles
public import Operators

/// The text of an edit: a line that a user types, and that a client sends.
///
/// ```
/// set zip = zip(a, b)         change an expression, or the diagram of an input
/// add late = a.delay(for: .seconds(1))
/// move a#2 3s                 move an event
/// ```
public enum EditCommand {
  /// The commands with their arguments and what they do.
  public static let usage: [(name: String, arguments: String, does: String)] = [
    ("set", "ROW TEXT", "change the expression of an output, or the diagram of an input"),
    ("add", "ROW TEXT", "add a row: an output if the text is a row or begins with a call, else an input"),
    ("remove", "ROW", "remove a row that no other row uses"),
    ("rename", "ROW NAME", "rename a row, also in the expressions that use it"),
    ("order", "ROW NUMBER", "move a row to this place, from 1"),
    ("insert", "ROW TIME VALUE", "insert an event into an input"),
    ("move", "EVENT TIME", "move an input event; EVENT is an id such as a#2"),
    ("value", "EVENT VALUE", "change the value of an input event"),
    ("delete", "EVENT", "remove an input event"),
    ("color", "ROW|EVENT COLOR", "change a colour; none is the default of a row"),
    ("finish", "ROW TIME", "let an input finish at this time"),
    ("fail", "ROW TIME MESSAGE", "let an input fail at this time"),
    ("open", "ROW", "let an input never end"),
    ("refresh", "ROW TIME", "change the refresh interval of a row; none is the scene's"),
    ("stages", "ROW FLAG", "true shows each step of an output as a row, false hides them"),
    ("scene", "SETTING VALUE", "change step, duration, speed, refresh, title or about of the scene"),
  ]

  /// What `scene` changes.
  static let settings = ["step", "duration", "speed", "refresh", "title", "about"]

  /// The maximum number of characters in a title, and in the sentence about a scene.
  fileprivate static let longestText = (title: 120, about: 1000)

  /// Reads a command.
  ///
  /// - Parameters:
  ///   - line: the text.
  ///   - scene: the scene to edit.
  ///   - constants: limits the work for the constants of an expression; shared by the commands of a request.
  /// - Throws: ``SceneEditError`` with what was expected.
  public static func parse(
    _ line: String, in scene: Scene, catalogue: Catalogue = .standard, constants: RunMeter = .constants()
  ) throws(SceneEditError) -> SceneEdit {
    var words = CommandWords(line)
    let name = words.next() ?? ""
    guard let form = usage.first(where: { $0.name == name.lowercased() }) else {
      let known = usage.map(\.name)
      if settings.contains(name.lowercased()) {
        throw .command("unknown command `\(name)`; did you mean `scene \(name.lowercased()) VALUE`?")
      }
      throw .command(
        "unknown command `\(DisplayText.shortened(name, to: 40))`\(Suggestion.clause(for: name, among: known)); "
          + "the commands are \(known.joined(separator: ", "))")
    }
    var reader = CommandReader(
      words: words, form: "\(form.name) \(form.arguments)", scene: scene, catalogue: catalogue,
      constants: constants)
    let edit = try reader.edit(form.name)
    guard reader.words.rest.isEmpty else { throw reader.expected("nothing more", String(reader.words.rest)) }
    return edit
  }
}

/// The words of a command.
package struct CommandWords {
  private(set) var rest: Substring

  init(_ line: String) { rest = line.drop(while: \.isWhitespace) }

  /// The next word: a JSON string, or everything up to white space; nil at the end.
  mutating func next() -> String? {
    guard let first = rest.first else { return nil }
    if first == "\"", let end = Self.end(ofString: rest),
      case .string(let text)? = try? Value(json: String(rest[..<end]))
    {
      rest = rest[end...].drop(while: \.isWhitespace)
      return text
    }
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...].drop(while: \.isWhitespace)
    return String(word)
  }

  /// The rest as one text: behind `=` as it is, else without the quotes around it.
  mutating func text() -> String {
    defer { rest = "" }
    let text = rest.trimmed
    if text.first == "=" { return String(text.dropFirst().drop(while: \.isWhitespace)) }
    guard let first = text.first, first == "'" || first == "\"", text.count > 1, text.last == first else {
      return String(text)
    }
    let inner = text.dropFirst().dropLast()
    return String(inner.contains(first) ? text : inner)
  }

  /// The rest as it is, without the blanks around it.
  mutating func remainder() -> String {
    defer { rest = "" }
    return String(rest.trimmed)
  }

  /// A word as ``next()`` reads it.
  package static func written(_ word: String) -> String {
    word.isEmpty || word.first == "\"" || word.contains(where: \.isWhitespace) ? JSONText.quoted(word) : word
  }

  private static func end(ofString text: Substring) -> Substring.Index? {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex {
      if text[index] == "\"" { return text.index(after: index) }
      index = text.index(after: index)
      if text[text.index(before: index)] == "\\", index < text.endIndex { index = text.index(after: index) }
    }
    return nil
  }
}

/// Reads the arguments of a command.
private struct CommandReader {
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
      let text = try word()
      guard let shows = Bool(text) else { throw expected("true or false", text) }
      return .setShowsStages(row: row, shows)
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

  private var missing: SceneEditError { .command("expected `\(form)`") }

  func expected(_ what: String, _ found: String) -> SceneEditError {
    .command("found `\(DisplayText.shortened(found, to: 40))`, expected \(what); the command is `\(form)`")
  }

  private mutating func word() throws(SceneEditError) -> String {
    guard let word = words.next() else { throw missing }
    return word
  }

  private mutating func row() throws(SceneEditError) -> Int {
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
    default: return try setting(name, to: word())
    }
  }

  /// The rest as a text on one line.
  private mutating func line(upTo limit: Int) throws(SceneEditError) -> String {
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
    default: throw expected("step, duration, speed, refresh, title or about", name)
    }
  }
}

extension Scene {
  /// A new row from its text: an output if the text is a row, or begins with a call as `zip(` or with
  /// an array as `[a, b].async`; else an input.
  ///
  /// - Throws: ``SceneEditError`` when the text can't be read as that.
  public func newRow(
    _ name: String, from text: String, catalogue: Catalogue = .standard, constants: RunMeter = .constants()
  ) throws(SceneEditError) -> Row {
    guard RowName.isValid(name) else { throw .invalidName(name) }
    let isCall =
      text.drop { $0.isLetter || $0.isNumber || $0 == "_" }.first.map { "(.".contains($0) } == true
      || text.hasPrefix("let ") || (text.first == "[" && text.contains("].async"))
    let isRow = position(of: text) != nil
    guard isCall || isRow else { return try newInput(name, from: text) }
    return Row(name: name, content: .output(try .edited(text, catalogue: catalogue, constants: constants)))
  }

  /// The input event with this id; nil when there is none.
  public func event(called id: String) -> EventKey? {
    for (position, row) in rows.enumerated() {
      guard let events = row.timeline?.events else { continue }
      if let index = events.firstIndex(where: { $0.name == id }) { return EventKey(row: position, index: index) }
      guard id.hasPrefix("\(row.name)#"), let index = Int(id.dropFirst(row.name.count + 1)),
        events.indices.contains(index), events[index].name == nil,
        id == Event.defaultID(row: row.name, index: index)
      else { continue }
      return EventKey(row: position, index: index)
    }
    return nil
  }

  /// What is expected where an id is not one of the scene.
  fileprivate var expectedID: String {
    let row = rows.firstIndex { $0.timeline?.events.isEmpty == false }
    let first = row.flatMap { id(of: EventKey(row: $0, index: 0)) }
    return first.map { "expected an id such as \(CommandWords.written($0))" } ?? "no input has a value"
  }

  /// The id of an input event; nil when there is none.
  public func id(of key: EventKey) -> String? {
    guard let row = row(key.row), let events = row.timeline?.events, events.indices.contains(key.index) else {
      return nil
    }
    return events[key.index].name ?? Event.defaultID(row: row.name, index: key.index)
  }
}
