import ArgumentParser
import CommandSupport
import Inputs
import Marbles
import SceneFiles
import Scenes

/// The option that records live rows, shared by the commands that play them.
struct RecordOptions: ParsableArguments {
  @Option(
    name: .customLong("record"),
    help: ArgumentHelp(
      """
      Append what arrives in live rows to this file, as timed NDJSON. Replay it with -i name=@FILE, or turn it into a \
      scene with `marbled convert`.
      """, valueName: "file"))
  var path: String?

  /// Opens the file; nil without the option.
  ///
  /// - Parameters:
  ///   - scenes: the scenes that will run.
  ///   - roomWait: how long a scene waits for a slow file.
  ///   - onProblem: called on another thread when the recording has a warning.
  func recording(
    of scenes: [Scene], roomWait: Duration, onProblem: @escaping @Sendable () -> Void = {}
  ) throws -> LiveRecording? {
    guard let path else { return nil }
    guard scenes.contains(where: \.isLive) else {
      throw CommandFailure(.usage, "--record records live rows, and no row is live; expected one, as in -i a=-")
    }
    return LiveRecording(try RecordingFile(path, roomWait: roomWait, onProblem: onProblem))
  }
}

/// The recording of all live scenes of a command.
final class LiveRecording: Sendable {
  private let file: RecordingFile

  init(_ file: RecordingFile) { self.file = file }

  /// The recorder of a run of `scene`; nil when no row is live.
  func recorder(of scene: Scene) -> (any ArrivalRecorder)? {
    scene.isLive ? file.run(of: scene, yaml: scene.yaml) : nil
  }

  /// The problems since the last call, as warnings for standard error.
  func takeWarnings() -> [String] { file.takeProblems().map { "warning: \(DisplayText.shortened($0, to: 300))" } }

  /// Writes what is left, and prints the last warnings.
  func close() {
    file.close()
    for warning in takeWarnings() { StandardStreams.printError(warning) }
  }
}
