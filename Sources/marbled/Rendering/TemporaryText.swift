import Foundation
import Platform

/// Text in a temporary file without a name: it is gone with its owner, however the process ends.
final class TemporaryText: Sendable {
  private let file: FileHandle

  private static let chunk = 1 << 20

  /// - Throws: `CocoaError` when there can be no temporary file.
  init() throws {
    guard let stream = tmpfile() else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(stream) }
    let descriptor = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Appends text.
  func write(_ text: String) throws { try file.write(contentsOf: Data(text.utf8)) }

  /// Passes on all text, in parts that end with a line.
  func read(_ emit: (String) throws -> Void) throws {
    try file.seek(toOffset: 0)
    var rest = Data()
    while let read = try file.read(upToCount: Self.chunk), !read.isEmpty {
      rest += read
      guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
      try emit(String(decoding: rest[...end], as: UTF8.self))
      rest = rest[rest.index(after: end)...]
    }
    try emit(String(decoding: rest, as: UTF8.self))
  }
}
