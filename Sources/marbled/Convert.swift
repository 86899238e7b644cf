import ArgumentParser
import CommandSupport
import Formats
import Inputs
import Marbles
import SceneFiles
import Scenes

/// Turns a recording, or files of lines, into a scene, diagrams or JSON.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Turn a recording into a scene that expects what the outputs emitted.",
    discussion: """
      A recording is a file of `marbled run --record` or `marbled play --record`. `convert` runs the recorded scene \
      again, with what arrived in its live rows, and writes the result.

        marbled run 'log.removeDuplicates()' -i log=- --record run.ndjson < app.log
        marbled convert run.ndjson > run.yaml
        marbled check run.yaml

      With -i, it takes rows from files of lines, such as logs, instead of a recording. Their times are those of the lines.

        marbled convert 'log.map { $0.n }' -i log=@app.log --time log=.ts > app.yaml
      """)

  /// The output formats.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case scene, marble, json
  }

  @Argument(help: "The recording; with -i, the first expression.")
  var file: String?

  @Argument(help: "Expressions over the recorded rows, instead of those of the recorded scene.")
  var expressions: [String] = []

  @Option(
    name: .customShort("i"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Make a row of a file, instead of a recording: @FILE with timed NDJSON, or with any lines if --time or --lines says how \
      to read them.
      """, valueName: "name=spec"))
  var inputs: [String] = []

  @OptionGroup var lineOptions: LineOptions

  @Option(
    name: .customLong("to"),
    help: "Output format: scene is a scene file with expectations, marble a diagram per row, json an event per line.")
  var form: Form = .scene

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Keep events from this scene time on.", valueName: "duration"),
    transform: FlagValue.time)
  var from: SceneTime = .zero

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("Keep only this much time after --from.", valueName: "duration"), transform: FlagValue.duration)
  var length: SceneTime?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("Which run to use if the file has several; 1 is the first. (default: the last)", valueName: "n"))
  var number: Int?

  func validate() throws {
    if inputs.isEmpty {
      guard file != nil else { throw ValidationError("expected a recording, or rows of files, as in -i log=@FILE") }
      if let flag = lineOptions.given.first {
        throw ValidationError("\(flag) is about lines of files, and a recording has its own; expected -i NAME=@FILE")
      }
    } else if number != nil {
      throw ValidationError("--run chooses a run of a recording; with -i there is none")
    }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      let scene = try inputs.isEmpty ? recordedScene(file ?? "") : sceneOfFiles()
      let recording = try BoundedRun(scene).perform().get()
      switch form {
      case .scene: StandardStreams.print(scene.expecting(recording).yaml)
      case .marble: StandardStreams.print(SceneFormat.marble.write(SceneDocument(scene, recording)))
      case .json: StandardStreams.print(SceneFormat.json.write(SceneDocument(scene, recording)))
      }
    }
  }

  private func recordedScene(_ file: String) throws -> Scene {
    let runs = try RecordedRun.read(file)
    let position = (number ?? runs.count) - 1
    guard runs.indices.contains(position) else {
      throw CommandFailure(.usage, "--run: expected a number from 1 to \(runs.count), the number of runs in \(file)")
    }
    let recorded = runs[position]
    if number == nil, runs.count > 1 {
      StandardStreams.printError("note: \(file) has \(runs.count) runs; using the last one, choose another with --run")
    }
    if recorded.unrecorded > 0 {
      StandardStreams.printError("warning: \(recorded.unrecorded) events are missing in \(file)")
    }
    return try Scene(recorded: recorded, file: file, expressions: expressions, from: from, for: length)
  }

  /// The scene whose rows are files.
  private func sceneOfFiles() throws -> Scene {
    var rows: [(name: String, content: Scene.Row.Content)] = []
    for text in inputs {
      let spec = try InputSpec(parsing: text)
      guard case .file(let path) = spec.source, !spec.isLive else {
        throw CommandFailure(.usage, "`\(text)` is no file; to convert it, expected \(spec.name)=@FILE")
      }
      if rows.contains(where: { $0.name == spec.name }) {
        throw CommandFailure(.usage, "the input `\(spec.name)` is given twice; expected one -i per row")
      }
      let color = MarbleColor.forInput(rows.count)
      rows.append((spec.name, .input(try lineOptions.input(from: path, row: spec.name, color: color))))
    }
    let request = SceneRequest(targets: [file].compactMap(\.self) + expressions, inputs: rows)
    var scene = try request.composedScene()
    try lineOptions.apply(to: &scene, except: Set(rows.map(\.name).filter(lineOptions.isTimed)), isAlone: true)
    scene.cut(from: from, for: length)
    return scene
  }
}
