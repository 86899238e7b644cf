import ArgumentParser
import CommandSupport
import Drawing
import Exports
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

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case marble, json, text, frame, ansi, yaml, command
  }

  @OptionGroup(title: "What to render") var sceneOptions: SceneOptions
  @OptionGroup(title: "How it looks") var display: DisplayOptions

  @Option(
    help: ArgumentHelp(
      "Output format: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "format"))
  var format: Format = .marble

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
      let defaults = [.yaml, .command].contains(format) ? SceneDefaults() : preferences.scene
      let scene = try sceneOptions.scene(defaults)
      switch format {
      // Exporting a scene does not require a run.
      case .yaml: try write(scene.yaml)
      case .command: try write(scene.commandLine + "\n")
      case .json, .marble, .text: try tell(scene)
      case .frame, .ansi: try draw(scene, display.settings(preferences))
      }
    }
  }

  /// Writes the events of a scene.
  private func tell(_ scene: Scene) throws {
    if format == .text, let sentence = scene.kind.sentence { return try write(DisplayWidth.escaped(sentence) + "\n") }
    if scene.rows.isEmpty {
      // Empty output is correct, but looks like an error.
      StandardStreams.printError(
        "note: \(scene.name) is a \(scene.kind.name.rawValue) without rows, so it has no events; use --format frame"
      )
      return try write("")
    }
    let recording = try scene.recorded()
    switch format {
    case .json: try write(JSONLines.print(recording, of: scene))
    case .text: try write(DisplayWidth.printable(NarrationFormat.sentences.print(recording, of: scene)))
    default:
      try write(MarbleSheet.print(recording, of: scene))
      explainFailures(in: recording)
    }
  }

  /// Writes a picture of a scene for the terminal that flags and environment describe, even to a file.
  private func draw(_ scene: Scene, _ settings: DisplaySettings) throws {
    guard scene.fits(size) else {
      let least = SceneDrawing.minimumSize
      throw Failure(
        .usage,
        "--size: \(size.columns)x\(size.rows) is too small; a frame needs at least \(least.columns)x\(least.rows)")
    }
    let recording = try scene.recorded()
    if format == .ansi {
      let canvas = frame(of: scene, recording, settings, settings.capabilities)
      try write(Renderer(capabilities: settings.capabilities).lines(canvas).map { $0 + "\n" }.joined())
    } else {
      let capabilities = Capabilities(glyphs: settings.isASCII ? .ascii : .full)
      try write(frame(of: scene, recording, settings, capabilities).text + "\n")
    }
    explainFailures(in: recording)
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

  private func frame(
    of scene: Scene, _ recording: Recording, _ settings: DisplaySettings, _ capabilities: Capabilities
  ) -> Canvas {
    let drawing = settings.drawing(for: scene, plan: recording, capabilities)
    // As in `play`: a scene that ends stops at its end.
    let last = scene.isEndless ? .distantFuture : recording.duration
    let time = at.map { min($0, last) } ?? recording.duration
    let moment = FrameState(
      time: time, speedFactor: scene.speedFactor, state: at == nil ? .finished : .paused)
    return drawing.frame(recording, at: moment, size: size)
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

extension Scene {
  /// Whether a frame of this size can show the scene; rain needs no room for text.
  fileprivate func fits(_ size: Size) -> Bool {
    if case .matrix = kind { return true }
    return size.columns >= SceneDrawing.minimumSize.columns && size.rows >= SceneDrawing.minimumSize.rows
  }
}
