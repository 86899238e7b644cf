internal import Foundation
public import Inputs

/// Finds and reads scene files and Markdown documents.
public enum SceneFolder {
  /// The maximum size of a scene file that is given by its path, in bytes: a converted recording is large.
  public static let fileBytes = 64 << 20

  /// A file that a command line names, or that is in a folder that it names.
  public struct File: Hashable, Sendable {
    /// The path as given, or the path of the folder as given and the path in it.
    public var path: String
    /// The folder in which the file was found; nil for a path that can't be expanded.
    public var folder: String?
    /// Whether the path is given, so that a scene is expected in the file. Others may be of other programs.
    public var isGiven: Bool

    /// Creates a file whose path is given, or one that was found in a folder.
    public init(_ path: String, in folder: String? = nil) {
      (self.path, self.folder, isGiven) = (path, folder, folder == nil)
    }
  }

  /// Expands folders to the sorted scene files and Markdown documents in them and their subfolders; other paths stay.
  /// No file is listed twice, and one that is given counts as given.
  ///
  /// Hidden files and folders are skipped, as are folders behind symbolic links, pipes and devices. A path that can't
  /// be expanded stays in the list; ``read(_:)`` then throws the reason.
  ///
  /// - Parameter paths: files and folders; `-` is standard input.
  public static func files(at paths: [String]) -> [File] {
    let given = Set(paths)
    var seen: Set<String> = []
    return paths.flatMap(files).filter { seen.insert($0.path).inserted }.map { file in
      var file = file
      file.isGiven = given.contains(file.path)
      return file
    }
  }

  private static func files(at path: String) -> [File] {
    guard path != "-", isFolder(path) else { return [File(path)] }
    let names = entries(of: path).filter { !$0.isFolder }.map(\.name)
      .filter { SceneFile.hasEnding($0) || MarkdownDocument.isDocument($0) }
      .filter { !FileBytes.isNoFile(base(of: path) + $0) }
    let files = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return files.isEmpty ? [File(path)] : files.map { File(base(of: path) + $0, in: path) }
  }

  /// The folders in which ``files(at:)`` looks, and those of the files that are given.
  package static func folders(at paths: [String]) -> [String] {
    paths.filter { $0 != "-" }.flatMap { path in
      guard isFolder(path) else { return [path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."] }
      return [path] + entries(of: path).filter(\.isFolder).map { base(of: path) + $0.name }
    }
  }

  /// What is in a folder and its subfolders, by the path in it, without hidden files and folders.
  private static func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
    guard let found = FileManager.default.enumerator(atPath: folder) else { return [] }
    var entries: [(name: String, isFolder: Bool)] = []
    while let name = found.nextObject() as? String {
      let isFolder = found.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      if name.split(separator: "/").last?.first == "." {
        if isFolder { found.skipDescendants() }
      } else {
        entries.append((name, isFolder))
      }
    }
    return entries
  }

  private static func base(of folder: String) -> String { folder.last == "/" ? folder : folder + "/" }

  /// Whether there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Reads a file; the path `-` is standard input.
  ///
  /// A path that is given may be that of a pipe or a device. What is found in a folder must be a file.
  public static func read(_ file: File) throws(InputError) -> String {
    let path = file.path
    do throws(FileBytes.Problem) {
      let bytes =
        try path == "-"
        ? FileBytes.readStandardInput(limit: fileBytes)
        : FileBytes.read(path, limit: fileBytes, onlyFiles: !file.isGiven)
      // Keeps a byte order mark, as the text may be written back.
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
      return text
    } catch {
      if error == .folder { throw noScene(in: path) }
      throw InputError(error, path: path)
    }
  }

  /// Why a folder can't be checked or played.
  static func noScene(in folder: String) -> InputError {
    InputError(.notFound, "no scene (*.yaml or *.yml) in the folder \(folder)")
  }
}
