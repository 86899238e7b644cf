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

  @Test(
    "a mistake is an error with its place",
    arguments: [
      (text("{ link: \(link) }"), "a.yaml:1:8: error: `issue:` needs `checkedWith:`"),
      (text("{ checkedWith: 1.1.4 }"), "a.yaml:1:8: error: `issue:` needs `link:`"),
      (
        text("{ link: 450, checkedWith: 1.1.4 }"),
        "a.yaml:1:16: error: `450` is not the address of an issue; expected one that begins with https:// and ends"
      ),
      (
        text("{ link: \(link), checkedWith: 1.1 }"),
        "a.yaml:1:89: error: found `1.1`, expected a version of three numbers, such as 1.1.4"
      ),
      (
        text("{ link: \(link), checkedWith: 1.1.4, failsSince: 1.2.0 }"),
        "a.yaml:1:108: error: 1.2.0 is newer than 1.1.4, the version of `checkedWith:`"
      ),
      (
        text("{ link: \(link), checkedWith: 1.1.4, failsSince: 1.1.0, passesSince: 1.1.0 }"),
        "a.yaml:1:128: error: the same version can't be the first that fails and the first that passes"
      ),
      (
        text("{ link: \(link), checkedWith: 1.1.4, passesSince: 1.1.4 }"),
        "a.yaml:1:8: error: `passesSince:` says that 1.1.4 has no such defect, but row busy does not do what it should"
      ),
      (
        text("{ link: \(link), checkedWith: 1.1.4, failsSince: 1.1.4 }", should: "a,,,|"),
        "a.yaml:1:8: error: `failsSince:` says that 1.1.4 has the defect, but each row does what it should"
      ),
      (text(should: "a,,;"), "a.yaml:5:78: error: `should:` cancels its consumer at another time than `expect:`"),
      (text(should: "a,,,^^"), "a.yaml:5:84: error: found `^` after the end `^`, expected nothing more"),
      (
        text().replacing(/issue: .*\n/, with: ""),
        "a.yaml:4:78: error: `should:` needs `issue:` in the scene: the issue that asks for it"
      ),
      (
        text().replacing(#"expect: "a,,,|", "#, with: ""),
        "a.yaml:5:61: error: `should:` needs `expect:` in the same row: what the row does now"
      ),
      (
        text().replacing(#", should: "a,,,^""#, with: ""),
        "a.yaml:1:8: error: no row has `should:`; expected the diagram of what the issue asks for beside an `expect:`"
      ),
      (
        text().replacing(#"marbles: "a^""#, with: #"marbles: "a^", should: "a^""#),
        "a.yaml:4:28: error: `should:` is a key of outputs, but row source is an input"
      ),
    ])
  func mistakes(text: String, message: String) {
    let error = #expect(throws: SceneFileError.self) { try SceneFile(parsing: text, path: "a.yaml") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
