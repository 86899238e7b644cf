internal import Foundation
internal import Inputs
internal import Platform

/// Writes what a command makes to the path that `--output` names.
public enum OutputFile {
  /// Replaces a file at once, so that no program reads half of it. It writes to a pipe, a terminal or a device and leaves it in
  /// place: run as root, it could replace `/dev/null` by a file.
  ///
  /// - Throws: ``CommandFailure`` when it can't be written.
  public static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// Replaces a file at once by bytes, as ``write(_:to:)-(String,_)`` does.
  ///
  /// - Throws: ``CommandFailure`` when it can't be written.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      if let status = FileStatus(path: path), status.kind != .regular, status.kind != .folder {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.write(contentsOf: Data(bytes))
      } else {
        try Data(bytes).write(to: URL(filePath: path), options: .atomic)
      }
    } catch {
      throw CommandFailure(.inputOutput, "\(path) can't be written: \(error.fileReason)")
    }
  }
}
