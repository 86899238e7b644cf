public import Expressions
public import Marbles
package import Operators

/// Why an edit is refused; the scene then stays as it is.
public enum SceneEditError: Error, Hashable, Sendable {
  /// No row has this position.
  case noRow
  /// No event has this position.
  case noEvent
  /// The row is not an input with a timeline.
  case notAnInput(row: String)
  /// The row is not an output.
  case notAnOutput(row: String)
  /// The text is not a name for a row.
  case invalidName(String)
  /// Other rows use the row that was to be removed.
  case isUsed(row: String, by: [String])
  /// An expression can't use the new name of a row, because something else in it has this name.
  case ambiguousName(String, in: String)
  /// An expectation can't be written with another time step.
  case inexpressible(row: String, step: SceneTime)
  /// A setting has a value that is not allowed.
  case invalidSetting(String)
  /// The scene receives values, and the edit would change what has arrived, or where it arrives.
  case live(String)
  /// A diagram can't be read.
  case diagram(DiagramError)
  /// An expression can't be read.
  case expression(ExpressionError)
  /// A command can't be read.
  case command(String)
  /// The edited scene can't be played.
  case scene(SceneError)
}

extension SceneEditError: CustomStringConvertible {
  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .noRow: "there is no such row"
    case .noEvent: "there is no such event"
    case .notAnInput(let row): "row \(row) is not an input with a timeline"
    case .notAnOutput(let row): "row \(row) is not an output; it has no expression"
    case .invalidName(let name):
      "`\(DisplayText.shortened(name, to: 24))` is not a name for a row; expected \(RowName.expectation)"
    case .isUsed(let row, let users):
      "row \(row) can't be removed: \(users.listed) \(users.count == 1 ? "uses" : "use") it"
    case .ambiguousName(let name, let row): "row \(row) already uses the name `\(name)` for something else"
    case .inexpressible(let row, let step):
      "the expectation of row \(row) can't be written with a step of \(DurationNotation.print(step))"
    case .invalidSetting(let text), .command(let text), .live(let text): text
    case .diagram(let error): error.message
    case .expression(let error): error.message
    case .scene(.expression(let row, let error)): "row \(row): \(error.message)"
    case .scene(let error): error.description
    }
  }

  /// The column of the mistake in the typed diagram or expression, from 1; nil when it has no place there.
  public var column: Int? {
    switch self {
    case .diagram(let error): error.column
    case .expression(let error), .scene(.expression(_, let error)): error.column
    default: nil
    }
  }
}

extension SceneEditError {
  /// The error with its column in the text of the edit: a name before the expression, and comments and line breaks in it, are not
  /// in the scene that was checked.
  ///
  /// - Parameters:
  ///   - command: the command of the edit.
  ///   - constants: limits the work for constants.
  package func placed(in command: String, constants: RunMeter = .constants()) -> SceneEditError {
    guard case .scene(.expression(let row, let error)) = self,
      let typed = EditCommand.expression(typedInto: row, by: [command], constants: constants),
      typed.source == error.text
    else { return self }
    let column = typed.column(ofSource: error.column)
    return .scene(
      .expression(
        row: row,
        ExpressionError(text: typed.text, column: column, message: error.message, replacement: error.replacement)))
  }

  /// An expression to write instead of the one that a command has typed; nil for none, and for one that the scene refuses.
  ///
  /// - Parameters:
  ///   - command: the command of the edit.
  ///   - scene: the scene before the edit.
  ///   - constants: limits the work for constants.
  package func replacement(
    in command: String, of scene: Scene, constants: RunMeter = .constants()
  ) -> String? {
    let error: ExpressionError
    switch self {
    case .expression(let found), .scene(.expression(_, let found)): error = found
    default: return nil
    }
    guard let replacement = error.replacement, let start = EditCommand.start(ofTextIn: command),
      let edit = try? EditCommand.parse(command.prefix(start) + replacement, in: scene, constants: constants),
      (try? scene.applying(edit)) != nil
    else { return nil }
    return replacement
  }
}

extension EditCommand {
  /// The expression of a row as the last of these commands has typed it, with its name, comments and line breaks; nil when
  /// none did.
  package static func expression(
    typedInto row: String, by commands: some BidirectionalCollection<String>, constants: RunMeter = .constants()
  ) -> Expression? {
    for command in commands.reversed() {
      var words = CommandWords(command)
      guard let start = start(ofTextIn: command), let name = words.next()?.lowercased(), ["set", "add"].contains(name),
        words.next() == row
      else { continue }
      return try? Expression.parse(String(command.dropFirst(start)), constants: constants)
    }
    return nil
  }
}

extension Expression {
  /// Parses the text of an edit. A name before it, and what was pasted with it, such as comments
  /// and line breaks, are left out.
  package static func edited(
    _ text: String, catalogue: Catalogue = .standard, constants: RunMeter = .constants()
  ) throws(SceneEditError) -> Expression {
    do throws(ExpressionError) {
      let expression = try parse(text, catalogue: catalogue, constants: constants)
      if expression.name == nil, expression.source == text.trimmed { return expression }
      return try parse(expression.source, catalogue: catalogue, constants: constants)
    } catch {
      throw .expression(error)
    }
  }
}
