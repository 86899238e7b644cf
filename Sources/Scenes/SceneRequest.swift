public import Marbles
public import Operators

/// What a command line asks for: targets and input rows, made into a scene.
///
/// A target that is one bare word is looked up as a row that was given, a scene, then an operator; anything else is an
/// expression. Scenes stand alone; expressions are rows of one scene.
public struct SceneRequest: Sendable {
  /// Why there is no such scene.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Asked for in a way that can't be.
    case usage(String)
    /// Nothing is called so.
    case notFound(String)
    /// It can't be read or played.
    case malformed(String)

    /// What is wrong, for a person.
    public var description: String {
      switch self {
      case .usage(let message), .notFound(let message), .malformed(let message): message
      }
    }
  }

  /// Scene names, operator names, row names and expressions, as they were typed.
  public var targets: [String]
  /// Rows to add, or to put in the place of the scene's rows of that name.
  public var inputs: [(name: String, timeline: Timeline)]
  /// The operators that expressions may use.
  public var catalogue: Catalogue
  /// The scenes that can be named.
  public var scenes: [Scene]

  /// Creates a request.
  public init(
    targets: [String], inputs: [(name: String, timeline: Timeline)], catalogue: Catalogue = .standard,
    scenes: [Scene] = [.sample]
  ) {
    self.targets = targets
    self.inputs = inputs
    self.catalogue = catalogue
    self.scenes = scenes
  }

  /// The scene that is asked for.
  public func scene() throws(Failure) -> Scene {
    if targets.isEmpty {
      return inputs.isEmpty ? .sample : Scene(name: "inputs", step: .seconds(1), rows: inputRows)
    }
    if targets.count == 1, let scene = try namedScene(targets[0]) { return scene }
    var rows = inputRows
    for target in targets { rows.append(try outputRow(target, in: rows)) }
    return Scene(name: targets.joined(separator: "  "), step: .seconds(1), rows: rows)
  }

  private var inputRows: [Scene.Row] { inputs.map { Scene.Row(name: $0.name, content: .input($0.timeline)) } }

  /// A scene or an operator's sample, when `target` is a bare word for one.
  private func namedScene(_ target: String) throws(Failure) -> Scene? {
    guard Self.isBareWord(target), !inputs.contains(where: { $0.name == target }) else { return nil }
    if let scene = scenes.first(where: { $0.name == target }) { return replacingInputs(of: scene) }
    if let called = catalogue[target] {
      var scene = Scene(sample: called, catalogue: catalogue)
      let output = scene.rows.removeLast()
      scene = replacingInputs(of: scene)
      scene.rows.append(output)
      return scene
    }
    throw notFound(target)
  }

  private func notFound(_ target: String) -> Failure {
    let rowsAndScenes = inputs.map(\.name) + scenes.map(\.name)
    let names = rowsAndScenes + catalogue.operators.map(\.name)
    return .notFound(
      "no scene, operator or row is called `\(target)`"
        + (Suggestion.nearest(to: target, among: names).map { "; did you mean `\($0)`?" }
          ?? "; there are \(rowsAndScenes.joined(separator: ", ")), and what `marbled list operators` shows"))
  }

  private func replacingInputs(of scene: Scene) -> Scene {
    var scene = scene
    var added = 0
    for row in inputRows {
      if let position = scene.position(of: row.name) {
        scene.rows[position].content = row.content
      } else {
        scene.rows.insert(row, at: added)
        added += 1
      }
    }
    return scene
  }

  private func outputRow(_ target: String, in rows: [Scene.Row]) throws(Failure) -> Scene.Row {
    if Self.isBareWord(target), !rows.contains(where: { $0.name == target }) {
      guard scenes.contains(where: { $0.name == target }) || catalogue[target] != nil else { throw notFound(target) }
      throw .usage("`\(target)` can't stand beside other targets: scenes are played one at a time")
    }
    let expression: Expression
    do throws(ExpressionError) {
      expression = try Expression.parse(target, catalogue: catalogue)
    } catch {
      throw .malformed(error.description)
    }
    if let name = expression.name, rows.contains(where: { $0.name == name }) {
      throw .usage("the name `\(name)` is taken; two rows can't have one name")
    }
    let name = if let name = expression.name { name } else { try unusedName(for: target, in: rows) }
    return Scene.Row(name: name, content: .output(expression))
  }

  /// `out`, `out2`, …; a named output that is called so is passed over, an input is the user's to tell apart.
  private func unusedName(for target: String, in rows: [Scene.Row]) throws(Failure) -> String {
    let outputs = rows.filter { $0.expression != nil && $0.expression?.name == nil }.count
    let name = outputs == 0 ? "out" : "out\(outputs + 1)"
    if rows.contains(where: { $0.name == name && $0.timeline != nil }) {
      throw .usage("`\(target)` would be called `\(name)`, as an input is; name it, as in `both = \(target)`")
    }
    guard rows.contains(where: { $0.name == name }) else { return name }
    return (2...).lazy.map { "out\($0)" }.first { name in !rows.contains { $0.name == name } }!
  }

  private static func isBareWord(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
  }
}
