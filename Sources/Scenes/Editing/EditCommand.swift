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
    ("expect", "[ROW] [DIAGRAM]", "expect of an output, or of all, what they emit now, or a diagram; none for nothing"),
    ("label", "ROW LABEL", "write this on the marbles, such as $0.status; none for the value"),
    ("cold", "ROW FLAG", "true starts an input for each use, false with the scene"),
    ("notes", "ROW NOTES", "say what the row teaches; none for nothing"),
    (
      "scene", "SETTING VALUE",
      "change step, duration, speed, refresh, title, about, notes, dialect or order of the scene"
    ),
  ]

  /// What `scene` changes.
  static let settings = ["step", "duration", "speed", "refresh", "title", "about", "notes", "dialect", "order"]

  /// The maximum number of characters in a title, and in the sentence about a scene.
  static let longestText = (title: 120, about: 1000)

  /// Reads a command.
  ///
  /// - Parameters:
  ///   - line: the text.
  ///   - scene: the scene to edit.
  ///   - constants: limits the work for the constants of an expression; shared by the commands of a request. What stops
  ///     it also stops the run of `expect`, which takes the results of the scene.
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
  var expectedID: String {
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
