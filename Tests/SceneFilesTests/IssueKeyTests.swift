import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// `issue:` of a scene, and `should:` of its rows.
@Suite struct IssueKeyTests {
  private static let link = "https://github.com/apple/swift-async-algorithms/issues/450"

  private static func text(
    _ issue: String = "{ link: \(link), checkedWith: 1.1.4 }", expect: String = "a,,,|", should: String = "a,,,^"
  ) -> String {
    """
    issue: \(issue)
    dialect: asv
    rows:
      source: { marbles: "a^" }
      busy: { apply: "source.debounce(for: .steps(0))", expect: "\(expect)", should: "\(should)" }

    """
  }

  private func scene(_ text: String) throws -> Scene { try SceneFile(parsing: text, path: "a.yaml").scene }

  @Test("a scene knows its issue, the versions, and which rows fail") func keys() throws {
    let versions = "checkedWith: 1.1.4, passesSince: 0.9.0, failsSince: 1.0.0"
    let scene = try scene(Self.text("{ link: \(Self.link), \(versions) }"))
    let issue = try #require(scene.issue)
    #expect((issue.link, issue.number) == (Self.link, "450"))
    #expect(issue.checkedWith == LibraryVersion("1.1.4"))
    #expect((issue.failsSince, issue.passesSince) == (LibraryVersion("1.0.0"), LibraryVersion("0.9.0")))
    #expect(scene.rowsThatFail.map(\.name) == ["busy"])
    #expect(try self.scene(Self.text(should: "a,,,|")).rowsThatFail == [])
  }

  @Test("what is written is read again") func roundTrip() throws {
    let scene = try scene(Self.text("{ link: \(Self.link), checkedWith: 1.1.4, failsSince: 1.0.0 }"))
    #expect(scene.rows[1].should == "a,,,^")
    #expect(try self.scene(scene.yaml) == scene)
  }

  @Test("versions are compared by their numbers") func versions() throws {
    let sorted = ["0.9.12", "1.0.2", "1.0.10", "1.1.0", "10.0.0"]
    #expect(sorted.compactMap { LibraryVersion($0) }.sorted().map(\.description) == sorted)
    for text in ["", "1", "1.1", "1.1.", "1.1.4.5", "1.1.x", "v1.1.4", "1.1.-4", "1.1.4 ", "1.1.99999999999999999999"] {
      #expect(LibraryVersion(text) == nil, "\(text)")
    }
  }
}
