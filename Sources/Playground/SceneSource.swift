internal import Expressions
internal import Marbles
internal import Operators
internal import Playback
internal import SceneFiles
internal import SceneUpdating
internal import Scenes

/// The scene of a request, and its text.
struct SceneSource {
  var scene: Scene
  /// The file of the scene; nil for rows, which have no text.
  private var file: SceneFile?

  /// Reads the scene of a request. Nothing outside of the request is read, and no scene names a file or a command.
  ///
  /// - Parameter cancellation: stops reading.
  init(_ request: RunRequest, limits: RunLimits, _ cancellation: Cancellation) throws(RunFailure) {
    let constants = RunMeter.constants(cancellation: cancellation)
    switch request.content {
    case .yaml(let text):
      guard text.count <= limits.characters else { throw .tooLarge("\(limits.characters) characters") }
      do throws(SceneFileError) {
        let file = try SceneFile(parsing: text, path: "\(request.name).yaml", constants: constants)
        (scene, self.file) = (file.scene, file)
      } catch {
        throw RunFailure([SceneDiagnostic(error)])
      }
    case .rows(let rows, let expressions):
      let characters = rows.reduce(0) { $0 + $1.diagram.count } + expressions.reduce(0) { $0 + $1.count }
      guard characters <= limits.characters else { throw .tooLarge("\(limits.characters) characters") }
      guard rows.count + expressions.count <= limits.rows else { throw .tooLarge("\(limits.rows) rows") }
      scene = try Self.scene(request, rows, expressions, constants)
    }
  }

  /// The text of the scene after edits: the text of the request with as few changes as possible.
  ///
  /// - Throws: ``RunFailure`` when the edited scene can't be written.
  func text(of edited: Scene) throws(RunFailure) -> String {
    guard let file else { return edited.yaml }
    do throws(SceneFileError) { return try file.updated(to: edited).text } catch {
      throw RunFailure([SceneDiagnostic(error)])
    }
  }

  // MARK: Rows

  private static func scene(
    _ request: RunRequest, _ rows: [(name: String, diagram: String)], _ expressions: [String], _ constants: RunMeter
  ) throws(RunFailure) -> Scene {
    var scene = Scene(name: request.name, rows: [])
    var diagnostics: [SceneDiagnostic] = []
    for (position, row) in rows.enumerated() {
      do throws(DiagramError) {
        guard RowName.isValid(row.name) else {
          diagnostics.append(SceneDiagnostic(SceneEditError.invalidName(row.name), edit: nil, in: scene))
          continue
        }
        let diagram = try Diagram.parse(
          row.diagram, row: row.name, step: scene.step, dialect: request.dialect, color: .forInput(position))
        // As on the command line: RxJS subscribes to a cold observable for each reader.
        let input = Scene.Input(diagram.timeline, start: request.dialect == .rx ? .cold : .hot)
        scene.rows.append(Scene.Row(name: row.name, content: .input(input)))
      } catch {
        diagnostics.append(
          SceneDiagnostic(error.message, column: error.column, row: row.name, suggestion: error.suggestion))
      }
    }
    for (position, text) in expressions.enumerated() {
      do throws(ExpressionError) {
        let expression = try Expression.parse(text, constants: constants)
        let name = expression.name ?? (position == 0 ? "out" : "out\(position + 1)")
        scene.rows.append(Scene.Row(name: name, content: .output(expression)))
      } catch {
        diagnostics.append(SceneDiagnostic(error.message, column: error.column, row: "expression \(position + 1)"))
      }
    }
    guard diagnostics.isEmpty else { throw RunFailure(diagnostics) }
    guard !scene.rows.isEmpty else {
      throw RunFailure([SceneDiagnostic("the scene has no rows; expected at least one")])
    }
    do throws(SceneError) { try scene.check() } catch { throw RunFailure([SceneDiagnostic(error)]) }
    return scene
  }
}

/// Why there is nothing to show.
public struct RunFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public var diagnostics: [SceneDiagnostic]

  /// Creates a failure.
  public init(_ diagnostics: [SceneDiagnostic]) { self.diagnostics = diagnostics }

  static func tooLarge(_ limit: String) -> RunFailure {
    RunFailure([SceneDiagnostic("the scene is too large; expected at most \(limit)")])
  }
}

extension RunFailure {
  /// The JSON object with the diagnostics alone.
  public var json: String { RunAnswer.diagnosticsOnly(diagnostics) }
}
