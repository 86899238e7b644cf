import Expressions
import Fuzzing
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

/// The pictures of the shipped scenes hide nothing that has room, and nothing that happened; those of random scenes are in
/// ``FuzzingTests``.
@Suite struct PictureAuditTests {
  @Test(arguments: SceneLibrary.shipped.names) func shipped(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    #expect(PictureAudit(of: scene, try scene.plan()).problems == [])
  }

  @Test("a row that is a curve, as it has too many values for marbles, has its marks") func curves() throws {
    let numbers = (0..<300).map { index in
      Event(name: "\(index)", time: .milliseconds(Int64(index) * 50), value: .int(index * 7 % 50))
    }
    let scene = Scene(
      name: "curve",
      rows: [
        Scene.Row(name: "a", content: .input(Timeline(events: numbers, end: .finish(.seconds(16))))),
        Scene.Row(name: "out", content: .output(try Expression.parse("a.filter { $0 % 7 > 2 }"))),
      ])
    let recording = try scene.plan()
    #expect(recording.rows[1].notes.count > 100)
    #expect(PictureAudit(of: scene, recording).problems == [])
  }
}
