public import Drawing
public import Marbles
internal import Wire

/// What to run: a scene as text, edits to make before, and how the picture looks.
public struct RunRequest: Hashable, Sendable {
  /// The scene.
  public enum Content: Hashable, Sendable {
    /// A scene file.
    case yaml(String)
    /// Diagrams of inputs, by name, and expressions over them, as `out = a.map { $0 * 2 }`.
    case rows([(name: String, diagram: String)], expressions: [String])

    /// Whether two contents are the same text.
    public static func == (left: Content, right: Content) -> Bool { left.parts == right.parts }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

    private var parts: [[String]] {
      switch self {
      case .yaml(let text): [[text]]
      case .rows(let rows, let expressions): rows.map { [$0.name, $0.diagram] } + [expressions, []]
      }
    }
  }

  /// A text to share a scene with.
  public enum Export: String, Hashable, Sendable, CaseIterable {
    /// A still picture.
    case svg
    /// A picture that plays by itself.
    case animation
    /// A command line that plays the scene.
    case command
    /// A test in Swift.
    case swift
    /// A page in one file.
    case html
  }

  /// The parts of the picture that the answer tells about.
  public enum Cards: Hashable, Sendable {
    /// None.
    case none
    /// All, up to a limit.
    case all
    /// The events that the edits change or insert.
    case edited
    /// Those with these ids.
    case of(Set<String>)
  }

  /// The scene.
  public var content: Content
  /// The name of the scene.
  public var name = "scene"
  /// The dialect of the diagrams of rows. The scene is in the notation of marbled.
  package var dialect = Dialect.marbled
  /// Commands as in ``Scenes/EditCommand``, to carry out one after the other.
  public var edits: [String] = []
  /// What a visitor expects of outputs: diagrams, by the names of the rows.
  public var predictions: [String: String] = [:]
  /// The width of the picture, in cells.
  public var columns = 80
  /// The theme; nil for light or dark, as the viewer prefers.
  public var theme: Theme.Name?
  /// Whether a picture without a theme has the colors of high contrast, too.
  package var hasHighContrast = false
  /// Whether the answer has the events.
  public var hasRecording = true
  /// Whether the answer has what happens inside expressions.
  public var hasStages = false
  /// Whether the answer has what happens as sentences, also as the description of the picture.
  public var hasSentences = true
  /// Whether the answer has the picture, besides the places of its parts.
  public var hasPicture = true
  /// Whether the picture is a still of the end, which takes a fraction of the time that a picture that plays takes.
  public var isStill = false
  /// The time up to which the axis of the picture goes, also where the scene is shorter or longer: while a hand moves a marble,
  /// the axis must not move under it. Nil for the duration of the scene.
  public var extent: SceneTime?
  /// The names of the rows that the picture draws, as the others are out of sight; nil for all. The others keep their places.
  public var rowsInSight: Set<String>?
  /// Outputs after this time are hidden, so that a visitor can predict them; nil hides none, a negative time all.
  public var revealed: SceneTime?
  /// The parts of the picture that the answer tells about: what became of a value, and why.
  public var cards = Cards.none
  /// Whether the answer has what the doctor has found; not while outputs are hidden, as that would tell what they do.
  public var hasFindings = false
  /// Whether the answer has the text of the edited scene.
  public var hasYAML = true
  /// The texts to share the scene with.
  public var exports: [Export] = []

  /// Creates a request.
  public init(_ content: Content) { self.content = content }

