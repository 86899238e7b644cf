import Formats
import Foundation
import SceneFiles
import Scenes
import Testing

/// The part of the article on AsyncAlgorithms that is made from the scenes of `Config/upstream`.
enum IssueArticle {
  static let path = "Sources/marbled/Documentation.docc/UpstreamFindings.md"
  private static let folder = "Config/upstream"
  private static let marks = (begin: "<!-- issues -->", end: "<!-- end -->")

  /// The scenes, by the numbers of their issues.
  static func scenes() throws -> [(path: String, scene: Scene)] {
    let files = try FileManager.default.contentsOfDirectory(atPath: Article.root.appending(path: folder).path)
    return try files.filter { $0.hasSuffix(".yaml") }.sorted().map { name in
      let path = "\(folder)/\(name)"
      return (path, try SceneFile(parsing: Article.text(path), path: path).scene)
    }
  }

  /// The article with that part as it should be.
  static func computed() throws -> String {
    let lines = Article(path).lines
    let begin = try #require(lines.firstIndex(of: marks.begin))
    let end = try #require(lines[begin...].firstIndex(of: marks.end))
    return (lines[...begin] + (try part()) + lines[end...]).joined(separator: "\n")
  }

  private static func part() throws -> [String] {
    let scenes = try scenes()
    let table = MarkdownTable(
      columns: ["Issue", "What happens", "Checked with", "Fails since", "Passes since"],
      rows: try scenes.map { _, scene in
        let issue = try #require(scene.issue)
        let result = scene.rowsThatFail.isEmpty ? "passes" : "fails"
        return [
          "[\(issue.number)](\(issue.link))", scene.about, "\(issue.checkedWith): \(result)",
          issue.failsSince.map { "\($0)" } ?? "not known", issue.passesSince.map { "\($0)" } ?? "not known",
        ]
      })
    return try table.lines + scenes.flatMap { try section($0.scene, at: $0.path) + [""] }
  }

  private static func section(_ scene: Scene, at path: String) throws -> [String] {
    let issue = try #require(scene.issue)
    let recording = try BoundedRun(SceneFormat.asv.scene(for: scene)).perform().get()
    let lines = SceneFormat.asv.write(SceneDocument(scene, recording)).split(separator: "\n")
    let test = lines.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    let result = scene.rowsThatFail.isEmpty ? "passes" : "fails"
    let head = "[Issue \(issue.number)](\(issue.link)) \(result) with \(issue.checkedWith): `\(path)`."
    let notes = scene.notes.replacing(". ", with: ".\n").split(separator: "\n").map(String.init)
    return ["### \(scene.title)", "", head] + notes + ["", "```"] + test + ["```"]
  }
}

extension EndToEnd {
  @Suite struct IssueArticleTests {
    /// `UPDATE_SNAPSHOTS=1 swift test --filter IssueArticleTests` writes it.
    @Test("the article says of issues what their scenes say") func article() throws {
      let computed = try IssueArticle.computed()
      try Snapshot.update(IssueArticle.path, computed)
      #expect(try Article.text(IssueArticle.path) == computed)
      #expect(try IssueArticle.scenes().count >= 3)
    }
  }
}
