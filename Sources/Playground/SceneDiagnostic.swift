internal import Expressions
internal import Marbles
public import SceneFiles
public import Scenes
internal import Wire

/// What is wrong with a scene or an edit, and where.
public struct SceneDiagnostic: Hashable, Sendable {
  /// The line of the scene's text, from 1; nil for a mistake that is not in that text.
  public var line: Int?
  /// The column of the line, of the typed expression or of the typed diagram, from 1; nil for none.
  public var column: Int?
  /// The row with the mistake; nil for none.
  public var row: String?
  /// The position of the edit with the mistake; nil for none.
  public var edit: Int?
  /// What is wrong, in one sentence.
  public var message: String
  /// What was expected; nil where the message says no such thing.
  public var expected: String?
  /// What to write instead, or what to do; nil for none.
  public var suggestion: String?
  /// An expression to write instead of the whole text, which the scene accepts; nil for none.
  public var replacement: String?
  /// Edits to make instead; empty for none.
  public var edits: [String] = []

  /// Creates a diagnostic; what is expected and suggested is taken from the message, if it says so.
  public init(
    _ message: String, line: Int? = nil, column: Int? = nil, row: String? = nil, edit: Int? = nil,
    suggestion: String? = nil
  ) {
    (self.message, self.line, self.column, self.row, self.edit) = (message, line, column, row, edit)
    expected = Self.clause(after: "expected ", in: message)
    self.suggestion = suggestion ?? Self.quoted(after: "did you mean ", in: message)
  }

  /// What is wrong with a scene file.
  public init(_ error: SceneFileError) {
    self.init(error.message, line: error.line, column: error.column, suggestion: error.help)
  }

  /// Why a scene can't be played.
  public init(_ error: SceneError) {
    switch error {
    case .expression(let row, let error): self.init(error.message, column: error.column, row: row)
    case .tooManyCharacters(let row, _), .tooManyParts(let row, _), .tooManyEvents(let row, _),
      .tooManyBytes(let row, _), .live(let row), .runaway(let row, _, _):
      self.init(error.description, row: row)
    default: self.init(error.description)
    }
  }

  /// Why an edit of a scene is refused.
  public init(_ error: SceneEditError, edit: Int?, in scene: Scene) {
    var (message, row) = (error.description, nil as String?)
    if case .scene(.expression(let name, let error)) = error { (message, row) = (error.message, name) }
    var suggestion: String?
    if case .diagram(let error) = error { suggestion = error.suggestion }
    self.init(message, column: error.column, row: row, edit: edit, suggestion: suggestion)
    if case .isUsed(let name, _) = error { edits = scene.commandsRemoving(name) ?? [] }
  }

  /// The clause of a message behind a word, up to the next clause.
  private static func clause(after word: String, in message: String) -> String? {
    guard let start = message.firstRange(of: word)?.upperBound else { return nil }
    let clause = message[start...].prefix { $0 != ";" && !$0.isNewline }
    return clause.isEmpty ? nil : String(clause)
  }

  /// The text in backticks behind a word.
  private static func quoted(after word: String, in message: String) -> String? {
    guard let start = message.firstRange(of: word + "`")?.upperBound else { return nil }
    let text = message[start...].prefix { $0 != "`" }
    return text.isEmpty ? nil : String(text)
  }

  /// Adds the members of the JSON object.
  func add(to object: inout JSONObject) {
    object.add("line", line)
    object.add("column", column)
    object.add("row", row)
    object.add("edit", edit)
    object.add("message", message)
    object.add("expected", expected)
    object.add("suggestion", suggestion)
    if let replacement { object.add("replacement", replacement) }
    if !edits.isEmpty { object.add("edits", edits) }
  }
}
