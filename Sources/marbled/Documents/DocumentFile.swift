import Foundation
import Inputs
import Platform
import SceneFiles

/// A file that a document names, which is in the folder of the document or in the current folder.
struct DocumentFile {
  /// The path from the current folder, for messages.
  let path: String
  /// The absolute path, without symbolic links and `..`.
  let realPath: String

  /// Finds a file, which may not exist; nil when it is outside of both folders.
  ///
  /// - Parameters:
  ///   - link: the path, relative to the folder of the document.
  ///   - document: the path of the document.
  init?(_ link: String, of document: String) {
    let folder = document.lastIndex(of: "/").map { String(document[...$0]) } ?? ""
    path = link.hasPrefix("/") ? link : folder + link
    guard let realPath = Self.realPathOfNew(path) else { return nil }
    let roots = [folder.isEmpty ? "." : folder, "."].compactMap(Self.realPath)
    guard roots.contains(where: { realPath.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else { return nil }
    self.realPath = realPath
  }

  /// What is wrong when a file is outside of both folders.
  static func isOutside(_ link: String) -> String {
    "\(link) is outside of the folder of the document and of the current folder"
  }

  /// The bytes of the file; nil when it doesn't exist.
  func read() throws(InputError) -> [UInt8]? {
    do throws(FileBytes.Problem) {
      return try FileBytes.read(realPath, limit: SceneFolder.fileBytes, onlyFiles: true)
    } catch {
      if error == .missing { return nil }
      throw InputError(error, path: path)
    }
  }

  /// Writes the file atomically, and the folders that it needs.
  func write(_ text: String) throws(InputError) {
    do {
      let folder = URL(filePath: realPath).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw InputError(.unreadable, "\(path) can't be written: \(error.fileReason)")
    }
    try OutputFile.write(text, to: realPath, called: path)
  }

  /// The absolute path of an existing file or folder, without symbolic links; nil when there is none.
  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The absolute path of a file that may not exist yet, like the folders that it is in.
  ///
  /// Nil when `..` follows a folder that doesn't exist.
  private static func realPathOfNew(_ path: String) -> String? {
    if let existing = realPath(path) { return existing }
    var parts = path.split(separator: "/")
    guard let last = parts.popLast(), last != ".." else { return nil }
    if last == "." { return realPathOfNew(joined(parts, like: path)) }
    return realPathOfNew(joined(parts, like: path)).map { $0 == "/" ? "/\(last)" : "\($0)/\(last)" }
  }

  /// The path of these parts: absolute if `path` is, and the current folder without any.
  private static func joined(_ parts: [Substring], like path: String) -> String {
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }
}
