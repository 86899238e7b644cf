internal import Foundation
public import Inputs

/// The scene files that paths stand for, and their texts.
public enum SceneFolder {
  /// Every path that is no folder, and of every folder the `*.yaml` in it and in the folders in it, sorted; each once.
  ///
  /// Files and folders whose names begin with a dot are left out, and folders behind symbolic links. Where there is
  /// nothing to read the path itself is given, and ``read(_:)`` says why.
  ///
  /// - Parameter paths: files and folders; `-` is standard input.
  public static func files(at paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.flatMap(files).filter { seen.insert($0).inserted }
  }

  private static func files(at path: String) -> [String] {
    guard path != "-", isFolder(path) else { return [path] }
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let names = found.filter { name in
      name.hasSuffix(".yaml") && !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    let base = path.last == "/" ? path : path + "/"
    let files = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { base + $0 }
    return files.isEmpty ? [path] : files
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The text of a file.
  ///
  /// - Parameter path: a file; `-` is standard input.
  public static func read(_ path: String) throws(InputError) -> String {
    do throws(FileBytes.Problem) {
      let bytes = try path == "-" ? FileBytes.readStandardInput() : FileBytes.read(path)
      // With a byte order mark, where there is one: the text may be written back.
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
      return text
    } catch {
      if error == .folder { throw InputError(.notFound, "no scene (*.yaml) in the folder \(path)") }
      throw InputError(error, path: path)
    }
  }

  /// Writes the text of a file in one go: a reader sees the old text or the new one.
  ///
  /// A symbolic link stays one, and the file keeps its mode.
  public static func write(_ text: String, to path: String) throws(InputError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
      try Data(text.utf8).write(to: target, options: .atomic)
      if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path) }
    } catch {
      throw InputError(.unreadable, "\(path) can't be written: \(error.localizedDescription)")
    }
  }
}
