import Foundation
import Platform
import TestSupport
import Testing

@testable import Inputs

/// What is written to a path, and what stays as it was.
@Suite struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

  private func mode(_ name: String) -> UInt32? { FileStatus(path: folder.file(name))?.permissions }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
  }

  private func destination(_ name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(name))
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("a file is replaced as a whole, and keeps its mode", arguments: [0o640, 0o600, 0o755] as [UInt32])
  func replaced(permissions: UInt32) throws {
    try "a longer text".write(toFile: folder.file("a"), atomically: false, encoding: .utf8)
    try #require(chmod(folder.file("a"), mode_t(permissions)) == 0)
    let reader = open(folder.file("a"), O_RDONLY | O_CLOEXEC)
    defer { close(reader) }
    let before = try #require(FileStatus(path: folder.file("a")))
    try OutputFile.write("new", to: folder.file("a"))
    #expect(try text("a") == "new" && mode("a") == permissions)
    // A program that has opened the file still reads the whole old one.
    #expect(FileStatus(path: folder.file("a"))?.inode != before.inode && FileStatus(reader)?.size == 13)
    #expect(try names == ["a"])
  }

  @Test("a new file has the mode of the umask, like a file of any program") func new() throws {
    try OutputFile.write([0x00, 0xFF], to: folder.file("a"))
    let other = open(folder.file("b"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    close(other)
    #expect(mode("a") == mode("b") && mode("a") != nil)
    #expect(try Data(contentsOf: URL(filePath: folder.file("a"))) == Data([0x00, 0xFF]))
    try OutputFile.write("", to: folder.file("a"))
    #expect(try text("a") == "" && names == ["a", "b"])
  }

  @Test("links stay, also links to links, and links to files that are not there yet") func links() throws {
    try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
    try "old".write(toFile: folder.file("sub/a"), atomically: false, encoding: .utf8)
    try #require(chmod(folder.file("sub/a"), 0o640) == 0)
    try link("first", to: "sub/second")
    try link("sub/second", to: "../sub/a")
    try link("absolute", to: folder.file("sub/new"))
    try OutputFile.write("new", to: folder.file("first"))
    #expect(try text("sub/a") == "new" && mode("sub/a") == 0o640)
    #expect(try destination("first") == "sub/second" && destination("sub/second") == "../sub/a")
    try OutputFile.write("newer", to: folder.file("absolute"))
    #expect(try text("sub/new") == "newer" && destination("absolute") == folder.file("sub/new"))
  }

  @Test("a pipe is written to, and stays a pipe, also behind a link", arguments: ["pipe", "link"])
  func pipe(name: String) throws {
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    try link("link", to: "pipe")
    let reader = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try OutputFile.write("piped", to: folder.file(name))
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &bytes, bytes.count) == 5 && bytes.starts(with: "piped".utf8))
    #expect(FileStatus(path: folder.file("pipe"))?.kind == .pipe)
    #expect(try destination("link") == "pipe" && names == ["link", "pipe"])
  }

  @Test("a device is written to, and stays a device") func device() throws {
    // A terminal: the system refuses to replace one by a file, also for root.
    var (terminal, held) = (Int32(-1), Int32(-1))
    var name = [CChar](repeating: 0, count: 128)
    try #require(openpty(&terminal, &held, &name, nil, nil) == 0)
    defer { for descriptor in [terminal, held] { close(descriptor) } }
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    try OutputFile.write("shown", to: path)
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(terminal, &bytes, bytes.count) == 5 && bytes.starts(with: "shown".utf8))
    #expect(FileStatus(path: path)?.kind == .characterDevice)
  }

  @Test("an open file goes on where it is, as a shell appends to it") func openFile() throws {
    let file = open(folder.file("log"), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
    defer { close(file) }
    try #require(write(file, "1\n", 2) == 2)
    try link("out", to: "/dev/fd/\(file)")
    for path in ["/dev/fd/\(file)", folder.file("out")] { try OutputFile.write("2\n", to: path) }
    #expect(try text("log") == "1\n2\n2\n")
    #expect(FileStatus(file)?.links == 1)
  }

  @Test(
    "what can't be written says why, and leaves nothing",
    arguments: [
      ("none/a", "No such file or directory"), ("none/", "Is a directory"), ("sub", "Is a directory"),
      ("file/a", "Not a directory"), ("loop", "Too many levels of symbolic links"), ("", "No such file or directory"),
    ])
  func refused(name: String, reason: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
    try "old".write(toFile: folder.file("file"), atomically: false, encoding: .utf8)
    try link("loop", to: "loop")
    let path = name.isEmpty ? "" : folder.file(name)
    let error = #expect(throws: InputError.self) { try OutputFile.write("new", to: path) }
    #expect(error == InputError(.unreadable, "\(path) can't be written: \(reason)"))
    let named = #expect(throws: InputError.self) { try OutputFile.write("new", to: path, called: "it") }
    #expect(named?.description == "it can't be written: \(reason)")
    #expect(try names == ["file", "loop", "sub"] && text("file") == "old")
  }
}
