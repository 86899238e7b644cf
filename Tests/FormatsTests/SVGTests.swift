import Drawing
import Layout
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Formats

/// What is in a vector picture, and when.
@Suite struct SVGTests {
  private static let scenes = SceneLibrary(folders: []).names.compactMap { name in
    (try? SceneLibrary(folders: []).file(named: name))?.scene
  }.filter { !$0.isLive }

  private func document(_ scene: Scene, size: Size? = nil) throws -> SceneDocument {
    SceneDocument(scene, try scene.recorded(), size: size)
  }

  /// In one theme, which takes half the time.
  private static let dark = DisplaySettings(themeName: .dark, environment: [:])

  private func animated(_ scene: Scene) throws -> SceneDocument {
    var document = try document(scene)
    document.isAnimated = true
    return document
  }

  /// Whether the times of a row are from each start of it, so that a picture shows all of it at any time.
  private static func isCold(_ scene: Scene, _ row: Int) -> Bool {
    scene.rows.indices.contains(row) && scene.rows[row].input?.start == .cold
  }

  @Test("marbled knows its pictures by their mark, and none that only mentions it") func mark() throws {
    for name in ["matrix", "sample"] {
      let scene = try #require(try SceneLibrary.shipped.file(named: name)?.scene)
      for animates in [false, true] {
        var document = try document(scene)
        document.isAnimated = animates
        #expect(SVGFormat.isMarked(Array(SceneFormat.svg.write(document).utf8)))
      }
    }
    for text in ["", "<svg></svg>", "<svg><title>A marbled cake</title></svg>", "<svg><!-- marbled: zip --></svg>"] {
      #expect(!SVGFormat.isMarked(Array(text.utf8)), "\(text)")
    }
  }

  @Test("a film shows the events up to its time")
  func film() throws {
    var random = SplitMix64(seed: 20)
    for scene in Self.scenes where scene.rain == nil && scene.window == nil && scene.kind == .timelines {
      var document = try animated(scene)
      document.settings = Self.dark
      let svg = SVGReader(SceneFormat.svg.write(document))
      #expect(svg.error == nil, "\(scene.name)")
      let duration = document.recording.duration
      let round = duration.seconds / scene.speedFactor.value + 2.5
      let anyTimes = (0..<rounds(4, long: 20)).map { _ in
        SceneTime(nanoseconds: Int64.random(in: 0...duration.nanoseconds, using: &random))
      }
      for time in anyTimes + document.recording.entries.map(\.time) {
        let expected = document.recording.entries.compactMap { entry -> String? in
          guard case .value = entry.kind, entry.time <= time || Self.isCold(scene, entry.row) else { return nil }
          return document.recording.id(of: entry.key)
        }
        // What begins at an instant is there at the instant.
        let shown = svg.shownMarbles(at: time.seconds / scene.speedFactor.value / round + 1e-9)
        #expect(
          Set(shown.filter { !$0.contains("/") }) == Set(expected), "\(scene.name) at \(time) s")
      }
    }
  }

  @Test("what a film shows at its end is its picture without motion")
  func reducedMotion() throws {
    let text = SceneFormat.svg.write(try animated(.sample))
    #expect(text.contains("@media(prefers-reduced-motion:reduce){.s,.q{animation:none}}"))
    let film = SVGReader(text)
    let still = SVGReader(SceneFormat.svg.write(try document(.sample)))
    let ids = film.marbles.filter { !$0.classes.contains("h") }.flatMap(\.ids)
    #expect(Set(ids) == Set(still.marbles.flatMap(\.ids)) && !ids.isEmpty)
  }

  @Test("it names and tells what it shows")
  func words() throws {
    let svg = SVGReader(SceneFormat.svg.write(try document(.sample)))
    #expect(svg.title == "sample")
    #expect(svg.words.contains("At 2.5 seconds, zip emits"))
    #expect(svg.counts["script"] == nil && svg.counts["image"] == nil && svg.counts["foreignObject"] == nil)
  }

  @Test("the sample is small")
  func size() throws {
    #expect(SceneFormat.svg.write(try document(.sample)).utf8.count < 25_000)
    #expect(SceneFormat.svg.write(try animated(.sample)).utf8.count < 40_000)
  }

  @Test("one theme, or both")
  func themes() throws {
    var document = try document(.sample)
    #expect(SceneFormat.svg.write(document).contains("@media(prefers-color-scheme:dark){"))
    document.settings.themeName = .dark
    let dark = SceneFormat.svg.write(document)
    #expect(!dark.contains("prefers-color-scheme") && dark.contains("#0d1117"))
  }

  @Test("all rows are shown without a size, and none is too many", arguments: [1, 12, 1000])
  func rows(count: Int) throws {
    let scene = inputScene((0..<count).map { ("r\($0)", [(1, .int($0))], .finish(.seconds(2))) })
    let svg = SVGReader(SceneFormat.svg.write(try document(scene)))
    #expect(svg.error == nil && svg.marbles.count == count)
  }

  /// Text of markup, controls and characters that XML does not have.
  private static func hostileText(_ random: inout SplitMix64) -> String {
    let pieces = [
      "<script>", "]]>", "&", "&amp;", "\"", "'", "<!--", "-->", "<?", "\u{0}", "\u{1B}[31m", "\u{85}", "\u{FFFE}",
      "\u{FFFF}", "\u{202E}", "\r\n", "é", "🚗", "日本", "a",
    ]
    return (0...random.below(4)).map { _ in random.pick(pieces) }.joined()
  }

  @Test("hostile texts are read back as they were, but for what XML does not have")
  func escaping() throws {
    var random = SplitMix64(seed: 19)
    for _ in 0..<rounds(3, long: 100) {
      let texts = (0..<1000).map { _ in Self.hostileText(&random) }
      let body = texts.map { "<text x=\"0\" y=\"0\" class=\"\(XML.escaped($0))\">\(XML.escaped($0))</text>" }
      let svg = SVGReader("<svg>\(body.joined())</svg>")
      #expect(svg.error == nil && svg.counts == ["svg": 1, "text": 1000])
      let allowed = texts.map { text in
        String(
          String.UnicodeScalarView(
            text.unicodeScalars.map {
              "\u{0}\u{1B}\u{85}\r\u{FFFE}\u{FFFF}".unicodeScalars.contains($0) ? "\u{FFFD}" : $0
            }))
      }
      #expect(svg.texts.map(\.text) == allowed)
    }
  }

  @Test("no value reaches the file as markup", arguments: 0..<4)
  func hostile(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let events = (0..<50).map { (Double($0) / 2, Value.string(Self.hostileText(&random))) }
    let scene = inputScene([("a<b>", events, .finish(.seconds(26)))], title: "<b>&\"")
    for isAnimated in [false, true] {
      var document = try document(scene, size: Size(columns: 800, rows: 24))
      document.isAnimated = isAnimated
      let svg = SVGReader(SceneFormat.svg.write(document))
      #expect(svg.error == nil && svg.counts["script"] == nil && svg.counts["b"] == nil)
      #expect(svg.title == "<b>&\"")
    }
  }
}
