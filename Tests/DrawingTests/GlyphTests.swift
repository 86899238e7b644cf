import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// The signs of pictures on terminals of each kind: their fonts have them, and each means one thing.
@Suite struct GlyphTests {
  /// All characters of a value and of its parts.
  private func characters(_ value: Any) -> Set<Character> {
    switch value {
    case let character as Character: [character]
    case let text as String: Set(text)
    default: Mirror(reflecting: value).children.reduce(into: []) { $0.formUnion(characters($1.value)) }
    }
  }

  /// Whether the font of a terminal has a character.
  private func has(_ character: Character, _ set: GlyphSet) -> Bool {
    switch set {
    case .full: true
    case .linuxConsole: ConsoleFont.positions[character] != nil
    case .ascii: character.isASCII
    }
  }

  /// What can't be told apart is equal: two characters that the console shows with one glyph are.
  private func look(_ character: Character, _ set: GlyphSet) -> String {
    set == .linuxConsole ? ConsoleFont.positions[character].map(String.init) ?? "none" : String(character)
  }

  @Test func theFontOfTheConsoleIsComplete() {
    #expect(ConsoleFont.count == 256)
    #expect(ConsoleFont.positions["A"] == 0x41 && ConsoleFont.positions["█"] == 0xDB)
  }

  @Test(arguments: [GlyphSet.linuxConsole, .ascii]) func theFontHasAllSigns(set: GlyphSet) {
    let signs = characters(Glyphs(set))
    #expect(signs.count > 20)
    #expect(signs.filter { !has($0, set) } == [])
  }

  @Test(arguments: GlyphSet.allCases) func signsThatMeanDifferentThingsDiffer(set: GlyphSet) {
    let glyphs = Glyphs(set)
    let meanings: [(String, [Character])] = [
      ("error", [glyphs.error]), ("drop", [glyphs.drop]), ("restart", [glyphs.again]), ("timeout", [glyphs.timeout]),
      ("signal", [glyphs.signal]),
      ("cancelled", [glyphs.cancelled]), ("finish", [glyphs.finish]), ("playhead", [glyphs.playhead]),
      ("baseline", [glyphs.baseline]), ("tick", [glyphs.inputTick, glyphs.outputTick]), ("trail", [glyphs.trail]),
      ("fill", [glyphs.fill]), ("future", [glyphs.futureBaseline]), ("finding", [glyphs.finding]),
    ]
    for (index, (meaning, signs)) in meanings.enumerated() {
      for (other, others) in meanings[..<index] {
        let common = Set(signs.map { look($0, set) }).intersection(others.map { look($0, set) })
        #expect(common.isEmpty, "\(meaning) and \(other) are both \(signs) in \(set)")
      }
    }
  }

  @Test("the sign of a finding has no other meaning", arguments: GlyphSet.allCases) func finding(set: GlyphSet) {
    var glyphs = Glyphs(set)
    let sign = glyphs.finding
    glyphs.finding = " "
    #expect(!characters(glyphs).map { look($0, set) }.contains(look(sign, set)))
  }

  /// What is in a picture beyond the signs is text of the scene.
  @Test(arguments: SceneLibrary.shipped.names) func picturesHaveNoOtherSigns(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    // Rain has its own alphabets.
    guard !scene.isLive, scene.rain == nil else { return }
    let plan = try scene.plan()
    var text = Set(scene.yaml)
    for row in plan.rows { for event in row.timeline.events { text.formUnion(event.value.description) } }
    for set in [GlyphSet.linuxConsole, .ascii] {
      let drawing = SceneDrawing(scene: scene, plan: plan, glyphs: set)
      let moment = FrameState(time: .nanoseconds(plan.duration.nanoseconds / 2))
      var keys = Canvas(size: Size(columns: 80, rows: 24))
      drawing.drawKeys(drawing.keyContext(at: moment, of: plan, scrolled: nil), on: &keys)
      let picker = ScenePickerPainter(
        [SceneChoice(name: name, title: scene.title, about: scene.about, group: "Scenes")], matches: [0], selected: 0,
        filter: "", still: .drawing(drawing), drawing: drawing, size: Size(columns: 200, rows: 60))
      let pictures = [drawing.frame(plan, at: moment, size: keys.size), keys, picker.frame()]
      let signs = pictures.reduce(into: Set<Character>()) { $0.formUnion($1.lines.joined()) }
      #expect(signs.filter { !has($0, set) && !text.contains($0) } == [], "\(set)")
    }
  }
}
