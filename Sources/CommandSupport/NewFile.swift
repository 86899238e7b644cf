internal import Foundation
internal import Inputs

/// Writes files that do not exist yet.
public enum NewFile {
  /// The maximum number of files with one name.
  private static let most = 1000

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - path: the path of the file.
  /// - Throws: ``CommandFailure`` when the file exists or can't be written.
  public static func write(_ text: String, to path: String) throws {
    guard try isWritten(text, to: path) else {
      throw CommandFailure(.inputOutput, "\(path) exists; choose another name, or remove it")
    }
  }

  /// Writes `text` to `NAME.EXTENSION` in the current folder, or to `NAME-2.EXTENSION` and so on if that exists.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - name: the name without an extension; what a file's name can't have is replaced.
  ///   - extension: the extension, without a dot.
  /// - Returns: the path of the file.
  /// - Throws: ``CommandFailure`` when no file can be written.
  public static func write(_ text: String, name: String, extension: String) throws -> String {
    // A name can be anything, also a path.
    let letters = name.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" }
    let base = letters.isEmpty ? "scene" : String(letters.prefix(100))
    for number in 1...most {
      let path = number == 1 ? "\(base).\(`extension`)" : "\(base)-\(number).\(`extension`)"
      if try isWritten(text, to: path) { return path }
    }
    throw CommandFailure(.inputOutput, "there are \(most) files like \(base).\(`extension`)")
  }

  /// Writes a file unless it exists.
  private static func isWritten(_ text: String, to path: String) throws -> Bool {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
      return true
    } catch CocoaError.fileWriteFileExists {
      return false
    } catch {
      throw CommandFailure(.inputOutput, "\(path) can't be written: \(error.fileReason)")
    }
  }
}
