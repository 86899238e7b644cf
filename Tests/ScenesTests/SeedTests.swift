import Marbles
import Operators
import SceneFiles
import Testing

@testable import Scenes

/// A seed from outside, for all that follows from one.
@Suite struct SeedTests {
  private func scene(_ rows: String) throws -> Scene {
    try SceneFile(parsing: "rows:\n" + rows, path: "x.yaml").scene
  }

  private let dice = """
      a: { random: { seed: 16, values: 1...6, count: 4 }, color: pink }
      b: { marbles: '1-2|' }
      c: { random: { seed: 16, values: 1...6, count: 4 } }
      d: { apply: a, expect: '1|' }

    """

  @Test("The first random row follows from it, the next one from the next number, and others stay") func rows() throws {
    let before = try scene(dice)
    var scene = before
    scene.reseed(7)
    func timeline(_ seed: UInt64, _ position: Int) throws -> Timeline {
      let row = before.rows[position]
      var random = try #require(row.input?.random)
      random.seed = seed
      return random.timeline(color: try #require(row.timeline?.events.first?.color))
    }
    #expect(scene.rows[0].timeline == (try timeline(7, 0)))
    #expect(scene.rows[2].timeline == (try timeline(8, 2)))
    #expect(scene.rows[1] == before.rows[1])
    #expect(scene.rows[0].timeline != before.rows[0].timeline)
    // The file says so, too, and expects nothing that was expected of other values.
    #expect(scene.yaml.contains("seed: 7") && scene.yaml.contains("seed: 8") && !scene.yaml.contains("expect"))
  }

  @Test("Seeding a scene with its own seed changes nothing") func itsOwn() throws {
    var scene = try scene("  a: { random: { seed: 3 } }\n  b: { apply: a }\n")
    let before = scene
    scene.reseed(3)
    #expect(scene == before)
  }

  @Test("Rows that are named keep theirs") func kept() throws {
    var scene = try scene(dice)
    let before = scene
    scene.reseed(7, except: ["a", "c"])
    #expect(scene == before)
  }

  @Test("Rain follows from it, as a scene and behind one") func rain() throws {
    for text in ["kind: matrix\n", "backdrop: matrix\nrows:\n  a: { marbles: '1|' }\n"] {
      var scene = try SceneFile(parsing: text, path: "x.yaml").scene
      #expect(scene.hasSeed)
      scene.reseed(9)
      #expect(scene.rain?.seed == 9)
    }
    #expect(!Scene.sample.hasSeed)
  }
}
