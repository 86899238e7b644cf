internal import Drawing
internal import Expressions
internal import Marbles
package import Scenes
package import Terminal

/// What a key asks for in a tool: a line of text, or the list of operators.
package enum ToolOutcome: Hashable {
  /// Nothing: the tool stays as it is.
  case none
  /// Show the scene with this edit, or without one.
  case preview(SceneEdit?)
  /// Keep this edit and close the tool.
  case keep(SceneEdit)
  /// Compare this with what an output does, and close the tool.
  case predict(row: String, Scene.Expectation?)
  /// Save the scene in this file, or in its own, and close the tool.
  case save(String?)
  /// Take the last edit back, or make it again, and close the tool.
  case undo, redo
  /// Quit.
  case leave
  /// List the keys, and close the tool.
  case help
  /// Close the tool, and take the preview back.
  case cancel
}

/// A line at the bottom of the screen that edits a part of a scene, with completion.
///
/// It knows the scene as it was before the line was opened: each text is an edit of that scene, and the edit of a newer
/// text replaces that of an older one.
package struct PromptEditor: Hashable {
  /// What a line edits.
  enum Subject: Hashable {
    /// The name and the expression of an output, or the name and the diagram of an input.
    case row(Int)
    /// A new output at a position.
    case newOutput(at: Int)
    /// A new input at a position.
    case newInput(at: Int)
    /// The value of an input event.
    case value(EventKey)
    /// The value of a new input event.
    case newEvent(row: Int, at: SceneTime)
    /// What is expected of an output.
    case prediction(row: Int)
    /// A command.
    case command
    /// The path of the file to save the scene in.
    case file

    /// The kind of text, for the history of earlier texts.
    func kind(in scene: Scene) -> Kind {
      switch self {
      case .row(let row): scene.rows.indices.contains(row) && scene.rows[row].expression != nil ? .expression : .diagram
      case .newOutput: .expression
      case .newInput: .diagram
      case .value, .newEvent: .value
      case .prediction: .prediction
      case .command: .command
      case .file: .file
      }
    }
  }

  /// A kind of text.
  enum Kind: Hashable { case expression, diagram, value, prediction, command, file }

  /// What is wrong with the text.
  struct Problem: Hashable {
    var message: String
    /// The column of the text, from 0.
    var column: Int?
  }

  let subject: Subject
  /// The scene before the edit.
  let scene: Scene
  private(set) var field: TextField
  private(set) var history: PromptHistory
  private(set) var problem: Problem?
  /// Whether the scene on the screen is that of the text: what the playback refuses concerns this text.
  private(set) var isPreviewed = false
  /// Whether Enter was pressed and the text was not taken: it counts as finished then.
  private(set) var isFinished = false
  private(set) var completion: PromptCompletion?
  /// The names of members that values on the screen have.
  private(set) var members: [String] = []
  /// The candidate that the arrow keys chose.
  private(set) var chosen: Int?
  /// Whether the candidates are listed.
  private(set) var showsCandidates = true

  /// Opens a line.
  ///
  /// - Parameters:
  ///   - subject: what it edits.
  ///   - scene: the scene.
  ///   - history: earlier texts of this kind.
  ///   - text: the text to begin with; nil for that of the subject.
  ///   - problem: what was wrong with the text before; nil for nothing.
  init(
    _ subject: Subject, in scene: Scene, history: PromptHistory = PromptHistory(), text: String? = nil,
    problem: String? = nil
  ) {
    (self.subject, self.scene, self.history) = (subject, scene, history)
    self.problem = problem.map { Problem(message: $0) }
    field = TextField(text ?? Self.text(of: subject, in: scene))
    complete()
    // Until a key is pressed, the list would hide the picture.
    showsCandidates = false
  }

  private static func text(of subject: Subject, in scene: Scene) -> String {
    switch subject {
    case .row(let row):
      guard let row = scene.rows.indices.contains(row) ? row : nil else { return "" }
      return "\(scene.rows[row].name) = \(scene.text(ofRow: row))"
    case .newOutput: return "\(scene.freeName("out")) = "
    case .newInput: return "\(scene.freeName("a")) = "
    case .value(let key): return scene.event(at: key)?.value.typed ?? ""
    case .newEvent, .prediction, .command: return ""
    case .file: return "\(scene.name).yaml"
    }
  }

  /// Whether a candidate is chosen, so that Enter inserts it.
  var isChoosing: Bool { chosen != nil }

  // MARK: Keys

  /// Handles a key; a key that means nothing here changes nothing.
  package mutating func press(_ key: Key, _ modifiers: Modifiers) -> ToolOutcome {
    switch key {
    case .escape:
      guard showsCandidates, chosen != nil else { return .cancel }
      chosen = nil
      return .none
    case .enter:
      if chosen != nil { return insertCandidate() }
      return finish()
    case .home where canHaveName, .character("a") where canHaveName && modifiers.contains(.control):
      // First to the start of the text behind the name, then in front of the name.
      let start = start(of: parts.rest)
      field = TextField(field.text, cursor: field.cursor == start ? 0 : start)
      return changed(from: field.text)
    case .tab: return insertCandidate()
    case .down where hasCandidates:
      chosen = min(candidates.count - 1, (chosen ?? -1) + 1)
      showsCandidates = true
      return .none
    case .up where chosen != nil, .backTab where chosen != nil:
      chosen = chosen.flatMap { $0 > 0 ? $0 - 1 : nil }
      return .none
    case .up: return history.older(than: field.text).map { replace(with: $0) } ?? .none
    case .down: return history.newer().map { replace(with: $0) } ?? .none
    default:
      let old = field.text
      guard field.press(key, modifiers) else { return .none }
      return changed(from: old)
    }
  }

  /// Inserts pasted text.
  package mutating func paste(_ text: String) -> ToolOutcome {
    let old = field.text
    field.insert(text)
    return changed(from: old)
  }

  private mutating func replace(with text: String) -> ToolOutcome {
    let old = field.text
    field = TextField(text)
    return changed(from: old)
  }

  private mutating func changed(from old: String) -> ToolOutcome {
    chosen = nil
    showsCandidates = true
    complete()
    guard field.text != old else { return .none }
    return preview()
  }

  private mutating func preview() -> ToolOutcome {
    (problem, isPreviewed, isFinished) = (nil, false, false)
    guard subject != .command, subject != .file else { return .none }
    // What comes is not shown before it is compared.
    if case .prediction(let row) = subject {
      do throws(SceneEditError) { _ = try prediction(ofRow: row) } catch { problem = problem(error) }
      return .none
    }
    do throws(SceneEditError) {
      let edit = try edit()
      isPreviewed = true
      return .preview(edit)
    } catch {
      problem = problem(error)
      return .none
    }
  }

  private mutating func finish() -> ToolOutcome {
    if case .file = subject {
      let path = field.text.trimmed
      guard !path.isEmpty else { return .cancel }
      return .save(String(path))
    }
    if subject == .command, field.text.trimmed == "help" { return listCommands() }
    if subject == .command, let outcome = commandOfFile { return outcome }
    problem = nil
    do throws(SceneEditError) {
      if case .prediction(let row) = subject {
        return .predict(row: scene.rows[row].name, try prediction(ofRow: row))
      }
      guard let edit = try edit() else { return .cancel }
      // Its place is not one in the text, because it may be in another row.
      do throws(SceneEditError) { _ = try scene.applying(edit) } catch {
        problem = Problem(message: error.description)
        isFinished = true
        return .none
      }
      return .keep(edit)
    } catch {
      problem = problem(error)
      isFinished = true
      return .none
    }
  }

  /// Handles Enter for a text that the playback refuses: the line stays open and says why.
  mutating func refuse() { isFinished = true }

  /// Lists all commands in the open line, with the first one chosen.
  private mutating func listCommands() -> ToolOutcome {
    field = TextField("")
    (problem, isFinished, showsCandidates) = (nil, false, true)
    complete()
    chosen = candidates.isEmpty ? nil : 0
    return .none
  }

  /// The outcome of a command that is not an edit, as vi and `--plain` have them; nil for an edit.
  private var commandOfFile: ToolOutcome? {
    let words = field.text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let rest = words.dropFirst().first.map { String($0.trimmed) }
    switch (words.first, rest) {
    case ("save", _), ("write", _), ("w", _): return .save(rest)
    case ("undo", nil), ("u", nil): return .undo
    case ("redo", nil): return .redo
    case ("quit", nil), ("q", nil): return .leave
    case ("?", nil): return .help
    default: return nil
    }
  }

  // MARK: The edit

  /// The edit of the text; nil when the text changes nothing.
  private func edit() throws(SceneEditError) -> SceneEdit? {
    let text = field.text
    switch subject {
    case .value(let key): return .setValue(key, Value(typed: text))
    case .newEvent(let row, let time):
      return text.isEmpty ? nil : .insertEvent(Value(typed: text), row: row, at: time)
    case .command: return text.allSatisfy(\.isWhitespace) ? nil : try .typed(text, in: scene)
    case .prediction, .file: return nil
    case .row(let row): return try edit(ofRow: row)
    case .newOutput(let place):
      let (name, _) = parts
      let expression = try expression
      let row = Scene.Row(name: name ?? scene.freeName("out"), content: .output(expression))
      return .insertRow(row, at: place)
    case .newInput(let place):
      let (name, rest) = parts
      let new = try scene.newInput(name ?? scene.freeName("a"), from: String(rest))
      return .insertRow(new, at: place)
    }
  }

  private func edit(ofRow row: Int) throws(SceneEditError) -> SceneEdit? {
    guard scene.rows.indices.contains(row) else { return nil }
    let (name, rest) = parts
    var edits: [SceneEdit] = []
    if let old = scene.rows[row].expression {
      let new = try expression
      if new.source != old.source { edits.append(.setExpression(row: row, new)) }
    } else {
      let input = try scene.input(ofRow: row, from: String(rest))
      if input != scene.rows[row].input { edits.append(.setInput(row: row, input)) }
    }
    if let name, name != scene.rows[row].name { edits.append(.renameRow(row, to: name)) }
    return edits.count < 2 ? edits.first : .all(edits)
  }

  /// What the text expects of an output; nil for no text, and for a diagram with nothing in it.
  private func prediction(ofRow row: Int) throws(SceneEditError) -> Scene.Expectation? {
    guard !field.text.allSatisfy(\.isWhitespace) else { return nil }
    do throws(DiagramError) {
      let expected = try Scene.Expectation(
        parsing: field.text, row: scene.rows[row].name, step: scene.step, dialect: scene.dialect)
      return expected.diagram.timeline.isBlank ? nil : expected
    } catch { throw .diagram(error) }
  }

  /// The expression of the text, which may name its row.
  private var expression: Expression {
    get throws(SceneEditError) { try .edited(String(parts.rest), constants: .ofTyping()) }
  }

  /// The name in front of `=`, if there is one, and the rest without the blanks around it. Of several names, which appear
  /// where one is typed behind that of a new row, the last counts.
  var parts: (name: String?, rest: Substring) {
    var parts: (name: String?, rest: Substring) = (nil, field.text.trimmed)
    while let equals = parts.rest.firstIndex(of: "=") {
      let (name, rest) = (parts.rest[..<equals].trimmed, parts.rest[parts.rest.index(after: equals)...])
      // `==` is an operator.
      guard rest.first != "=", !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
        break
      }
      parts = (String(name), rest.trimmed)
    }
    return parts
  }

  /// Whether the text may begin with the name of a row.
  private var canHaveName: Bool { [.expression, .diagram].contains(subject.kind(in: scene)) }

  /// The number of characters in front of a part of the text.
  private func start(of part: Substring) -> Int {
    field.text.distance(from: field.text.startIndex, to: part.startIndex)
  }

  private func problem(_ error: SceneEditError) -> Problem {
    guard let column = error.column else { return Problem(message: error.description) }
    if case .prediction = subject { return Problem(message: error.description, column: column - 1) }
    let start = subject == .command ? EditCommand.start(ofTextIn: field.text) ?? 0 : start(of: parts.rest)
    return Problem(message: error.description, column: start + column - 1)
  }

  // MARK: Completion

  var isExpression: Bool { subject.kind(in: scene) == .expression }

  var candidates: [PromptCompletion.Candidate] { completion?.candidates ?? [] }
  var hasCandidates: Bool { !candidates.isEmpty }

  /// Completes these members of values from now on.
  mutating func learn(_ members: [String]) {
    self.members = members
    complete()
  }

  private mutating func complete() {
    completion = nil
    if subject == .command {
      completion = PromptCompletion(ofCommand: field.text, at: field.cursor, in: scene, members: members)
    } else if isExpression {
      // The name of the row is not a part of the expression.
      let start = start(of: parts.rest)
      let own: Int? = if case .row(let row) = subject { row } else { nil }
      completion = PromptCompletion(
        ofExpression: field.text, from: start, at: field.cursor, in: scene, row: own, members: members)
    }
  }

  private mutating func insertCandidate() -> ToolOutcome {
    guard let completion, let candidate = chosen.map({ candidates[$0] }) ?? candidates.first else { return .none }
    let old = field.text
    field.replace(completion.replaced, with: candidate.text, cursor: candidate.cursor)
    return changed(from: old)
  }

  /// The history of texts with this one.
  var historyWithText: PromptHistory {
    var history = history
    history.add(field.text)
    return history
  }
}

extension Scene {
  /// A name that no row has: this one, or with a number.
  func freeName(_ name: String) -> String {
    if position(of: name) == nil { return name }
    return (2...).lazy.map { "\(name)\($0)" }.first { position(of: $0) == nil } ?? name
  }

  /// An input event; nil when there is none.
  func event(at key: EventKey) -> Event? {
    guard rows.indices.contains(key.row), let events = rows[key.row].timeline?.events,
      events.indices.contains(key.index)
    else { return nil }
    return events[key.index]
  }
}
