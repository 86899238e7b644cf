import Expressions
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

@testable import SceneUpdating

/// Changes that nobody chose.
extension SceneUpdateTests {
  @Test(
    "edits of shipped scenes, one after the other, change few lines and no comment",
    arguments: SceneLibrary.shipped.names)
  func shipped(name: String) throws {
    var file = try #require(try SceneLibrary.shipped.file(named: name))
    var random = SplitMix64(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
    for _ in 0..<3 {
      var scene = file.scene
      let most = scene.edit(&random)
      let updated = try file.updated(to: scene)
      #expect(updated.scene == scene, "\(updated.text)")
      let lines = [file, updated].map { $0.text.split(separator: "\n", omittingEmptySubsequences: false) }
      let removed = lines[1].difference(from: lines[0]).removals.count
      #expect(removed <= most, "\(updated.text)")
      let comments = try [file, updated].map { YAMLComments(of: try YAMLReader.read($0.text, path: "")) }
      #expect(comments[1].contain(comments[0]), "\(updated.text)")
      file = updated
    }
  }

  @Test("files in any style", arguments: 0..<20) func generated(seed: UInt64) throws {
    var generator = SceneTextGenerator(random: SplitMix64(seed: seed))
    let text = generator.scene()
    let file = try SceneFile(parsing: text, path: "x.yaml")
    var scene = file.scene
    _ = scene.edit(&generator.random)
    // Where the file lists events out of order, a moved one can get the id of another.
    if (try? scene.check()) == nil { scene = file.scene }
    let updated = try file.updated(to: scene)
    #expect(updated.scene == scene, "\(text)\n\(updated.text)")
    #expect(try updated.updated(to: scene).text == updated.text)
  }
}
