import Foundation
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// Golden frames of every shipped scene.
@Suite struct ScenePictureTests {
  static let files: [String] = {
    ["scenes", "lessons"].flatMap { name in
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config/\(name)")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.standardized.path)) ?? []
      return names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder.appending(path: $0).standardized.path }
    }
  }()

  private func scene(_ path: String) throws -> Scene {
    try SceneFile(parsing: String(contentsOfFile: path, encoding: .utf8), path: path).scene
  }

  @Test func thereAreScenes() { #expect(!Self.files.isEmpty) }

  /// At two thirds, when most has happened and something is still to come.
  @Test(arguments: files) func aSceneLooksLikeThis(path: String) throws {
    let scene = try scene(path)
    let time = SceneTime.nanoseconds(try scene.plan().duration.nanoseconds / 300_000_000 * 200_000_000)
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
      let size = Size(columns: columns, rows: rows)
      try expectFixture("scene-\(scene.name)-\(columns)x\(rows)", frame(scene, at: time, size: size))
    }
    try expectFixture("scene-\(scene.name)-80x24-ascii", frame(scene, at: time, glyphs: .ascii))
  }

  /// While something is on its way.
  @Test(arguments: [
    ("movies", 1100), ("isowords", 3100), ("isowords", 5700), ("animate-wrong-and-right", 700),
    ("stops-arriving", 4600),
  ])
  func aSceneMovesLikeThis(name: String, milliseconds: Int64) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    let time = SceneTime.milliseconds(milliseconds)
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
      let size = Size(columns: columns, rows: rows)
      try expectFixture("moving-\(name)-\(columns)x\(rows)-\(milliseconds)", frame(scene, at: time, size: size))
    }
    try expectFixture("moving-\(name)-80x24-\(milliseconds)-ascii", frame(scene, at: time, glyphs: .ascii))
  }

  @Test(arguments: files) func aSceneCanBeDrawnAtAnySizeAndTime(path: String) throws {
    let scene = try scene(path)
    let recording = try scene.plan()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    for (columns, rows) in [(20, 5), (33, 7), (60, 12), (80, 24), (500, 200)] {
      for part in columns == 500 ? [4] : Array(0...8) {
        let time = SceneTime.nanoseconds(recording.duration.nanoseconds / 8 * Int64(part))
        let size = Size(columns: columns, rows: rows)
        #expect(drawing.frame(recording, at: FrameState(time: time), size: size).size == size)
      }
    }
  }
}
