import ArgumentParser
import CommandSupport
import Formats
import Inputs
import Marbles
import Playback
import SceneFiles
import Scenes

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two recordings or scenes, and show the rows that differ.",
    discussion: """
      marbled runs both without waiting, and compares the times, values and ends of rows of the same name. It shows both diagrams \
      of a row that differs, with a caret at the first difference.

        marbled diff monday.ndjson tuesday.ndjson --within 10ms
        marbled diff before.yaml after.yaml

      The times of live runs never agree exactly: --within says how far apart those of the same value may be.

      The exit code is 0 if all rows agree, 1 if one differs or is missing, 65 if a file is malformed, and 66 if there is none.
      """)

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: "What is expected: a recording, a scene file, or the name of a scene.")
  var expected: String

  @Argument(help: "What to compare with it.")
  var actual: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Accept times of the same value that are at most this far apart. (default: equal times)", valueName: "duration"),
    transform: FlagValue.duration)
  var within: SceneTime?

  @Option(help: "Output format.")
  var format: Format = .text

  @OptionGroup var timeLimitOption: TimeLimitOption
  @OptionGroup var colors: TextColorOption

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      let (first, second) = (try recorded(expected), try recorded(actual))
      let comparison = RecordingComparison(first, second.recording, within: within ?? .zero)
      switch format {
      case .text:
        StandardStreams.printText(
          RecordingComparisonText.print(
            comparison, of: (expected, actual), width: StandardStreams.outputColumns ?? 100), highlights: .messages)
      case .json: StandardStreams.print(RecordingComparisonText.json(comparison))
      }
      if comparison.differences > 0 { throw ExitCode(CommandExitCode.general.rawValue) }
    }
  }

  /// Runs a recording or a scene.
  private func recorded(_ target: String) throws -> (scene: Scene, recording: Recording) {
    let scene = try RecordedScene(target).scene
    let outcome: RunOutcome
    do throws(OutOfTime) {
      outcome = try timeLimitOption.timeLimit.perform { BoundedRun(scene, cancellation: $0).perform() }
    } catch {
      throw CommandFailure(.general, error.message(for: target))
    }
    let recording = try outcome.get()
    guard !recording.rows.isEmpty else {
      throw CommandFailure(
        .usage, "\(target) is a \(scene.kind.name.rawValue) without rows; expected a scene with rows")
    }
    return (scene, recording)
  }
}
