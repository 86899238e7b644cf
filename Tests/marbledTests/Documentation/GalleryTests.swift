import Foundation
import SceneFiles
import Scenes
import Testing

extension EndToEnd {
  /// The gallery of shipped scenes: an animated picture of each that can be run by itself.
  @Suite struct GalleryTests {
    private static let folder = "Sources/marbled/Documentation.docc/Gallery"

    private static func scenes(of group: SceneGroup) throws -> [Scene] {
      try group.names.map { try #require(try SceneLibrary.shipped.file(named: $0)).scene }.filter { !$0.isLive }
    }

    /// Rain has many glyphs: a part of the screen shows it.
    private static func options(_ scene: Scene) -> String { scene.rain == nil ? "--animate" : "--animate --size 60x18" }

    private static func text() throws -> String {
      let groups = try SceneGroup.allCases.map { group in
        let scenes = try scenes(of: group).map { scene in
          """
          ### \(scene.title)

          \(scene.about)

          <!-- marbled: \(scene.name) \(options(scene)) -->
          ![\(scene.title)](\(scene.name).svg)

          `marbled play \(scene.name)`

          """
        }
        return scenes.isEmpty ? "" : "\n## \(group.rawValue)\n\n" + scenes.joined(separator: "\n")
      }
      return """
        # Gallery

        See the shipped scenes play.

        ## Overview

        Each picture is an SVG that plays by itself, made by `marbled render --update`: see <doc:Documents>. A browser that
        is asked for less motion shows the end of each scene. <doc:ShippedScenes> lists the scenes in tables.

        `marbled site DIR` writes the gallery as pages, with the same pictures and all operators. There you stop, step and scrub each
        scene, and read what becomes of each marble; see <doc:StaticSite>.
        \(groups.joined())
        """
    }

    /// Compared with the file of the catalog; `UPDATE_SNAPSHOTS=1 swift test` writes it.
    @Test func eachSceneHasAPicture() throws {
      let text = try Self.text()
      try Snapshot.update("\(Self.folder)/Gallery.md", text)
      #expect(try Article.text("\(Self.folder)/Gallery.md") == text)
    }

    @Test(.disabled(if: Snapshot.isUpdating, "the pages are being written")) func noPictureIsLeftOver() throws {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: Article.root.appending(path: Self.folder).path)
      let names = try SceneGroup.allCases.flatMap(Self.scenes).map { "\($0.name).svg" }
      #expect(Set(files) == Set(names + ["Gallery.md"]))
    }
  }
}
