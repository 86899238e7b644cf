import Foundation
import Marbles
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Inputs

/// What is read as it comes, from things in the file system that are no files.
@Suite struct LiveSourceTests {
  /// Reads the source at `path` to its end: its values, and how it ended.
  private func read(_ path: String) async throws -> (values: [Value], end: LiveSource.End) {
    let source = try #require(LiveSource(at: path))
    let values = Mutex<[Value]>([])
    return await withCheckedContinuation { continuation in
      source.read(
        LiveSource.Handlers(
          onLine: { line, _ in
            if case .value(let value) = line.content { values.withLock { $0.append(value) } }
            return true
          },
          onEnd: { end in continuation.resume(returning: (values.withLock { $0 }, end)) }))
    }
  }

  /// A path in a new folder, which `body` is to empty again.
  private func withPath<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = NSTemporaryDirectory() + "LiveSourceTests-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder + "/s")
  }

  @Test func aSocketIsConnectedTo() async throws {
    try await withPath { path in
      let listener = Sockets.make(AF_UNIX, .stream)
      defer { close(listener) }
      try #require(Sockets.withAddress(of: path) { bind(listener, $0, $1) } == 0)
      try #require(listen(listener, 1) == 0)
      let server = Thread {
        let connection = accept(listener, nil, nil)
        _ = "1\n{\"x\":2}\n3".withCString { write(connection, $0, strlen($0)) }
        close(connection)
      }
      server.start()
      let (values, end) = try await read(path)
      let expected: [Value] = [1, .object(["x": 2]), 3]
      #expect(values == expected)
      #expect(end == .finished)
    }
  }

  @Test func aSocketThatNobodyListensAtSaysSo() async throws {
    try await withPath { path in
      let socket = Sockets.make(AF_UNIX, .stream)
      try #require(Sockets.withAddress(of: path) { bind(socket, $0, $1) } == 0)
      close(socket)
      let (values, end) = try await read(path)
      #expect(values.isEmpty)
      #expect(end == .failed("\(path) can't be opened: Connection refused"))
    }
  }

  @Test func aFileIsNotLive() async throws {
    try await withPath { path in
      try "1".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(LiveSource(at: path) == nil)
      #expect(LiveSource(at: path + "/nowhere") == nil)
    }
  }

  @Test func whatCannotBeFollowedSaysWhichFileAndWhy() async {
    let end = await withCheckedContinuation { continuation in
      LiveSource.tail("/dev/zero").read(
        LiveSource.Handlers(onLine: { _, _ in true }, onEnd: { continuation.resume(returning: $0) }))
    }
    #expect(
      end
        == .failed(
          "/dev/zero can't be followed: it is a device, not a file to which lines are appended (help: read it with @FILE)"
        ))
  }

  @Test func aTailReadsWhatIsAppendedAndStops() async throws {
    try await withPath { path in
      try "1\n".write(toFile: path, atomically: true, encoding: .utf8)
      let row = FullRow()
      let stopper = LiveSource.tail(path).read(LiveSource.Handlers(onLine: { row.take($0, $1) }, onEnd: { _ in }))
      row.waitUntilRefused()
      let file = open(path, O_WRONLY | O_APPEND)
      _ = "2\n3\n".withCString { write(file, $0, strlen($0)) }
      close(file)
      row.makeRoom(2)
      #expect(row.wait(for: 2) == [1, 2])
      row.makeRoom(1)
      #expect(row.wait(for: 3) == [1, 2, 3])
      stopper.stop()
    }
  }
}
