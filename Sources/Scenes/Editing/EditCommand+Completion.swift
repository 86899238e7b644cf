internal import Marbles

extension EditCommand {
  /// What can be written at a place of an unfinished command.
  public struct Completion: Hashable, Sendable {
    /// A word that can be inserted.
    public struct Word: Hashable, Sendable {
      /// The word.
      public var text: String
      /// What it is.
      public var detail: String

      init(_ text: String, _ detail: String) { (self.text, self.detail) = (text, detail) }
    }

    /// The characters of the line that a word replaces.
    public var replaced: Range<Int>
    /// The words that begin with the text before the cursor, and what they are.
    public var words: [Word]
    /// Where an expression begins, in characters; nil in front of one and in commands without one.
    public var expressionStart: Int?
    /// The position of the row that the expression is for; nil for a new row.
    public var row: Int?
  }

  /// Finds the words that fit at a place.
  ///
  /// - Parameters:
  ///   - line: the command, finished or not.
  ///   - cursor: the number of characters before the cursor.
  ///   - scene: the scene to edit.
  public static func completion(of line: String, at cursor: Int, in scene: Scene) -> Completion {
    let typed = Array(line.prefix(cursor))
    let wordStart = (typed.lastIndex(where: \.isWhitespace) ?? -1) + 1
    let end = cursor + line.dropFirst(cursor).prefix { !$0.isWhitespace }.count
    let before = typed[..<wordStart].split(whereSeparator: \.isWhitespace).map { String($0) }
    var completion = Completion(replaced: wordStart..<max(wordStart, end), words: [])
    guard let name = before.first else {
      completion.words = matching(usage.map { Completion.Word($0.name, $0.arguments) }, typed[wordStart...])
      if wordStart < typed.count {
        let named = matching(settings.map { Completion.Word($0, "VALUE") }, typed[wordStart...])
        completion.words += named.map { Completion.Word("scene \($0.text)", $0.detail) }
      }
      return completion
    }
    guard let form = usage.first(where: { $0.name == name.lowercased() }) else { return completion }
    let arguments = Self.arguments(of: form.arguments)
    let place = before.count - 1
    if let text = arguments.firstIndex(of: "TEXT"), place >= text {
      let row = scene.position(of: before[1])
      // The text of an input is a diagram.
      guard name == "add" || row.map({ scene.rows[$0].expression != nil }) == true else { return completion }
      completion.row = name == "add" ? nil : row
      completion.expressionStart = start(ofWord: text + 1, in: typed)
      return completion
    }
    guard arguments.indices.contains(place) else { return completion }
    var words = Self.words(for: arguments[place], in: scene)
    if form.name == "expect" { words.removeAll { $0.detail == "input" } }
    if form.name == "cold" { words.removeAll { $0.detail == "output" } }
    if place == 1, form.name == "scene" { words = words.isEmpty ? settingValues(of: before[1]) : words }
    completion.words = matching(words, typed[wordStart...])
    return completion
  }

  /// Where the expression or the diagram of a command begins.
  ///
  /// - Parameter line: the command, finished or not.
  /// - Returns: the number of characters before it; nil for a command without one.
  public static func start(ofTextIn line: String) -> Int? {
    let name = line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }.lowercased()
    let arguments = usage.first { $0.name == name }.map { Self.arguments(of: $0.arguments) }
    return arguments?.firstIndex { ["TEXT", "DIAGRAM", "LABEL"].contains($0) }.map {
      start(ofWord: $0 + 1, in: Array(line))
    }
  }

  /// The names of arguments; those that may be left out are written in brackets.
  private static func arguments(of form: String) -> [Substring] {
    form.split { " []".contains($0) }
  }

  /// The values of a setting that has few.
  private static func settingValues(of name: String) -> [Completion.Word] {
    switch name {
    case "dialect": Dialect.allCases.map { Completion.Word($0.rawValue, "dialect") }
    case "order": InstantOrder.names.map { Completion.Word($0, "order of one instant") }
    default: []
    }
  }

  /// The place of a word that begins with neither white space nor `=`.
  private static func start(ofWord number: Int, in characters: [Character]) -> Int {
    var place = 0
    for _ in 0..<number {
      while place < characters.count, characters[place].isWhitespace { place += 1 }
      while place < characters.count, !characters[place].isWhitespace { place += 1 }
    }
    while place < characters.count, characters[place].isWhitespace || characters[place] == "=" { place += 1 }
    return place
  }

  private static func matching(
    _ words: [Completion.Word], _ typed: ArraySlice<Character>
  ) -> [Completion.Word] {
    words.filter { $0.text.lowercased().hasPrefix(String(typed).lowercased()) && $0.text != String(typed) }
  }

  private static func words(for argument: Substring, in scene: Scene) -> [Completion.Word] {
    argument.split(separator: "|").flatMap { kind -> [Completion.Word] in
      switch kind {
      case "ROW":
        scene.rows.map { Completion.Word(CommandWords.written($0.name), $0.expression == nil ? "input" : "output") }
      case "EVENT":
        scene.rows.indices.flatMap { row in
          (scene.rows[row].timeline?.events ?? []).indices.prefix(50).compactMap { index in
            let key = EventKey(row: row, index: index)
            return scene.id(of: key).map {
              Completion.Word(
                CommandWords.written($0), scene.about(EventKey(row: row, index: index)))
            }
          }
        }
      case "COLOR":
        MarbleColor.allCases.map { Completion.Word($0.rawValue, "colour") } + [
          Completion.Word("none", "the default of a row")
        ]
      case "FLAG": [Completion.Word("true", "on"), Completion.Word("false", "off")]
      case "SETTING": settings.map { Completion.Word($0, "setting") }
      default: []
      }
    }
  }
}

extension Scene {
  /// The row, the value and the time of an input event.
  fileprivate func about(_ key: EventKey) -> String {
    guard let event = rows[key.row].timeline?.events[key.index] else { return "" }
    return "\(rows[key.row].name): \(DisplayText.shortened(event.value.typed, to: 20)) at \(event.time) s"
  }
}
