import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Formats

/// What every format keeps, for every shipped scene that can be run by itself.
@Suite struct SceneFormatTests {
  private static let scenes = SceneLibrary(folders: []).names.compactMap { name in
    (try? SceneLibrary(folders: []).file(named: name))?.scene
  }.filter { !$0.isLive }

  @Test("a format is a complete text of printable lines", arguments: SceneFormat.allCases)
  func lines(format: SceneFormat) throws {
    try #require(Self.scenes.count > 20)
    // A cast has all frames of a scene.
    for scene in format == .cast ? Self.scenes.prefix(3) : Self.scenes[...] {
      let text = format.write(SceneDocument(scene, format.isOfScene ? scene.emptyRecording() : try scene.recorded()))
      #expect(text.isEmpty || text.hasSuffix("\n"), "\(scene.name)")
      #expect(!text.isEmpty || scene.rows.isEmpty, "\(scene.name)")
      let allowed: Set<Unicode.Scalar> = format == .ansi ? ["\n", "\u{1b}"] : format == .tsv ? ["\n", "\t"] : ["\n"]
      #expect(
        text.unicodeScalars.allSatisfy { allowed.contains($0) || $0.properties.generalCategory != .control },
        "\(scene.name)")
    }
  }

  @Test("bytes are the same each time", arguments: SceneFormat.allCases)
  func stable(format: SceneFormat) throws {
    for scene in Self.scenes.prefix(format == .cast ? 2 : 8) {
      let (one, other) = (try scene.recorded(), try scene.recorded())
      #expect(format.write(SceneDocument(scene, one)) == format.write(SceneDocument(scene, other)), "\(scene.name)")
    }
  }

  @Test("pictures have the size that was asked for", arguments: [(40, 12), (80, 24), (200, 60)])
  func size(columns: Int, rows: Int) throws {
    let scene = Scene.sample
    var document = SceneDocument(scene, try scene.recorded())
    document.size = Size(columns: columns, rows: rows)
    let lines = SceneFormat.frame.write(document).dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == rows && lines.allSatisfy { $0.count <= columns })
  }
}
