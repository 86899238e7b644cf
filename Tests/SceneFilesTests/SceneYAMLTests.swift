import Marbles
import Operators
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// A scene can be saved: parse, write, parse is the identity.
@Suite struct SceneYAMLTests {
  @Test func aSceneIsWrittenAsOneWouldWriteIt() throws {
    let file = try sceneFile(
      """
      a: { marbles: "1-'long value'|" }
      b:
        color: pink
        events: [ { time: 500ms, value: x, id: 7 }, { value: { k: [1, "2"] }, time: 1s, color: gray } ]
        finish: never
      c: { random: { seed: 7 }, cold: true }
      d:
        apply: "merge(a, b).map { \\"\\\\($0)!\\" }"
        expect: '"1!"@0'
        refreshInterval: 200ms
        animation: drop
      """, before: "title: Two words\nstep: 500ms\n")
    #expect(
      file.scene.yaml == """
        title: Two words
        step: 500ms
        rows:
          a:
            marbles: "1-'long value'|"
          b:
            color: pink
            events:
            - {time: 500ms, value: "x", id: "7"}
            - {time: 1s, value: {"k": [1, "2"]}, color: gray}
            finish: never
          c:
            cold: true
            random: {seed: 7}
          d:
            apply: "merge(a, b).map { \\"\\\\($0)!\\" }"
            expect: "\\"1!\\"@0"
            refreshInterval: 200ms
            animation: drop

        """)
  }

  @Test("a new file has the keys that differ from their defaults, and an edited one compares all, in the same words")
  func keysAreWritten() throws {
    var scene = Scene(name: "s", rows: [])
    #expect(scene.fields(withDefaults: false).pairs.isEmpty)
    #expect(scene.fields(withDefaults: true).pairs.count == 9)
    (scene.speedFactor, scene.loops) = (2, true)
    #expect(scene.fields(withDefaults: false).pairs.count == 2)
    #expect(scene.yaml.hasPrefix("speedFactor: 2\nloop: true\n"))
  }

  @Test func liveRowsAreWritten() throws {
    let text =
      "rows:\n  a:\n    live: true\n  b:\n    color: pink\n    live: {capacity: 500}\n  c:\n    apply: merge(a, b)\n"
    let scene = try SceneFile(parsing: text, path: "test.yaml").scene
    #expect(scene.yaml == text)
    #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene == scene)
  }

  /// In this dialect every value of a diagram is a string.
  @Test func whatADialectCannotWriteIsAmongTheValues() throws {
    let text = """
      dialect: asv
      rows:
        a: { marbles: "s|", values: { s: { icon: x, n: 1 } } }
        b: { apply: a, expect: "s|", values: { s: { icon: x, n: 1 } } }
      """
    let scene = try SceneFile(parsing: text, path: "test.yaml").scene
    #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene == scene)
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    var random = SplitMix64(seed: 20)
    for round in 0..<500 {
      var generator = SceneTextGenerator(random: random)
      let text = generator.scene()
      random = generator.random
      let scene: Scene
      do throws(SceneFileError) {
        scene = try SceneFile(parsing: text, path: "x.yaml").scene
      } catch {
        Issue.record("round \(round): \(error)\n\(text)")
        return
      }
      let again = try SceneFile(parsing: scene.yaml, path: "x.yaml").scene
      if again != scene {
        Issue.record("round \(round): not the same\n\(text)\n\(scene.yaml)")
        return
      }
      #expect(again.yaml == scene.yaml)
    }
  }

  @Test(arguments: SceneLibrary.shipped.names) func everyShippedSceneReadsBackAsTheSame(name: String) throws {
    let file = try #require(try SceneLibrary.shipped.file(named: name))
    let again = try SceneFile(parsing: file.scene.yaml, path: "\(name).yaml").scene
    #expect(again == file.scene && again.yaml == file.scene.yaml)
  }

  @Test func theSampleReadsBackAsTheSame() throws {
    #expect(try SceneFile(parsing: Scene.sample.yaml, path: "sample.yaml").scene == .sample)
  }
}
