internal import Expressions
public import Marbles
public import Operators
public import Scenes

internal import class Foundation.FileManager

/// The targets and input rows of a command line, resolved to scenes.
///
/// A target is a path, a word, or an expression. A word is resolved as a given row, then as a scene, then as an
/// operator. Several scenes are played in turn; several expressions are rows of one scene.
public struct SceneRequest: Sendable {
  /// Why a request can't be resolved.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The arguments are invalid.
    case usage(String)
    /// No scene, operator or row has this name.
    case notFound(String)
    /// The scene can't be parsed or played.
    case malformed(String)
    /// The file is not a valid scene.
    case file(SceneFileError)
    /// The file can't be read.
    case unreadable(String)

    /// What is wrong, for a person.
    public var description: String {
      switch self {
      case .usage(let message), .notFound(let message), .malformed(let message), .unreadable(let message): message
      case .file(let error): error.description
      }
    }
  }

  /// Paths, scene names, operator names, row names and expressions, as typed.
  public var targets: [String]
  /// Rows to add, or to replace in the scene.
  public var inputs: [(name: String, content: Scene.Row.Content)]
  /// The available operators.
  public var catalogue: Catalogue
  /// The library to look up names in.
  public var library: SceneLibrary
  /// The dialect of the given rows.
  public var dialect: Dialect
  /// What the only unknown row of expressions is, as standard input is in a pipe; nil to leave it unknown.
  public var unknownRow: Scene.Row.Content?
  /// Commands of the program, one of which may be meant by an unknown word.
  public var commands: [String] = []
  /// What is meant by words that are commands of other programs: a clause for the error about such a word.
  package var meantByCommands: [String: String] = [:]

  /// Creates a request; ``scenes()`` resolves it.
  public init(
    targets: [String], inputs: [(name: String, content: Scene.Row.Content)] = [], catalogue: Catalogue = .standard,
    library: SceneLibrary = .shipped, dialect: Dialect = .marbled
  ) {
    self.targets = targets
    self.inputs = inputs
    self.catalogue = catalogue
    self.library = library
    self.dialect = dialect
  }

  /// The requested scenes in playing order; at least one.
  public func scenes() throws(Failure) -> [Scene] {
    if targets.isEmpty {
      return [inputs.isEmpty ? .sample(library.defaults) : scene("inputs", rows: inputRows)]
    }
    var found: [(target: String, scenes: [Scene])] = []
    for target in targets { found.append((target, try named(target))) }
    guard let scene = found.first(where: { !$0.scenes.isEmpty }) else { return [try composedScene()] }
    if let expression = found.first(where: { $0.scenes.isEmpty }) {
      throw .usage(
        "the scene `\(scene.target)` and the expression `\(expression.target)` can't be used together; give only scenes, or "
          + "only expressions")
    }
    var scenes: [Scene] = []
    for scene in found.flatMap({ $0.scenes }) { scenes.append(try replacingInputs(of: scene)) }
    return scenes
  }

  private func scene(_ name: String, rows: [Scene.Row]) -> Scene {
    var scene = Scene(name: name, step: .seconds(1), dialect: dialect, rows: rows)
    scene.apply(library.defaults)
    return scene
  }

  private var inputRows: [Scene.Row] { inputs.map { Scene.Row(name: $0.name, content: $0.content) } }

  // MARK: Scenes

  /// The scenes called `target`; empty when it is a row or an expression.
  private func named(_ target: String) throws(Failure) -> [Scene] {
    if let files = try library.files(at: target, catalogue: catalogue) { return files.map(\.scene) }
    guard Self.isBareWord(target), !inputs.contains(where: { $0.name == target }), !isNamedByExpression(target)
    else { return [] }
    do throws(SceneFileError) {
      if let file = try library.file(named: target) { return [file.scene] }
    } catch {
      throw .file(error)
    }
    guard let called = catalogue[target] else { throw notFound(target) }
    var sample = Scene(sample: called, catalogue: catalogue)
    sample.apply(library.defaults)
    return [sample]
  }

  /// Whether an earlier expression names its row like this, as in `both = merge(a, b)`.
  private func isNamedByExpression(_ word: String) -> Bool {
    targets.contains { $0.prefix { $0 != "=" }.trimmed == word && $0.contains("=") }
  }

  private func notFound(_ target: String) -> Failure {
    let files = SceneFile.endings.map { "\(target).\($0)" }
    if !target.contains("/"), let file = files.first(where: FileManager.default.fileExists) {
      return .notFound("no scene, operator or row is called `\(target)`; did you mean the file `\(file)`?")
    }
    if let meant = meantByCommands[target] {
      return .notFound("no command, scene, operator or row is called `\(target)`; \(meant)")
    }
    let rowsAndScenes = inputs.map(\.name) + library.names
    let names = rowsAndScenes + catalogue.operators.map(\.name)
    if let command = Suggestion.nearest(to: target, among: commands + names), commands.contains(command) {
      return .notFound(
        "no command, scene, operator or row is called `\(target)`; did you mean the command `\(command)`?")
    }
    let lists = "see `marbled list scenes` and `marbled list operators`"
    let mayBeRow = unknownRow != nil && RowName.isValid(target)
    let others = !mayBeRow ? lists : "to read standard input as a row, give `-i \(target)=-`; \(lists)"
    return .notFound(
      "no scene, operator or row is called `\(target)`; "
        + (Suggestion.nearest(to: target, among: names).map { "did you mean `\($0)`?" } ?? others))
  }

  private func replacingInputs(of scene: Scene) throws(Failure) -> Scene {
    guard let first = inputs.first else { return scene }
    guard scene.kind.needsRows else {
      throw .usage(
        "the \(scene.kind.name.rawValue) `\(scene.name)` has no rows; remove -i \(first.name)")
    }
    var scene = scene
    var added = 0
    for row in inputRows {
      if let position = scene.position(of: row.name) {
        if let live = row.live, var own = scene.rows[position].live {
          // A row with another live source keeps the other settings of the scene.
          own.source = live.source
          scene.rows[position].content = .live(own)
        } else {
          scene.rows[position].content = row.content
        }
      } else {
        scene.rows.insert(row, at: added)
        added += 1
      }
    }
    // Expectations of outputs do not apply to other inputs.
    for position in scene.rows.indices { scene.rows[position].expectation = nil }
    return scene
  }

  // MARK: Expressions

  /// The scene of the given rows, with the targets as expressions over them.
  public func composedScene() throws(Failure) -> Scene {
    var rows = inputRows
    // Inputs that are requested by name are rows already.
    for target in targets where !inputs.contains(where: { $0.name == target }) {
      rows.append(try outputRow(target, in: rows))
    }
    if let unknownRow, let name = onlyUnknownName(in: rows) {
      rows.insert(Scene.Row(name: name, content: unknownRow), at: inputRows.count)
    }
    return scene(targets.joined(separator: "  "), rows: rows)
  }

  /// The only name that expressions use for a row, and that no row has; nil when there is none, or several.
  private func onlyUnknownName(in rows: [Scene.Row]) -> String? {
    let known = Set(rows.map(\.name))
    let unknown = Set(rows.flatMap { $0.expression?.references.map(\.name) ?? [] }).subtracting(known)
    return unknown.count == 1 ? unknown.first : nil
  }

  private func outputRow(_ target: String, in rows: [Scene.Row]) throws(Failure) -> Scene.Row {
    let expression: Expression
    do throws(ExpressionError) {
      expression = try Expression.parse(target, catalogue: catalogue, constants: library.constants)
    } catch {
      if FileManager.default.fileExists(atPath: target) {
        throw .malformed(SceneFile.advice(forOther: target))
      }
      if isMissingFile(target) { throw .notFound("no such file: \(target)") }
      throw .malformed(error.description)
    }
    if let name = expression.name, rows.contains(where: { $0.name == name }) {
      throw .usage("two rows are called `\(name)`; names of rows must be unique")
    }
    let name = if let name = expression.name { name } else { try unusedName(for: target, in: rows) }
    return Scene.Row(name: name, content: .output(expression))
  }

  /// Whether a target that is no expression is meant as the path of a file, which is not there: `monday.ndjson`.
  private func isMissingFile(_ target: String) -> Bool {
    let row = target.prefix { $0 != "." }
    return SceneFile.isNameOfOtherFile(target) && !inputs.contains { $0.name == row }
  }

  /// `out`, `out2`, …: skips the names of outputs; a conflict with an input is an error.
  private func unusedName(for target: String, in rows: [Scene.Row]) throws(Failure) -> String {
    let outputs = rows.filter { $0.expression != nil && $0.expression?.name == nil }.count
    let name = outputs == 0 ? "out" : "out\(outputs + 1)"
    if rows.contains(where: { $0.name == name && $0.expression == nil }) {
      throw .usage(
        "the default name of `\(target)`, `\(name)`, is the name of an input; choose a name, as in `both = \(target)`")
    }
    guard rows.contains(where: { $0.name == name }) else { return name }
    return (2...).lazy.map { "out\($0)" }.first { name in !rows.contains { $0.name == name } }!
  }

  private static func isBareWord(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
  }
}
