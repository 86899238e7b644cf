internal import Formats
internal import Inputs
internal import Marbles
internal import Playground
internal import SceneFiles
internal import Scenes

extension AgentTool {
  /// The formats that `convert` writes, by their names.
  private static let formats: [(name: String, format: SceneFormat?)] =
    [("scene", nil)] + [SceneFormat.marble, .json, .tsv, .swift, .asv, .trace, .command].map { ($0.rawValue, $0) }

  /// Turns a recording, or diagrams of a dialect, into a scene or a test.
  static let convert = AgentTool(
    name: "convert", title: "Convert recordings and diagrams",
    about: """
      Turns a recording (the NDJSON of `marbled run --record` or of a program with taps), a scene, or diagrams of RxJS or \
      AsyncSequenceValidation into a scene file whose outputs expect what they emit now, diagrams, events as JSON, tests in Swift \
      (`swift`, or `asv` for AsyncSequenceValidation), a trace for Perfetto, or a command line.
      """,
    parameters: [
      Parameter(name: "recording", kind: .text, about: "The text of a recording, instead of `scene` or `rows`.")
    ] + SceneArguments.parameters + [
      Parameter(name: "to", kind: .choice(formats.map(\.name)), about: "What to write; `scene` by default.")
    ]
  ) { arguments, context throws(ToolFailure) in
    var scene: Scene
    if let text = arguments.text("recording") {
      for other in ["scene", "rows", "dialect"] where arguments[other] != nil {
        throw ToolFailure("convert: `recording` can't be combined with `\(other)`; expected one of them")
      }
      scene = try recorded(text, arguments.texts("expressions"), context)
    } else {
      scene = try SceneArguments.scene(arguments, context).scene
    }
    let format = formats.first { $0.name == arguments.text("to") }?.format
    if let format { scene = format.scene(for: scene) }
    let recording: Recording
    do throws(RunFailure) {
      recording = try SceneRun.record(
        scene, context.limits.run, context.cancellation, stages: format == .trace ? .all : .none)
    } catch {
      throw ToolFailure(error)
    }
    guard let format else { return ToolAnswer([scene.expecting(recording).yaml]) }
    let document = SceneDocument(scene, recording)
    let refusals = format.refusals(of: document).map { "note: \($0)" }
    guard !format.refusesAll(of: document) else {
      throw ToolFailure(lines(["AsyncSequenceValidation can test no output of the scene:"] + refusals))
    }
    return ToolAnswer([format.write(document)] + (refusals.isEmpty ? [] : [lines(refusals)]))
  }

  /// The scene of the last run in a recording.
  private static func recorded(
    _ text: String, _ expressions: [String], _ context: ToolContext
  ) throws(ToolFailure) -> Scene {
    let path = "the text"
    let runs: [RecordedRun]
    do throws(InputError) { runs = try RecordedRun.runs(in: text, path: path) } catch {
      throw ToolFailure("error: \(error)")
    }
    guard let run = runs.last else { throw ToolFailure("error: the recording has no run") }
    guard run.scene.count <= context.limits.run.characters else {
      throw ToolFailure(
        "convert: the recorded scene is too large; expected at most \(context.limits.run.characters) characters")
    }
    let events = run.rows.reduce(0) { $0 + $1.timeline.events.count }
    guard events <= context.limits.recordedEvents else {
      throw ToolFailure(
        "convert: the recording has \(events) events; expected at most \(context.limits.recordedEvents), so cut it with "
          + "`marbled convert --from --for` in a shell")
    }
    do {
      let scene = try Scene(recorded: run, file: path, expressions: expressions)
      try SceneRun.check(scene, context.limits.run)
      return scene
    } catch let failure as RunFailure {
      throw ToolFailure(failure)
    } catch {
      throw ToolFailure("error: \(error)")
    }
  }
}
