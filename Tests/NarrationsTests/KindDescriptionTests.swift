import Marbles
import SceneFiles
import Scenes
import Testing

@testable import Narrations

/// The sentences about scenes without events.
@Suite struct KindTellingTests {
  private func sentence(_ texts: [String], _ connector: ListStyle.Connector = .solid) -> String? {
    let items = texts.map { ListItem(text: $0) }
    return Scene.Kind.list(Scene.List(items: .given(items), style: ListStyle(connector: connector))).sentence
  }

  @Test("Items that are given are named in order, and many are counted") func items() {
    #expect(sentence(["Home", "Work"]) == "2 items, each connected to the next: Home; Work.")
    #expect(sentence(["Home", "Work"], .none) == "2 items: Home; Work.")
    #expect(sentence(["Home"]) == "1 item: Home.")
    #expect(sentence([]) == "A list without items.")
    #expect(sentence((1...500).map { "\($0)" })?.hasSuffix("; 19; 20; and 480 more.") == true)
    #expect(sentence(["a\u{1B}[2J"]) == "1 item: a\\u{1b}[2J.")
  }

  @Test("Scenes with rows have no such sentence") func rows() {
    #expect(Scene.sample.kind.sentence == nil)
    #expect(Scene.Kind.list(Scene.List(items: .row("stops"))).sentence == nil)
    #expect(Scene.Kind.matrix(Scene.Matrix()).sentence?.hasPrefix("Green kana and digits rain down") == true)
  }
}
