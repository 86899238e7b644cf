import Fuzzing
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
}
