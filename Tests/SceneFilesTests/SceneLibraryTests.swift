import Foundation
import Inputs
import Marbles
import Operators
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// Where scenes are found, and in which order.
@Suite struct SceneLibraryTests {
  /// A folder that is removed at the end.
  private final class Folder {
    let path = NSTemporaryDirectory() + "SceneLibraryTests-\(UUID())"

    init(_ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, text) in files { try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private static func scene(_ title: String) -> String { "title: \(title)\nrows: { a: { marbles: '1|' } }\n" }

  private func request(_ targets: String..., library: SceneLibrary = .shipped) throws -> [Scene] {
    try SceneRequest(targets: targets, library: library).scenes()
  }

  @Test func theFirstFolderCounts() throws {
    let (mine, system) = (
      try Folder(["x.yaml": Self.scene("mine"), "sample.yaml": Self.scene("my own sample")]),
      try Folder(["x.yaml": Self.scene("the system's"), "y.yaml": Self.scene("y"), "notes.txt": ""])
    )
    let library = SceneLibrary(folders: [mine.path, "/nowhere", system.path])
    #expect(try library.file(named: "x")?.scene.title == "mine")
    #expect(try library.file(named: "y")?.scene.title == "y")
    #expect(try library.file(named: "sample")?.scene.title == "my own sample")
    #expect(try library.file(named: "z") == nil)
    #expect(Set(["sample", "x", "y"]).isSubset(of: library.names) && library.names == library.names.sorted())
    #expect(!library.names.contains("notes"))
    #expect(library.names.count { $0 == "sample" } == 1)
  }

  @Test("a file longer than is read at once is read whole, a byte order mark is skipped, and a folder is not a file")
  func filesAsTheyAre() throws {
    let comment = String(repeating: "# 0123456789\n", count: 5000)
    let folder = try Folder(["long.yaml": comment + Self.scene("long"), "mark.yaml": "\u{FEFF}" + Self.scene("mark")])
    try FileManager.default.createDirectory(atPath: folder.path + "/sub.yaml", withIntermediateDirectories: true)
    try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: folder.path + "/bytes.yaml"))
    let library = SceneLibrary(folders: [folder.path])
    #expect(try library.file(named: "long")?.scene.title == "long")
    #expect(try library.file(named: "mark")?.scene.title == "mark")
    #expect(try library.file(named: "sub") == nil)
    #expect {
      try library.file(named: "bytes")
    } throws: {
      "\($0)".contains("the file is not UTF-8 text")
    }
  }

  @Test func aFileWithoutAnEndIsNotReadToIt() throws {
    let folder = try Folder(["large.yaml": String(repeating: "#", count: 1 << 20) + "\n" + Self.scene("large")])
    let library = SceneLibrary(folders: [folder.path])
    let error = #expect(throws: SceneFileError.self) { try library.file(named: "large") }
    #expect(error?.message == "the file is larger than 1 MiB")
    // A file that is named by its path may be larger: a converted recording.
    #expect(try request(folder.path + "/large.yaml").map(\.title) == ["large"])
    let path = "/dev/zero"
    #expect(throws: SceneRequest.Failure.malformed("\(path) is larger than 64 MiB")) { try request(path) }
  }

  @Test func aPipeThatNobodyWritesToIsNoScene() throws {
    let folder = try Folder([:])
    let path = folder.path + "/pipe.yaml"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(try SceneLibrary(folders: [folder.path]).file(named: "pipe") == nil)
    #expect(throws: FileBytes.Problem.silent) { try FileBytes.read(path, timeout: 0) }
    #expect(throws: FileBytes.Problem.notAFile) { try FileBytes.read(path, onlyFiles: true) }
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let folder = try Folder([:])
    let path = folder.path + "/pipe.yaml"
    try #require(mkfifo(path, 0o600) == 0)
    // Kept open for reading, so that what is written stays, and writing does not wait.
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let writer = open(path, O_WRONLY)
    defer { close(reader) }
    let bytes = Array(Self.scene("piped").utf8)
    #expect(write(writer, bytes, bytes.count) == bytes.count)
    close(writer)
    #expect(try FileBytes.read(path, timeout: 0) == bytes)
  }

  @Test func theUsersFolderComesBeforeTheSystems() {
    #expect(
      SceneLibrary.standardFolders(environment: ["XDG_CONFIG_HOME": "/x", "HOME": "/home/me"])
        == ["/x/marbled/scenes", "/etc/marbled/scenes"])
    #expect(
      SceneLibrary.standardFolders(environment: ["XDG_CONFIG_HOME": "", "HOME": "/home/me"])
        == ["/home/me/.config/marbled/scenes", "/etc/marbled/scenes"])
    #expect(SceneLibrary.standardFolders(environment: [:]) == ["/etc/marbled/scenes"])
  }

  @Test func aPathIsAFileOrAFolder() throws {
    let folder = try Folder(["b.yaml": Self.scene("second"), "a.yaml": Self.scene("first"), ".c.yaml": "no scene"])
    #expect(try request(folder.path + "/b.yaml").map(\.title) == ["second"])
    #expect(try request(folder.path).map(\.title) == ["first", "second"])
    #expect(try request(folder.path, "sample").map(\.name) == ["a", "b", "sample"])
    #expect(throws: SceneRequest.Failure.notFound("no such file: nothing.yaml")) { try request("nothing.yaml") }
    #expect(throws: SceneRequest.Failure.notFound("no such file: some/where")) { try request("some/where") }
  }

  @Test("a file may end in .yml, and .yaml counts if there are both") func bothEndings() throws {
    let folder = try Folder([
      "a.yml": Self.scene("a"), "b.yml": Self.scene("wrong"), "b.yaml": Self.scene("b"), "a-b.yaml": Self.scene("a-b"),
    ])
    let library = SceneLibrary(folders: [folder.path])
    #expect(try ["a", "b"].map { try library.file(named: $0)?.scene.title } == ["a", "b"])
    #expect(Set(["a", "a-b", "b"]).isSubset(of: library.names) && !library.names.contains("a.yml"))
    #expect(try request(folder.path).map(\.title) == ["a", "a-b", "b"])
    #expect(try request(folder.path + "/b.yml").map(\.title) == ["wrong"])
    // As a name without a folder in front.
    #expect(throws: SceneRequest.Failure.notFound("no such file: nothing.yml")) { try request("nothing.yml") }
  }

  @Test("pipes and devices in a folder are passed over") func onlyFiles() throws {
    let folder = try Folder(["b.yaml": Self.scene("b"), "c.yml": Self.scene("c")])
    try #require(mkfifo(folder.path + "/a.yaml", 0o600) == 0)
    try #require(mkfifo(folder.path + "/c.yaml", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/zero.yaml", withDestinationPath: "/dev/zero")
    let library = SceneLibrary(folders: [folder.path])
    #expect(try request(folder.path).map(\.title) == ["b", "c"])
    #expect(try library.file(named: "c")?.scene.title == "c")
    #expect(library.names.contains("c") && !library.names.contains("a") && !library.names.contains("zero"))
    let lessons = try library.lessons(at: [folder.path]) {
      Issue.record("\($0)")
    } warn: {
      Issue.record("\($0)")
    }
    #expect(lessons.map(\.scene.title) == ["b", "c"])
  }

  @Test(
    "a word with the ending of a file that is not there is a missing file, and no operator",
    arguments: ["monday.ndjson", "x.csv", "a b.log", "x.trace.json", "run-1.ndjson.gz", "x.JSON", "notes.md"])
  func missingFile(name: String) {
    #expect(throws: SceneRequest.Failure.notFound("no such file: \(name)")) { try request(name) }
  }

  @Test("an expression is no file", arguments: ["log.json", "a.map { $0.json", "merge(a).txt", ".json", "a.nope"])
  func noFile(expression: String) throws {
    let inputs = [(name: "log", content: Scene.Row.Content.input(try Diagram.parse("2-4|", row: "log").timeline))]
    let error = #expect(throws: SceneRequest.Failure.self) {
      try SceneRequest(targets: [expression], inputs: inputs).scenes()
    }
    guard case .malformed = error else { Issue.record("\(String(describing: error))"); return }
  }

  @Test func aFolderWithoutScenesSaysSo() throws {
    let folder = try Folder([:])
    #expect(
      throws: SceneRequest.Failure.notFound("no scene in \(folder.path); scenes are files that end in .yaml or .yml")
    ) { try request(folder.path) }
  }

  @Test func aFileThatIsNoSceneSaysWhere() throws {
    let folder = try Folder(["bad.yaml": "rows: 1\n", "latin.yaml": ""])
    _ = FileManager.default.createFile(atPath: folder.path + "/latin.yaml", contents: Data([0xFF, 0xFE, 0x41]))
    let library = SceneLibrary(folders: [folder.path])
    do {
      _ = try request("bad", library: library)
      Issue.record("not refused")
    } catch SceneRequest.Failure.file(let error) {
      #expect(error.description.hasPrefix("\(folder.path)/bad.yaml:1:7: error: found `1`, expected a mapping"))
    }
    #expect(throws: SceneRequest.Failure.malformed("\(folder.path)/latin.yaml is not UTF-8 text")) {
      try request(folder.path + "/latin.yaml")
    }
  }

  /// A division looks like a path, and is none unless there is such a file.
  @Test func anExpressionMayDivide() throws {
    let inputs = [(name: "a", content: Scene.Row.Content.input(try Diagram.parse("2-4|", row: "a").timeline))]
    let scenes = try SceneRequest(targets: ["a.map { $0 / 2 }"], inputs: inputs).scenes()
    #expect(spelled(try scenes[0].recorded()["out"]) == "1@0 2@2 |@3")
  }

  @Test func anInputReplacesARowAndItsExpectations() throws {
    let inputs = [(name: "ints", content: Scene.Row.Content.input(try Diagram.parse("7|", row: "ints").timeline))]
    let scene = try #require(try SceneRequest(targets: ["sample"], inputs: inputs).scenes().first)
    #expect(scene.rows.map(\.name) == ["ints", "strings", "merge", "zip", "latest"])
    #expect(scene.rows[0].timeline?.events.map(\.value) == [7])
    #expect(scene.rows.allSatisfy { $0.expectation == nil })
  }
}
