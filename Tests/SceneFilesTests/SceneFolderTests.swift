import Foundation
import Inputs
import Testing

@testable import SceneFiles

@Suite struct SceneFolderTests {
  /// A folder that is deleted with the value that owns it.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "marbled-\(UUID().uuidString)").path

    init(_ files: [String: String]) throws {
      for (name, text) in files {
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test func aFolderIsItsScenesInOrder() throws {
    let folder = try Folder([
      "b.yaml": "", "a.yaml": "", "sub/c.yaml": "", "B.yaml": "", "a.yml": "", "note.txt": "", ".hidden.yaml": "",
      ".git/x.yaml": "", "é.yaml": "",
    ])
    let names = ["B.yaml", "a.yaml", "a.yml", "b.yaml", "sub/c.yaml", "é.yaml"]
    let files = SceneFolder.files(at: [folder.path])
    #expect(files.map(\.path) == names.map { "\(folder.path)/\($0)" })
    #expect(files.allSatisfy { $0.folder == folder.path && !$0.isGiven })
    #expect(SceneFolder.files(at: [folder.path + "/"]).map(\.path) == files.map(\.path))
    let given = ["-", "\(folder.path)/note.txt", "/nowhere", "\(folder.path)/sub", "\(folder.path)/sub/c.yaml", "-"]
    let expanded = SceneFolder.files(at: given)
    #expect(expanded.map(\.path) == given.prefix(3) + ["\(folder.path)/sub/c.yaml"])
    #expect(expanded.allSatisfy { $0.isGiven })
  }

  @Test func documentsAreFound() throws {
    let folder = try Folder(["a.md": "", "sub/b.markdown": "", "c.txt": "", ".git/d.md": "", ".hidden/sub/e.yaml": ""])
    #expect(
      SceneFolder.files(at: [folder.path]).map(\.path) == ["a.md", "sub/b.markdown"].map { "\(folder.path)/\($0)" })
  }

  @Test("the folders of files are those that a change of a file, or a new file, changes") func folders() throws {
    let folder = try Folder(["a.yaml": "", "sub/sub/b.yaml": "", ".git/x.yaml": ""])
    #expect(
      SceneFolder.folders(at: [folder.path, "x.yaml", "y/x.yaml", "-"]).sorted()
        == [folder.path, "\(folder.path)/sub", "\(folder.path)/sub/sub", ".", "y/"].sorted())
  }

  @Test func whatCannotBeReadIsExplained() throws {
    let folder = try Folder(["note.txt": "x"])
    try Data([0x72, 0xFF]).write(to: URL(fileURLWithPath: "\(folder.path)/latin.yaml"))
    func failure(_ path: String) -> InputError? {
      do throws(InputError) { _ = try SceneFolder.read(SceneFolder.File(path)) } catch { return error }
      return nil
    }
    #expect(failure("/nowhere/a.yaml") == InputError(.notFound, "no such file: /nowhere/a.yaml"))
    #expect(failure(folder.path) == InputError(.notFound, "no scene (*.yaml or *.yml) in the folder \(folder.path)"))
    #expect(failure("\(folder.path)/latin.yaml")?.kind == .malformed)
    #expect(failure("/dev/zero") == InputError(.malformed, "/dev/zero is larger than 64 MiB"))
    #expect(try SceneFolder.read(SceneFolder.File("\(folder.path)/note.txt")) == "x")
  }

  @Test("what is found must be a file: pipes, devices and links to them are passed over, and never read")
  func onlyFiles() throws {
    let folder = try Folder(["a.yaml": "", "real.txt": "x"])
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: target)
    }
    try #require(mkfifo(folder.path + "/pipe.yaml", 0o600) == 0)
    try #require(mkfifo(folder.path + "/pipe.md", 0o600) == 0)
    try link("zero.yml", to: "/dev/zero")
    try link("folder.yaml", to: "..")
    try link("file.yaml", to: "real.txt")
    try link("gone.yaml", to: "nothing")
    let files = SceneFolder.files(at: [folder.path])
    #expect(files.map { $0.path.split(separator: "/").last } == ["a.yaml", "file.yaml", "gone.yaml"])
    // One that takes the place of a file after it was found.
    let pipe = SceneFolder.File(folder.path + "/pipe.yaml", in: folder.path)
    let error = #expect(throws: InputError.self) { try SceneFolder.read(pipe) }
    #expect(error?.description == "\(pipe.path) is not a file")
  }
}
