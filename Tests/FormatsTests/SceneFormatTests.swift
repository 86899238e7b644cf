import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Formats

/// What every format keeps: for shipped scenes, hostile values, no rows, and many.
@Suite struct SceneFormatTests {
  private static let scenes = SceneLibrary(folders: []).names.compactMap { name in
    (try? SceneLibrary(folders: []).file(named: name))?.scene
  }.filter { !$0.isLive }
  /// Recorded once: in a debug build that takes longer than to write most formats.
  private static let recordings = scenes.map { scene in Result { try scene.recorded() } }
  private static let thousand = inputScene((0..<1000).map { ("r\($0)", [(1.0, .int($0))], .finish(.seconds(2))) })
  private static let thousandRecorded = Result { try thousand.recorded() }

  @Test("a format is a complete text of printable lines", arguments: SceneFormat.allCases)
  func lines(format: SceneFormat) throws {
    try #require(Self.scenes.count > 20)
    // A cast and a page have all frames of a scene.
    let count = [.cast, .html].contains(format) ? 3 : Self.scenes.count
    for (scene, recording) in zip(Self.scenes, Self.recordings).prefix(count) {
      let text = format.write(SceneDocument(scene, format.isOfScene ? scene.emptyRecording() : try recording.get()))
      #expect(text.isEmpty || text.hasSuffix("\n"), "\(scene.name)")
      #expect(!text.isEmpty || scene.rows.isEmpty, "\(scene.name)")
      #expect(isPrintable(text, format), "\(scene.name)")
    }
  }

  @Test("bytes are the same each time", arguments: SceneFormat.allCases)
  func stable(format: SceneFormat) throws {
    for (scene, recording) in zip(Self.scenes, Self.recordings).prefix([.cast, .html].contains(format) ? 1 : 8) {
      let (one, other) = (try recording.get(), try scene.recorded())
      #expect(format.write(SceneDocument(scene, one)) == format.write(SceneDocument(scene, other)), "\(scene.name)")
    }
  }

  @Test("a web page has its title and its sentence once, as text")
  func titleOfPage() throws {
    var scene = inputScene([("a", [(1, .int(1))], .finish(.seconds(2)))], title: "One title")
    scene.about = "One sentence."
    let page = SceneFormat.html.write(try document(scene, for: .html))
    let picture = SceneFormat.svg.write(try document(scene, for: .svg))
    for (tag, text) in [("h1", "One title"), ("p", "One sentence.")] {
      #expect(page.contains("<\(tag)>\(text)</\(tag)>") && !page.contains(">\(text)</text>"))
      #expect(picture.contains(">\(text)</text>"))
    }
  }

  private func document(_ scene: Scene, for format: SceneFormat) throws -> SceneDocument {
    SceneDocument(scene, format.isOfScene ? scene.emptyRecording() : try scene.recorded())
  }

  /// Lines of printable text, with the escape sequences of the format's own.
  private func isPrintable(_ text: String, _ format: SceneFormat) -> Bool {
    let text = format == .ansi ? text.replacing(/\u{1B}\[[0-9;:]*m/, with: "") : text
    let allowed: Set<Unicode.Scalar> = format == .tsv ? ["\n", "\t"] : ["\n"]
    return text.unicodeScalars.allSatisfy { allowed.contains($0) || $0.properties.generalCategory != .control }
  }

  private static let hostileScene = {
    let texts = [
      "\u{1B}[31m", "\u{1B}]0;x\u{7}", "\u{9B}2J", "\r", "a\nb", "\t", "</script><script>", "<!--", "]]>", "\u{202E}x",
      "'",
      "\"", "\\", "\u{0}", "$(ls)", "MARBLED", "x\u{FEFF}", "*a: &b", "# c",
    ]
    let values = texts.enumerated().map { (Double($0), Value.string($1)) }
    return inputScene(
      [("row", values, .error(.seconds(30), message: texts.joined()))], title: "\u{1B}[2Jtitle</title>")
  }()

  @Test("hostile values reach no terminal, no page and no file as they are", arguments: SceneFormat.allCases)
  func hostile(format: SceneFormat) throws {
    let text = format.write(try document(Self.hostileScene, for: format))
    #expect(text.hasSuffix("\n") && isPrintable(text, format))
    let scripts = text.matches(of: /<script/).count
    switch format {
    case .html: #expect(scripts == 1)
    case .svg: #expect(scripts == 0)
    default: break
    }
  }

  @Test("a file gives hostile values again")
  func hostileFile() throws {
    let text = SceneFormat.yaml.write(try document(Self.hostileScene, for: .yaml))
    let read = try #require(try SceneFile(parsing: text, path: "scene.yaml").scene.rows.first?.timeline?.events)
    let written = try #require(Self.hostileScene.rows.first?.timeline?.events)
    #expect(read.count == written.count)
    for (read, written) in zip(read, written) {
      #expect(read.value == written.value && read.time == written.time, "\(written.value.description.debugDescription)")
    }
  }

  @Test("a scene without rows and one with a thousand are written", arguments: SceneFormat.allCases)
  func extremes(format: SceneFormat) throws {
    let empty = Scene(name: "empty", rows: [])
    #expect(isPrintable(format.write(try document(empty, for: format)), format))
    let recording = format.isOfScene ? Self.thousand.emptyRecording() : try Self.thousandRecorded.get()
    let text = format.write(SceneDocument(Self.thousand, recording))
    #expect(text.hasSuffix("\n") && isPrintable(text, format))
    // A picture of cells has the size of a terminal, and shows the first rows.
    let shown = [.frame, .ansi, .cast].contains(format) ? 5 : 999
    // Tests of outputs, of which there are none.
    #expect(text.contains(format == .asv ? "the scene has no output" : "r\(shown)"))
  }

  @Test("a live scene is refused, but can be written as a scene")
  func live() throws {
    var scene = inputScene([("a", [], .open)])
    scene.rows[0].content = .live(.init())
    #expect(throws: SceneError.self) { try scene.recorded() }
    for format in SceneFormat.allCases where format.isOfScene {
      #expect(try format.write(document(scene, for: format)).hasSuffix("\n"))
    }
  }

  @Test("pictures have the size that was asked for", arguments: [(40, 12), (80, 24), (200, 60)])
  func size(columns: Int, rows: Int) throws {
    let scene = Scene.sample
    var document = SceneDocument(scene, try scene.recorded())
    document.size = Size(columns: columns, rows: rows)
    let lines = SceneFormat.frame.write(document).dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == rows && lines.allSatisfy { $0.count <= columns })
  }
}