  /// Why a request can't be read.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, and what was expected.
    public var description: String
  }

  /// The keys of a request.
  package static let keys = [
    "scene", "rows", "expressions", "name", "edits", "predictions", "columns", "theme", "recording", "stages",
    "sentences", "picture", "still", "extent", "inSight", "revealed", "cards", "findings",
    "yaml", "exports",
  ]

  /// Parses the body of a request.
  ///
  /// - Parameters:
  ///   - value: an object with `scene`, or with `rows` and `expressions`.
  ///   - limits: the limits of the server.
  /// - Throws: ``Invalid`` for an unknown key, or a value of another type.
  public init(_ value: Value, limits: RunLimits = .standard) throws(Invalid) {
    guard let members = JSONMembers(value) else {
      throw Invalid(description: "found \(value.kindName), expected an object such as {\"scene\":\"rows: …\"}")
    }
    for key in members.keys where !Self.keys.contains(key) {
      throw Invalid(
        description: "unknown key `\(DisplayText.shortened(key, to: 40))`"
          + Suggestion.clause(for: key, among: Self.keys))
    }
    switch (members["scene"], members["rows"], members["expressions"]) {
    case (.string(let text)?, nil, nil): content = .yaml(text)
    case (nil, let rows, let expressions) where rows != nil || expressions != nil:
      content = .rows(try Self.rows(rows), expressions: try Self.texts(expressions, "expressions"))
    case (nil, nil, nil): throw Invalid(description: "expected `scene`, or `rows` and `expressions`")
    case (let scene?, nil, nil):
      throw Invalid(description: "found `scene` as \(scene.kindName), expected a text of YAML")
    default:
      throw Invalid(description: "`scene` can't be combined with `rows` or `expressions`; expected one of them")
    }
    if let name = members["name"] { self.name = try Self.text(name, "name") }
    edits = try Self.edits(members["edits"], limits)
    predictions = try Self.predictions(members["predictions"], limits)
    if let columns = members["columns"] {
      guard case .int(let count) = columns, limits.columns.contains(count) else {
        throw Invalid(
          description: "found `columns` \(columns.summary()), expected a whole number from \(limits.columns.lowerBound)"
            + " to \(limits.columns.upperBound)")
      }
      self.columns = count
    }
    if let theme = members["theme"], theme != .null { self.theme = try Self.choice(theme, "theme") }
    hasRecording = try Self.flag(members["recording"], "recording") ?? hasRecording
    hasStages = try Self.flag(members["stages"], "stages") ?? hasStages
    hasSentences = try Self.flag(members["sentences"], "sentences") ?? hasSentences
    hasPicture = try Self.flag(members["picture"], "picture") ?? hasPicture
    isStill = try Self.flag(members["still"], "still") ?? isStill
    if let extent = members["extent"] {
      self.extent = try Self.seconds(extent, "extent", above: 0)
    }
    if let names = members["inSight"] { rowsInSight = Set(try Self.texts(names, "inSight")) }
    if let revealed = members["revealed"], revealed != .null {
      self.revealed = try Self.seconds(revealed, "revealed", above: -.greatestFiniteMagnitude)
    }
    if let cards = members["cards"] { self.cards = try Self.cards(cards, limits) }
    hasFindings = try Self.flag(members["findings"], "findings") ?? hasFindings
    hasYAML = try Self.flag(members["yaml"], "yaml") ?? hasYAML
    for text in try Self.texts(members["exports"], "exports") {
      let export: Export = try Self.choice(.string(text), "exports")
      guard !exports.contains(export) else { throw Invalid(description: "`exports` has \(text) twice") }
      exports.append(export)
    }
  }

  // MARK: Members

  private static func text(_ value: Value, _ key: String) throws(Invalid) -> String {
    guard case .string(let text) = value else {
      throw Invalid(description: "found `\(key)` as \(value.kindName), expected a text")
    }
    return text
  }

  private static func flag(_ value: Value?, _ key: String) throws(Invalid) -> Bool? {
    guard let value else { return nil }
    guard case .bool(let flag) = value else { throw Invalid(description: "expected `\(key)` true or false") }
    return flag
  }

  private static func cards(_ value: Value, _ limits: RunLimits) throws(Invalid) -> Cards {
    if case .bool(let all) = value { return all ? .all : .none }
    if value == .string("edited") { return .edited }
    guard case .array(let ids) = value, ids.count <= limits.cards else {
      throw Invalid(description: "expected `cards` true, false, \"edited\" or an array of at most \(limits.cards) ids")
    }
    return .of(Set(try texts(value, "cards")))
  }

  private static func seconds(_ value: Value, _ key: String, above least: Double) throws(Invalid) -> SceneTime {
    let seconds: Double? =
      switch value {
      case .int(let seconds): Double(seconds)
      case .double(let seconds): seconds.value
      default: nil
      }
    guard let seconds, seconds > least, seconds <= Self.longest else {
      throw Invalid(
        description:
          "found `\(key)` \(value.summary()), expected seconds,\(least < 0 ? "" : " greater than \(least) and")"
          + " at most \(Int(Self.longest))")
    }
    return .seconds(max(seconds, -1))
  }

  /// A day, in seconds.
  private static let longest = 86_400.0

  private static func texts(_ value: Value?, _ key: String) throws(Invalid) -> [String] {
    guard let value else { return [] }
    guard case .array(let elements) = value else {
      throw Invalid(description: "found `\(key)` as \(value.kindName), expected an array of texts")
    }
    var texts: [String] = []
    for element in elements { texts.append(try text(element, key)) }
    return texts
  }

  /// An array of commands, or a text with one on each line.
  private static func edits(_ value: Value?, _ limits: RunLimits) throws(Invalid) -> [String] {
    guard let value else { return [] }
    let lines: [String]
    if case .string(let text) = value {
      lines = text.split(whereSeparator: \.isNewline).map(String.init)
    } else {
      lines = try texts(value, "edits")
    }
    guard lines.count <= limits.edits, lines.reduce(0, { $0 + $1.count }) <= limits.editCharacters else {
      throw Invalid(
        description: "expected at most \(limits.edits) edits with \(limits.editCharacters) characters in total")
    }
    return lines
  }

  /// An object of diagrams by the names of outputs.
  private static func predictions(_ value: Value?, _ limits: RunLimits) throws(Invalid) -> [String: String] {
    let rows = try rows(value)
    let predictions = Dictionary(rows.map { ($0.name, $0.diagram) }) { _, last in last }
    guard rows.count <= limits.rows, rows.reduce(0, { $0 + $1.diagram.count }) <= limits.editCharacters else {
      throw Invalid(
        description: "expected at most \(limits.rows) predictions with \(limits.editCharacters) characters in total")
    }
    return predictions
  }

  /// An object of diagrams, in the order of the names, or an array of `NAME = DIAGRAM` in its own order.
  private static func rows(_ value: Value?) throws(Invalid) -> [(name: String, diagram: String)] {
    guard let value else { return [] }
    if case .object(let members) = value {
      var rows: [(name: String, diagram: String)] = []
      for (name, diagram) in members.sorted(by: { $0.key < $1.key }) { rows.append((name, try text(diagram, "rows"))) }
      return rows
    }
    return try texts(value, "rows").map { text throws(Invalid) in
      guard let equals = text.firstIndex(of: "=") else {
        throw Invalid(description: "found row `\(DisplayText.shortened(text, to: 40))`, expected `NAME = DIAGRAM`")
      }
      let name = text[..<equals].filter { !$0.isWhitespace }
      return (name, String(text[text.index(after: equals)...].drop(while: \.isWhitespace)))
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: Value, _ key: String
  ) throws(Invalid) -> Choice {
    let text = try text(value, key)
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue)
      throw Invalid(
        description: "found `\(key)` \(DisplayText.shortened(text, to: 40)), expected one of "
          + known.joined(separator: ", "))
    }
    return choice
  }
}

extension Value {
  /// The type of a value, with an article, for messages.
  fileprivate var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a flag"
    case .int, .double: "a number"
    case .string: "a text"
    case .array, .tuple: "an array"
    case .object: "an object"
    }
  }
}
