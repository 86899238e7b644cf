import Scenes
import Testing

@testable import SceneFiles

/// `notes:` of a scene and of its rows.
@Suite struct NotesKeyTests {
  private func file(_ scene: String, _ row: String) throws -> SceneFile {
    try SceneFile(parsing: "notes: \(scene)\nrows:\n  a:\n    notes: \(row)\n    marbles: 1|\n", path: "test.yaml")
  }

  @Test(
    "they are read and written, in each style of YAML",
    arguments: [
      ("plain", "plain"), ("\"quoted: \\\"x\\\"\"", "quoted: \"x\""), (">-\n      two\n      lines", "two lines"),
      ("|-\n      two\n      lines", "two\nlines"), ("\"\"", ""), ("\"\\e[31m\"", "\u{1B}[31m"),
    ])
  func areReadAndWritten(written: String, read: String) throws {
    let scene = try file(written, written).scene
    #expect(scene.notes == read && scene.rows[0].notes == read)
    #expect(try SceneFile(parsing: scene.yaml, path: "test.yaml").scene == scene)
    #expect(scene.hasLesson == !read.isEmpty)
  }

  @Test("a lesson has lines and control characters made visible")
  func lesson() throws {
    let scene = try file("|-\n      two\n      lines", "\"\\e[31m\"").scene
    #expect(scene.lesson(of: 0..<1) == ["two lines", "a: \\u{1b}[31m"])
    #expect(scene.lesson(of: 0..<0) == ["two lines"] && scene.lesson(of: 3..<9) == ["two lines"])
  }

  @Test("notes that are longer than anybody reads are refused with their place")
  func limit() throws {
    _ = try file(String(repeating: "a", count: 2_000), "b")
    let error = #expect(throws: SceneFileError.self) { try file("b", String(repeating: "a", count: 2_001)) }
    #expect(
      error?.description.hasPrefix("test.yaml:4:12: error: the notes take 2001 bytes; expected at most 2000") == true,
      "\(error?.description ?? "")")
    let list = #expect(throws: SceneFileError.self) { try file("[a]", "b") }
    #expect(list?.description.contains("expected a few sentences") == true, "\(list?.description ?? "")")
  }
}
