import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Player

/// `E` takes what outputs emit over as what is expected of them.
@Suite struct ExpectingKeyTests {
  private typealias Session = EditingKeyTests.Session

  private static let scene: Scene = {
    let text = "rows:\n  a: { marbles: \"1-2|\" }\n  b: { apply: a }\n  c: { apply: \"a.map { $0 * 2 }\" }\n"
    do { return try SceneFile(parsing: text, path: "t.yaml").scene } catch { preconditionFailure("\(error)") }
  }()

  private func expected(_ session: Session) -> [String?] { session.scene.rows.map { $0.expectation?.text } }

  @Test("The selected output, or all; undo takes it back") func results() throws {
    let session = try Session(Self.scene)
    session.viewer.focus(on: 2)
    session.press(.character("E"))
    #expect(expected(session) == [nil, nil, "2-4|"])
    #expect(session.requests == [.say("c expects what it emits now; w writes it")])
    session.press(.character("E"))
    #expect(session.requests == [.say("this is expected already")])
    session.press(.character("u"))
    #expect(expected(session) == [nil, nil, nil])
    session.press(.escape, .character("E"))
    #expect(expected(session) == [nil, "1-2|", "2-4|"])
    session.command("expect b = 1-3|")
    #expect(expected(session) == [nil, "1-3|", "2-4|"])
    session.command("expect b")
    #expect(expected(session) == [nil, "1-2|", "2-4|"])
  }

  @Test("A scene without an output says how to add one") func noOutput() throws {
    var scene = Self.scene
    scene.rows.removeLast(2)
    let session = try Session(scene)
    session.press(.character("E"))
    #expect(session.requests == [.say("the scene has no output; A adds one")])
  }
}
