import Formats
import Foundation
import Marbles
import SceneFiles
import Scenes
import Testing

/// The scenes of `Config/upstream`: issues of swift-async-algorithms, and what its versions do.
///
/// `.ci/upstream-tests` runs them with the operators of a checkout.
@Suite struct IssueSceneTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Config/upstream"
  ).standardized
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  private func file(_ name: String) throws -> SceneFile {
    let path = Self.folder.appending(path: name)
    return try SceneFile(parsing: String(contentsOf: path, encoding: .utf8), path: path.path)
  }

  @Test("there are scenes, and each is of an issue of the version that is used", arguments: names)
  func facts(name: String) throws {
    #expect(Self.names.count >= 3)
    let scene = try file(name).scene
    let issue = try #require(scene.issue)
    #expect(issue.link == "https://github.com/apple/swift-async-algorithms/issues/\(issue.number)")
    #expect(name.hasPrefix("\(issue.number)-"))
    #expect("\(issue.checkedWith)" == PinnedBlocks.version, "run .ci/upstream-tests, and say so in `checkedWith:`")
    #expect(scene.dialect == .asv && !scene.about.isEmpty && !scene.notes.isEmpty)
    #expect(scene.rows.allSatisfy { $0.expression == nil || $0.should != nil })
  }

  @Test("each row does what the scene says that it does", arguments: names) func isAsKnown(name: String) throws {
    let file = try file(name)
    #expect(Checker().rowsThatDiffer(in: file) == [])
    #expect(file.expectations.count == file.scene.rows.count { $0.expression != nil })
  }

  @Test("each row is a test that can be read, and that fails where the issue is not mended", arguments: names)
  func export(name: String) throws {
    let scene = try file(name).scene
    let recording = try BoundedRun(SceneFormat.asv.scene(for: scene)).perform().get()
    let text = SceneFormat.asv.write(SceneDocument(scene, recording))
    let blocks = try ValidateBlock.blocks(in: text)
    let outputs = scene.rows.filter { $0.expression != nil }
    try #require(blocks.count == outputs.count, "\(text)")
    for (block, row) in zip(blocks, outputs) {
      #expect(block.output == row.should)
      let passes = Conformance(of: block, order: scene.order) == .conforms
      #expect(passes == !scene.rowsThatFail.contains(row), "\(text)")
      let version = try #require(scene.issue).checkedWith
      #expect(text.contains("// \(version) gives \"") == !passes)
    }
  }

  @Test("a scene without an issue has what marbled gave, and no comment on versions") func withoutIssue() throws {
    var scene = try file("450-debounce-error.yaml").scene
    scene.issue = nil
    scene.rows[1].should = nil
    let recording = try BoundedRun(scene).perform().get()
    let text = SceneFormat.asv.write(SceneDocument(scene, recording))
    #expect(text.contains("\"a,,,|\"") && !text.contains("1.1.4"))
  }
}
