import ArgumentParser
import CommandSupport
import Drawing
import Formats
import Foundation
import Inputs
import Marbles
import Narrations
import Playback
import Player
import SceneFiles
import Scenes
import Terminal

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Run a scene without waiting, and print the result.",
    discussion: Preferences.help)

  @OptionGroup(title: "What to render") var sceneOptions: SceneOptions
  @OptionGroup(title: "How it looks") var display: DisplayOptions

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Output format. (default: by the extension of --output, else marble)", valueName: "format"))
  var givenFormat: SceneFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scene time of the picture. (default: the end)", valueName: "duration"),
    transform: FlagValue.time)
  var at: SceneTime?

  @Option(
    help: ArgumentHelp("The size of a picture. (default: 80x24; svg: as high as needed)", valueName: "colsxrows"),
    transform: FlagValue.size)
  var size: Size?

  @Flag(help: "Show what happens inside expressions, operator by operator.")
  var stages = false

  @Flag(help: "Write an SVG that plays by itself.")
  var animate = false

  @Flag(help: "Write the pictures that Markdown documents link to.")
  var update = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file.", valueName: "file"))
  var output: String?

  @OptionGroup var strict: StrictOption
  @OptionGroup var timeLimitOption: TimeLimitOption

  /// The path of the output; nil for standard output, also as `-`.
  private var path: String? { output == "-" ? nil : output }

  /// Whether the output is a picture of points, which `rsvg-convert` makes of an SVG.
  private var isPNG: Bool { givenFormat == nil && output?.lowercased().hasSuffix(".png") == true }

  private var format: SceneFormat {
    if isPNG { return .svg }
    return givenFormat ?? output.flatMap { SceneFormat(fileName: $0) } ?? (animate ? .svg : .marble)
  }

  func validate() throws {
    if update {
      guard !sceneOptions.targets.isEmpty else { throw ValidationError("--update needs Markdown documents") }
      guard givenFormat == nil, output == nil, at == nil, size == nil, !animate else {
        throw ValidationError("--update takes the options of pictures from comments in the documents; leave them out")
      }
    }
    if animate, isPNG {
      throw ValidationError("--animate can't be used with a PNG, which shows one time; write an SVG")
    }
    if animate, format != .svg { throw ValidationError("--animate can be used only with --format svg") }
    if stages, format.isOfScene || [.swift, .asv].contains(format) {
      throw ValidationError("--stages can't be used with --format \(format.rawValue), which shows the scene alone")
    }
    if at != nil, format == .cast {
      throw ValidationError("--at can't be used with --format cast: a cast shows all times")
    }
    if at != nil, format == .html {
      throw ValidationError("--at can't be used with --format html: a page shows all times")
    }
    if givenFormat == nil, !isPNG, let path { try OutputEnding.check(path, formats: SceneFormat.allCases) }
    if at != nil, animate { throw ValidationError("--at can't be used with --animate: the picture shows all times") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      let timeLimit = timeLimitOption.timeLimit
      if update { return try DocumentUpdate.run(sceneOptions.targets, within: timeLimit) }
      let preferences = Preferences.ofUser
      let rendering: Result<Rendering, any Error>
      do throws(OutOfTime) {
        rendering = try timeLimit.perform { cancellation in
          Result { try self.rendering(preferences, cancellation, isLimited: timeLimit != nil) }
        }
      } catch {
        throw CommandFailure(.general, error.message(for: subject))
      }
      let result = try rendering.get()
      switch result.output {
      case .text(let text): try write(text)
      case .cast(let cast): try writeLines { emit in try cast.write(emit) }
      case .spool(let spool): try writeLines { emit in try spool.read(emit) }
      }
      for note in result.notes { StandardStreams.printError("note: \(note)") }
      for warning in result.warnings { StandardStreams.printError(warning) }
      try strict.check(result.hasTrouble)
    }
  }

  /// What the command prints.
  private struct Rendering: Sendable {
    enum Output: Sendable {
      case text(String)
      /// A cast that is computed while it is written.
      case cast(Asciicast)
      case spool(TemporaryText)
    }

    var output: Output
    /// For standard error, after the output.
    var notes: [String]
    /// For standard error, after the notes: what closures do to every value by mistake.
    var warnings: [String]
    /// Whether something went wrong in a row.
    var hasTrouble: Bool
  }

  /// The scene in messages: the targets as typed.
  private var subject: String {
    if sceneOptions.targets.isEmpty { return sceneOptions.inputs.isEmpty ? "sample" : "inputs" }
    return DisplayText.shortened(sceneOptions.targets.joined(separator: " "), to: 200)
  }

  // MARK: Computing

  /// Computes everything that is printed, and prints nothing of it.
  ///
  /// - Parameters:
  ///   - preferences: the preferences of the user.
  ///   - cancellation: stops computing.
  ///   - isLimited: whether the result must be complete before its first line is written.
  private func rendering(
    _ preferences: Preferences, _ cancellation: Cancellation, isLimited: Bool
  ) throws -> Rendering {
    // A scene for others must not depend on the user's preferences.
    let defaults = format.isOfScene ? SceneDefaults() : preferences.scene
    let selection = try sceneOptions.selection(defaults, cancellation, cutsScenes: format != .cast)
    let scenes = format == .cast ? selection.scenes : [try selection.only()]
    let documents = try scenes.map { try document(of: $0, preferences, cancellation) }
    if let document = documents.first(where: format.refusesAll) {
      let reasons = format.refusals(of: document).map { "\n  \($0)" }.joined()
      throw CommandFailure(
        .malformed, "AsyncSequenceValidation can test no output of \(document.scene.name)" + reasons)
    }
    let warnings = documents.flatMap(\.recording.warnings)
    return Rendering(
      output: try output(of: documents, cancellation, isLimited: isLimited), notes: documents.flatMap(notes),
      warnings: warnings,
      hasTrouble: selection.hasTrouble || !warnings.isEmpty || documents.contains { $0.recording.hasFailedOutput })
  }

  private func output(
    of documents: [SceneDocument], _ cancellation: Cancellation, isLimited: Bool
  ) throws -> Rendering.Output {
    guard format == .cast else { return .text(format.write(documents[0])) }
    let cast = Asciicast(documents, limit: sceneOptions.playingTime.map { Duration($0) })
    guard isLimited else { return .cast(cast) }
    // Not in memory, as a cast can be long.
    let spool = try TemporaryText()
    try cast.write { line in
      if let cause = cancellation.cause { throw SceneError.stopped(cause) }
      try spool.write(line)
    }
    return .spool(spool)
  }

  /// What is said about a scene beside its output.
  private func notes(on document: SceneDocument) -> [String] {
    var notes: [String] = []
    if document.scene.rows.isEmpty, [.marble, .json, .tsv, .trace].contains(format) {
      // Empty output is correct, but looks like an error.
      notes.append(
        "\(document.scene.name) is a \(document.scene.kind.name.rawValue) without rows, so it has no events; "
          + "use --format frame")
    }
    notes += format.refusals(of: document)
    return format == .marble || format.isPicture || strict.strict ? notes + document.recording.failureSentences : notes
  }

  /// The rows whose stages are shown: in pictures, also those that the scene marks.
  private var shownStages: StageSelection {
    // A trace has a track for each stage.
    stages || format == .trace ? .all : format.isPicture ? .marked : .none
  }

  private func document(
    of scene: Scene, _ preferences: Preferences, _ cancellation: Cancellation
  ) throws -> SceneDocument {
    let recording =
      format.isOfScene
      ? scene.emptyRecording()
      : try BoundedRun(format.scene(for: scene), cancellation: cancellation, stages: shownStages).perform().get()
    var document = SceneDocument(scene, recording, settings: display.settings(preferences), size: size, time: at)
    if format.isPicture || format == .text {
      document.findings = SceneFindings(
        running: scene, like: recording, style: format == .text ? .spoken : .written, cancellation)
    }
    if format.isPicture { document.showStages(of: shownStages) }
    document.isAnimated = animate
    guard !format.isPicture || document.fits else {
      let (least, given) = (SceneDrawing.minimumSize, size.map { "\($0.columns)x\($0.rows)" } ?? "")
      throw CommandFailure(
        .usage,
        "--size: \(given) is too small; a picture needs at least \(least.columns)x\(least.rows)")
    }
    return document
  }

  // MARK: Writing

  private func write(_ text: String) throws {
    guard let path else { return StandardStreams.print(text) }
    if isPNG { return try OutputFile.write(PNGPicture.drawn(from: text, for: path), to: path) }
    try OutputFile.write(text, to: path)
  }

  /// Writes a cast line by line, so that memory does not grow with its length.
  private func writeLines(_ write: (_ emit: (String) throws -> Void) throws -> Void) throws {
    guard let path else { return try write { StandardStreams.print($0) } }
    do {
      try Data().write(to: URL(filePath: path))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      defer { try? file.close() }
      try write { try file.write(contentsOf: Data($0.utf8)) }
    } catch {
      throw CommandFailure(.inputOutput, "\(path) can't be written: \(error.fileReason)")
    }
  }
}
