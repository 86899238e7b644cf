internal import Foundation
public import Inputs

/// Finds, reads and writes scene files and Markdown documents.
public enum SceneFolder {
  /// The maximum size of a scene file that is given by its path, in bytes: a converted recording is large.
  public static let fileBytes = 64 << 20

  /// Expands folders to the sorted `*.yaml` files and Markdown documents with scenes in them and their subfolders; other
  /// paths stay. No file is listed twice.
  ///
  /// Hidden files and folders are skipped, as are folders behind symbolic links. A path that can't be expanded stays in
  /// the list; ``read(_:)`` then throws the reason.
  ///
  /// - Parameter paths: files and folders; `-` is standard input.
  public static func files(at paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.flatMap(files).filter { seen.insert($0).inserted }
  }

  private static func files(at path: String) -> [String] {
    guard path != "-", isFolder(path) else { return [path] }
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let base = path.last == "/" ? path : path + "/"
    let names = found.filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") }
        && (name.hasSuffix(".yaml") || MarkdownDocument.isDocument(name) && hasScenes(base + name))
    }
    let files = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { base + $0 }
    return files.isEmpty ? [path] : files
  }

  /// Whether a document has scenes or pictures of scenes; true if that can't be said, so that the reason is reported.
  private static func hasScenes(_ path: String) -> Bool {
    guard let text = try? read(path), let document = try? MarkdownDocument(parsing: text, path: path) else {
      return true
    }
    return !document.scenes.isEmpty || !document.figures.isEmpty
  }

  /// Whether there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Reads a file.
  ///
  /// - Parameter path: a file; `-` is standard input.
  public static func read(_ path: String) throws(InputError) -> String {
    do throws(FileBytes.Problem) {
      let bytes =
        try path == "-" ? FileBytes.readStandardInput(limit: fileBytes) : FileBytes.read(path, limit: fileBytes)
      // Keeps a byte order mark, as the text may be written back.
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
      return text
    } catch {
      if error == .folder { throw InputError(.notFound, "no scene (*.yaml) in the folder \(path)") }
      throw InputError(error, path: path)
    }
  }

  /// Replaces the text of a file atomically.
  ///
  /// Symbolic links are kept, and so is the file's mode.
  public static func write(_ text: String, to path: String) throws(InputError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
      try Data(text.utf8).write(to: target, options: .atomic)
      if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path) }
    } catch {
      throw InputError(.unreadable, "\(path) can't be written: \(error.fileReason)")
    }
  }
}
