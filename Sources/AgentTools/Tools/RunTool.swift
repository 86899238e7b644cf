internal import Formats
internal import Marbles
internal import Narrations
internal import Playground
internal import Scenes

extension AgentTool {
  /// Runs a scene, and says what its rows do.
  static let runScene = AgentTool(
    name: "run", title: "Run streams",
    about: """
      Runs asynchronous streams on a virtual clock. Returns each row as a marble diagram, what happened as sentences, notes on \
      likely mistakes in the input, and what a doctor finds, such as a queue that grows or values that are lost.
      """,
    parameters: SceneArguments.parameters + [
      Parameter(name: "stages", kind: .flag, about: "Whether each operator of a chain is a row, too.")
    ]
  ) { arguments, context throws(ToolFailure) in
    let answer = try SceneArguments.run(arguments, context) { $0.hasFindings = true }
    let (scene, recording) = (answer.document.scene, answer.document.recording)
    let shown = arguments.flag("stages") ? recording : recording.withoutStages
    let findings = SceneFindings(in: recording, of: scene, style: .spoken)
    let notes =
      numberNotes(arguments, scene) + recording.failureSentences
      + answer.diagnostics.map { "error: \($0.message)" }
    var parts = ["Rows:\n\(SceneFormat.marble.write(SceneDocument(scene, shown)))"]
    if scene.rows.isEmpty { parts = [] }
    parts.append("What happens:\n\(NarrationFormat.sentences.print(shown, of: scene))")
    if !notes.isEmpty { parts.append("Notes:\n\(lines(notes))") }
    if !findings.isEmpty { parts.append("Findings:\n\(lines(findings.lines))") }
    return ToolAnswer(parts)
  }

  static func lines(_ texts: [String]) -> String { texts.map { "\($0)\n" }.joined() }

  /// Notes about diagrams whose digits may have been meant as numbers.
  private static func numberNotes(_ arguments: ToolArguments, _ scene: Scene) -> [String] {
    guard case .object(let rows)? = arguments["rows"] else {
      return arguments.texts("rows").compactMap { row in
        let parts = row.split(separator: "=", maxSplits: 1).map { $0.trimmed }
        return parts.count < 2 ? nil : Diagram.noteOnNumbers(in: String(parts[1])).map { "\(parts[0]): \($0)" }
      }
    }
    return rows.sorted { $0.key < $1.key }.compactMap { name, diagram in
      guard case .string(let text) = diagram else { return nil }
      return Diagram.noteOnNumbers(in: text).map { "\(name): \($0)" }
    }
  }
}
