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
    let files = try SceneLibrary.shipped.lessons(at: targets) {
      problems.append($0)
    } warn: {
      Issue.record("\($0)")
    }
    let titles = LessonFolder.titles(of: files.compactMap(\.lesson), besides: [])
    return (files.map { file in "\(file.lesson.flatMap { titles[$0] } ?? "none"): \(file.scene.name)" }, problems)
  }

  @Test("files are in the order of their numbers, and subfolders are lessons after them", arguments: ["", "/"])
  func order(slash: String) throws {
    for name in ["10-ten.yml", "2-two.yaml", "2-two.yml", "more/b.yaml", "a/deep/c.yaml", ".hidden.yaml", "notes.txt"] {
      try write(to: "lesson/\(name)")
    }
    let found = try lessons([folder.path + "/lesson" + slash])
    #expect(found.scenes == ["lesson: 2-two", "lesson: 10-ten", "a/deep: c", "more: b"] && found.problems == [])
  }

  @Test("a word that names a scene is that scene, also beside a folder of this name, which is said")
  func wordThatNamesAFolder() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: ".").filter { name in
      (try? FileManager.default.contentsOfDirectory(atPath: name)) != nil && !name.contains(".")
    }
    let name = try #require(names.first)
    try write(to: "\(name).yaml")
    defer { try? FileManager.default.removeItem(at: folder) }
    var problems: [String] = []
    let library = SceneLibrary(folders: [folder.path])
    let files = try library.lessons(at: [name]) {
      Issue.record("\($0)")
    } warn: {
      problems.append($0)
    }
    #expect(files.map(\.path) == ["\(folder.path)/\(name).yaml"])
    #expect(problems == ["\(name) is a scene, and also a folder; the scene is used (help: ./\(name) is the folder)"])
  }

  @Test("a file that can't be read or is live is told, and the others are there") func broken() throws {
    try write("rows: [", to: "lesson/1.yaml")
    try write("rows: { a: { live: true } }", to: "lesson/2.yaml")
    try write(to: "lesson/3.yaml")
    let found = try lessons([folder.path + "/lesson"])
    #expect(found.scenes == ["lesson: 3"] && found.problems.count == 2)
    #expect(found.problems.last?.description.contains("2.yaml: row a is live") == true)
  }

  @Test("a file of a folder that is refused is an error, where that is asked for") func refused() throws {
    try write(to: "lesson/1.yaml")
    try write("rows: { a: { live: true } }", to: "lesson/2.yaml")
    defer { try? FileManager.default.removeItem(at: folder) }
    let problem =
      "\(folder.path)/lesson/2.yaml: row a is live; expected scenes without live rows"
      + " (help: `marbled daemon` serves live scenes)"
    #expect(throws: SceneRequest.Failure.usage(problem)) {
      _ = try SceneLibrary.shipped.lessons(at: [folder.path + "/lesson"]) { failure throws(SceneRequest.Failure) in
        throw failure
      } warn: { _ in
      }
    }
  }

  @Test("a folder without a scene is an error, and so is one with broken files alone") func empty() throws {
    try write("", to: "lesson/notes.txt")
    #expect(throws: SceneRequest.Failure.self) { try lessons([folder.path + "/lesson"]) }
    try write("rows: [", to: "lesson/1.yaml")
    #expect(throws: SceneRequest.Failure.self) { try lessons([folder.path + "/lesson"]) }
  }
}
