internal import Drawing
internal import Narrations
internal import SceneFiles
public import Scenes
internal import Terminal

/// A format in which `render` writes a scene or what happens in it.
public enum SceneFormat: String, CaseIterable, Sendable {
  /// A diagram per row, in the notation.
  case marble
  /// An object per event, as NDJSON.
  case json
  /// Sentences about the events.
  case text
  /// Time, row, kind and value of each event, separated by tabs.
  case tsv
  /// A picture in characters without colours.
  case frame
  /// A picture with the escape sequences of a terminal.
  case ansi
  /// What `play --once` shows, with times, as asciicast v2.
  case cast
  /// A vector picture.
  case svg
  /// A page that plays, in one file.
  case html
  /// The outputs as tests in Swift, for the library MarblesTesting.
  case swift
  /// The outputs as `validate` blocks of AsyncSequenceValidation, for an issue of swift-async-algorithms.
  case asv
  /// Trace events of Chrome, which Perfetto opens: a track for each row and stage, and arrows from values to what was made of them.
  case trace
  /// The scene as a scene file.
  case yaml
  /// A command line that plays the scene.
  case command

  /// Whether the format describes the scene alone, so that it needs no run and no preferences of the user.
  public var isOfScene: Bool { self == .yaml || self == .command }

  /// Whether the format shows pictures, which have a size.
  public var isPicture: Bool { [.frame, .ansi, .cast, .svg, .html].contains(self) }

  /// The ends of the names of files, and the formats that they stand for. The first that fits counts.
  private static let endings: [(ending: String, format: SceneFormat)] = [
    ("trace.json", .trace), ("trace", .trace), ("json", .json), ("ndjson", .json), ("jsonl", .json),
    ("marble", .marble),
    ("txt", .text), ("tsv", .tsv), ("frame", .frame), ("ansi", .ansi), ("cast", .cast), ("svg", .svg), ("html", .html),
    ("yaml", .yaml), ("yml", .yaml), ("sh", .command), ("swift", .swift),
  ]

  /// The known ends of names, as `.json`, for messages.
  ///
  /// - Parameter formats: the formats to name.
  package static func endings(of formats: [SceneFormat] = allCases) -> [String] {
    endings.filter { formats.contains($0.format) }.map { ".\($0.ending)" }
  }

  /// The format of files with the extension of this one; nil when none has it. `trace.json` and `NAME.trace.json` are traces, other
  /// names with `.json` are events.
  public init?(fileName: String) {
    let name = fileName[(fileName.lastIndex(of: "/").map(fileName.index(after:)) ?? fileName.startIndex)...]
      .lowercased()
    let known = Self.endings.first { name.hasSuffix(".\($0.ending)") || $0.ending.contains(".") && name == $0.ending }
    guard let known else { return nil }
    self = known.format
  }

  /// The scene whose recording a document of this format has: itself, but for ``asv``, whose values are texts and whose first
  /// instant is one step after the start.
  public func scene(for scene: Scene) -> Scene { self == .asv ? ValidateFormat.scene(scene) : scene }

  /// What a document has that the format leaves out, and why: a sentence each.
  public func refusals(of document: SceneDocument) -> [String] {
    self == .asv ? ValidateFormat.refusals(document) : []
  }

  /// Whether a document has nothing that the format can say: its ``refusals(of:)`` are then why.
  public func refusesAll(of document: SceneDocument) -> Bool {
    self == .asv && refusals(of: document).count >= max(1, document.scene.rows.count { $0.expression != nil })
  }

  /// The text of a document, with a line feed at the end unless it is empty.
  public func write(_ document: SceneDocument) -> String {
    let (scene, recording, settings) = (document.scene, document.recording, document.settings)
    switch self {
    case .marble: return scene.rows.isEmpty ? "" : MarbleSheet.print(recording, of: scene)
    case .json: return JSONLines.print(recording, of: scene)
    case .text:
      let sentence = scene.kind.sentence.map { $0 + "\n" }
      return DisplayWidth.printable(
        sentence ?? NarrationFormat.sentences.print(recording, of: scene, document.findings))
    case .tsv: return NarrationFormat.tsv.print(recording, of: scene)
    case .frame: return document.frame(Capabilities(glyphs: settings.isASCII ? .ascii : .full)).text + "\n"
    case .ansi:
      let renderer = Renderer(capabilities: settings.capabilities)
      return renderer.lines(document.frame(settings.capabilities)).map { $0 + "\n" }.joined()
    case .cast:
      var text = ""
      Asciicast([document]).write { text += $0 }
      return text
    case .svg: return document.isAnimated ? SVGFormat.animated(document) : SVGFormat.still(document)
    case .html: return HTMLFormat.write(document)
    case .swift: return SwiftTestFormat.write(document)
    case .asv: return ValidateFormat.write(document)
    case .trace: return TraceFormat.print(document)
    case .yaml: return scene.yaml
    case .command: return scene.commandLine + "\n"
    }
  }
}
