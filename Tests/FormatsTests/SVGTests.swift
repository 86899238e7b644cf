import Drawing
import Layout
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Formats

/// The vector picture is that of the cells: one layout, painted twice.
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

  /// How far the mark of an end, and with it its message, may be from their cells, in columns.
  private static let longestMove = 8

  @Test("every text stands where the cells show it", arguments: [(80, 24), (120, 40), (200, 60)])
  func texts(columns: Int, rows: Int) throws {
    let size = Size(columns: columns, rows: rows)
    try #require(Self.scenes.count > 20)
    for scene in Self.scenes where scene.rain == nil {
      let recording = try scene.recorded()
      for share in [4, 10] {
        let time = SceneTime(nanoseconds: recording.duration.nanoseconds / 10 * Int64(share))
        let document = SceneDocument(scene, recording, settings: Self.dark, size: size, time: time)
        let frame = document.frame(Capabilities())
        let svg = SVGReader(SceneFormat.svg.write(document))
        #expect(svg.error == nil && !svg.texts.isEmpty, "\(scene.name)")
        for text in svg.texts where !text.classes.contains("l") {
          let row = Int(text.y / VectorPainter.cell.height)
          let width = DisplayWidth.of(text.text)
          let middle = text.classes.contains("m")
          let column = Int((text.x / VectorPainter.cell.width - (middle ? Double(width) / 2 : 0)).rounded())
          // A text of a moment is at its exact place, and that of a marble is around it.
          let distance = middle ? width / 2 + 2 : text.classes.contains("t") ? Self.longestMove : 0
          let isShown = (0...distance).flatMap { [column - $0, column + $0] }.contains { column in
            let columns = (column..<column + width).clamped(to: 0..<size.columns)
            let shown = columns.map { frame[$0, row].text }.joined()
            // Lines are above a text in cells, and below it in vectors.
            return shown.count == text.text.count
              && zip(shown, text.text).allSatisfy { $0 == $1 || !($0.isLetter || $0.isNumber) }
          }
          #expect(isShown, "\(scene.name) at \(time) s: \(text.text) in column \(column)")
        }
      }
    }
  }

  /// Whether the times of a row are from each start of it, so that a picture shows all of it at any time.
  private static func isCold(_ scene: Scene, _ row: Int) -> Bool {
    scene.rows.indices.contains(row) && scene.rows[row].input?.start == .cold
  }

  @Test("the same marbles in the same order")
  func marbles() throws {
    for scene in Self.scenes where scene.rain == nil {
      let recording = try scene.recorded()
      for share in [3, 7] {
        let time = SceneTime(nanoseconds: recording.duration.nanoseconds / 10 * Int64(share))
        let document = SceneDocument(
          scene, recording, settings: Self.dark, size: Size(columns: 120, rows: 40), time: time)
        let drawing = document.settings.drawing(for: scene, plan: recording, Capabilities())
        let picture = drawing.picture(of: recording, at: document.moment(at: time), size: Size(columns: 120, rows: 40))
        let happened = picture.anchors.marbles.filter { marble in
          Self.isCold(scene, marble.row) || marble.events.contains { $0.time <= time }
        }
        let svg = SVGReader(SceneFormat.svg.write(document))
        #expect(
          svg.marbles.map { $0.ids.joined(separator: " ") }
            == happened.map { $0.keys.map(recording.id).joined(separator: " ") }, "\(scene.name) at \(time) s")
      }
    }
  }

  @Test("connectors: each joins an event with one that it was made from, and goes around other marbles")
  func connectors() throws {
    var count = 0
    for scene in Self.scenes where scene.rain == nil {
      let recording = try scene.recorded()
      let (time, size) = (recording.duration, Size(columns: 120, rows: 40))
      let document = SceneDocument(scene, recording, settings: Self.dark, size: size, time: time)
      var drawing = document.settings.drawing(for: scene, plan: recording, Capabilities())
      drawing.connectors = .all
      drawing.recordsElements = true
      let elements = drawing.picture(of: recording, at: document.moment(at: time), size: size).elements
      let marbles = elements.compactMap { if case .marble(let marble) = $0 { marble } else { nil } }
      for case .line(let line) in elements {
        guard let ends = line.events else { continue }
        count += 1
        // A value of an inner stream is an ancestor that the rows do not name.
        if let target = recording[ends.target], ends.source.row < recording.rows.count {
          #expect(target.from.newest(.max).contains(ends.source), "\(scene.name)")
        }
        for cell in line.cells {
          let x = Double(cell.column) + 0.5 + cell.shift
          let isFree = marbles.allSatisfy { marble in
            let (left, right) = (marble.bounds.columns.lowerBound, marble.bounds.columns.upperBound)
            return !marble.bounds.rows.contains(cell.row)
              || x <= Double(left) + 0.5 + marble.shift || x >= Double(right) - 0.5 + marble.shift
          }
          #expect(isFree, "\(scene.name): \(cell)")
        }
      }
    }
    #expect(count > 100)
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
    #expect(SceneFormat.svg.write(try animated(.sample)).utf8.count < 60_000)
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
