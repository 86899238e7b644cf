import Expressions
import Marbles
import Narrations
import SceneFiles
import Scenes
import Testing

/// What is said before the first event, and what `rows` and `where` answer.
@Suite struct SceneIntroductionTests {
  private static func row(_ name: String, _ expression: String) throws -> Scene.Row {
    Scene.Row(name: name, content: .output(try Expression.parse(expression)))
  }

  private static func scene(title: String? = nil, about: String = "") throws -> Scene {
    let inputs = ["fast", "slow"].map { Scene.Row(name: $0, content: .input(Timeline(end: .finish(.seconds(9))))) }
    return Scene(name: "pairs", title: title, about: about, rows: inputs + [try row("zip", "zip(fast, slow)")])
  }

  @Test func titleRowsAndExpressions() throws {
    #expect(
      SceneIntroduction(to: try Self.scene(title: "Two ways", about: "How pairs differ.")).sentences
        == ["Scene: Two ways. How pairs differ.", "Rows fast and slow are inputs.", "Row zip is zip(fast, slow)."])
    #expect(
      SceneIntroduction(to: try Self.scene(), at: .init(2, of: 3)).sentences.first == "Scene 2 of 3: pairs.")
  }

  @Test func channelsStreamsAndConsumers() throws {
    var scene = try Self.scene(title: "Two ways")
    scene.rows[0].input?.start = .channel
    scene.rows[1].input?.start = .stream(.newest(2))
    scene.rows[2].consumingTime = .seconds(1)
    #expect(
      SceneIntroduction(to: scene).sentences.dropFirst(2) == [
        "Row fast is sent through a channel.", "Row slow is sent through a stream, which keeps the newest 2 values.",
        "Row zip is zip(fast, slow); its consumer takes 1 second for each value.",
      ])
  }

  @Test("The title of a scene from the command line is not said twice") func commandLine() throws {
    var scene = try Self.scene(title: "zip(fast, slow)")
    #expect(SceneIntroduction(to: scene).sentences.first == "Rows fast and slow are inputs.")
    scene.rows.removeFirst()
    scene.rows[0].content = .live(Scene.Live())
    #expect(SceneIntroduction(to: scene).sentences.first == "Row slow is live input.")
  }

  @Test("No text controls the terminal, and none is endless") func hostile() throws {
    let scene = Scene(
      name: "x", title: "a\u{1B}[2J\n", about: String(repeating: "long ", count: 1000),
      rows: (0..<100).map { Scene.Row(name: "r\($0)", content: .live(Scene.Live())) })
    let sentences = SceneIntroduction(to: scene).sentences
    #expect(sentences[0].hasPrefix("Scene: a\\u{1b}[2J . long "))
    #expect(sentences[0].count < 400)
    #expect(sentences.last == "There are 60 more rows.")
  }

  @Test func rows() throws {
    #expect(
      Narration(of: try Scene.sample.recorded(), .sample, style: .spoken).rowLines.prefix(3) == [
        "ints: input; 5 values, the newest 5; finished.", "strings: input; 5 values, the newest e; finished.",
        "merge: merge(ints, strings); 10 values, the newest 5; finished.",
      ])
    #expect(Narration(beginning: .sample, style: .spoken).rowLines.first == "ints: input; no values.")
  }

  @Test func position() throws {
    let narration = Narration(beginning: .sample, style: .spoken)
    let scene = try Self.scene()
    #expect(
      narration.position(
        in: scene, at: .milliseconds(4500), of: .seconds(9), "paused", speed: 2, place: .init(1, of: 2))
        == "At 4.5 of 9 seconds, paused. Speed 2. Scene 1 of 2: pairs.")
    #expect(
      narration.position(in: scene, at: .seconds(3), of: nil, "playing", speed: nil)
        == "At 3 seconds, playing. Scene: pairs.")
  }
}
