import ArgumentParser
import CommandSupport
import Drawing
import Formats
import Foundation
import Marbles
import Narrations
import Player
import SceneFiles
import Scenes
import Terminal

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a scene without waiting, and print the result.",
    discussion: Preferences.help)

  @OptionGroup(title: "What to render") var sceneOptions: SceneOptions
  @OptionGroup(title: "How it looks") var display: DisplayOptions

  @Option(
    help: ArgumentHelp("Output format.", valueName: "format"))
  var format: SceneFormat = .marble

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scene time of the frame. (default: the end)", valueName: "duration"),
    transform: FlagValue.time)
  var at: SceneTime?

  @Option(help: ArgumentHelp("The size of the frame.", valueName: "colsxrows"), transform: FlagValue.size)
  var size = Size(columns: 80, rows: 24)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file.", valueName: "file"))
  var output: String?

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try Failure.reported {
      let preferences = try Preferences.read()
      // A scene for others must not depend on the user's preferences.
      let scene = try sceneOptions.scene(format.isOfScene ? SceneDefaults() : preferences.scene)
      let recording = format.isOfScene ? scene.emptyRecording() : try scene.recorded()
      let document = SceneDocument(
        scene, recording, settings: display.settings(preferences), size: size, time: at)
      guard !format.isPicture || document.fits else {
        let least = SceneDrawing.minimumSize
        throw Failure(
          .usage,
          "--size: \(size.columns)x\(size.rows) is too small; a frame needs at least \(least.columns)x\(least.rows)")
      }
      try write(format.write(document))
      if scene.rows.isEmpty, [.marble, .json, .tsv].contains(format) {
        // Empty output is correct, but looks like an error.
        StandardStreams.printError(
          "note: \(scene.name) is a \(scene.kind.name.rawValue) without rows, so it has no events; use --format frame")
      }
      if format == .marble || format.isPicture { explainFailures(in: recording) }
    }
  }

  /// Prints to standard error why rows failed, because a diagram has only a mark for it.
  private func explainFailures(in recording: Recording) {
    for row in recording.rows where !row.isInput {
      guard case .error(let time, let message) = row.timeline.end, message != Timeline.defaultErrorMessage else {
        continue
      }
      StandardStreams.printError(
        "note: row \(row.name) fails at \(time.inMilliseconds) s: \(DisplayText.shortened(message, to: 200))")
    }
  }

  private func write(_ text: String) throws {
    guard let output else { return StandardStreams.print(text) }
    do {
      try text.write(toFile: output, atomically: true, encoding: .utf8)
    } catch {
      throw Failure(.inputOutput, "\(output) can't be written: \(error.localizedDescription)")
    }
  }
}
