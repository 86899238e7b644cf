import Foundation
import SceneFiles
import Scenes
import Testing

/// Folders of scenes in order.
@Suite struct LessonFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "LessonFolderTests-\(UUID())")

  private func write(_ text: String = "rows: { a: { marbles: '1|' } }", to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func lessons(_ targets: [String]) throws -> (scenes: [String], problems: [SceneRequest.Failure]) {
    defer { try? FileManager.default.removeItem(at: folder) }
    var problems: [SceneRequest.Failure] = []
    let files = try SceneLibrary.shipped.lessons(at: targets) { problems.append($0) }
    return (files.map { "\($0.lesson ?? "none"): \($0.scene.name)" }, problems)
  }

  @Test("files are in the order of their numbers, and subfolders are lessons after them", arguments: ["", "/"])
  func order(slash: String) throws {
    for name in ["10-ten.yaml", "2-two.yaml", "more/b.yaml", "a/deep/c.yaml", ".hidden.yaml", "notes.txt"] {
      try write(to: "lesson/\(name)")
    }
    let found = try lessons([folder.path + "/lesson" + slash])
    #expect(found.scenes == ["lesson: 2-two", "lesson: 10-ten", "a/deep: c", "more: b"] && found.problems == [])
  }

  @Test("scenes of one name have the names of their folders") func names() throws {
    for name in ["1.yaml", "more/1.yaml"] { try write(to: "lesson/\(name)") }
    let found = try lessons([folder.path + "/lesson", "sample"])
    #expect(found.scenes == ["lesson: 1", "more: more-1", "none: sample"])
  }

  @Test("a file that can't be read or is live is told, and the others are there") func broken() throws {
    try write("rows: [", to: "lesson/1.yaml")
    try write("rows: { a: { live: true } }", to: "lesson/2.yaml")
    try write(to: "lesson/3.yaml")
    let found = try lessons([folder.path + "/lesson"])
    #expect(found.scenes == ["lesson: 3"] && found.problems.count == 2)
    #expect(found.problems.last?.description.contains("2.yaml: row a is live") == true)
  }

  @Test("a folder without a scene is an error, and so is one with broken files alone") func empty() throws {
    try write("", to: "lesson/notes.txt")
    #expect(throws: SceneRequest.Failure.self) { try lessons([folder.path + "/lesson"]) }
    try write("rows: [", to: "lesson/1.yaml")
    #expect(throws: SceneRequest.Failure.self) { try lessons([folder.path + "/lesson"]) }
  }
}
