import ArgumentParser
import CommandSupport
import Formats
import Inputs
import Marbles
import SceneFiles
import Scenes

/// Turns a recording into a scene, diagrams or JSON.
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
      """)

  /// The output formats.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case scene, marble, json
  }

  @Argument(help: "The recording.")
  var file: String

  @Argument(help: "Expressions over the recorded rows, instead of those of the recorded scene.")
  var expressions: [String] = []

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

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      let runs = try RecordedRun.read(file)
      let position = (number ?? runs.count) - 1
      guard runs.indices.contains(position) else {
        throw CommandFailure(.usage, "--run: expected a number from 1 to \(runs.count), the number of runs in \(file)")
      }
      let recorded = runs[position]
      if number == nil, runs.count > 1 {
        StandardStreams.printError(
          "note: \(file) has \(runs.count) runs; using the last one, choose another with --run")
      }
      if recorded.unrecorded > 0 {
        StandardStreams.printError("warning: \(recorded.unrecorded) events are missing in \(file)")
      }
      let scene = try Scene(recorded: recorded, file: file, expressions: expressions, from: from, for: length)
      let recording = try BoundedRun(scene).perform().get()
      switch form {
      case .scene: StandardStreams.print(scene.expecting(recording).yaml)
      case .marble: StandardStreams.print(SceneFormat.marble.write(SceneDocument(scene, recording)))
      case .json: StandardStreams.print(SceneFormat.json.write(SceneDocument(scene, recording)))
      }
    }
  }
}
