internal import Foundation

/// The files and folders that a path may go on with.
enum CompletedFiles {
  /// A folder with more files is not listed to its end.
  static let limit = 2000

  /// The paths that begin with `prefix`.
  ///
  /// - Parameters:
  ///   - prefix: the path so far; `~/` is the user's folder.
  ///   - extensions: the endings of the files to offer, without dots; empty for all files.
  ///   - onlyFolders: whether to offer folders alone.
  static func candidates(for prefix: String, _ extensions: [String] = [], onlyFolders: Bool = false)
    -> [CompletionCandidate]
  {
    let slash = prefix.lastIndex(of: "/")
    let folder = slash.map { String(prefix[...$0]) } ?? ""
    let start = slash.map { String(prefix[prefix.index(after: $0)...]) } ?? prefix
    var path = folder.isEmpty ? "." : folder
    if path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] { path = home + path.dropFirst() }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let fitting = names.filter { name in
      name.hasPrefix(start) && (start.hasPrefix(".") || !name.hasPrefix("."))
        && !name.contains { $0.isNewline || $0 == "\t" }
    }.sorted()
    func isWanted(_ name: String) -> Bool {
      extensions.isEmpty || extensions.contains { name.lowercased().hasSuffix(".\($0)") }
    }
    // A folder with many other files has the wanted ones, too.
    let wanted = fitting.filter(isWanted).prefix(limit)
    let others = fitting.filter { !isWanted($0) }.prefix(limit)
    return (wanted + others).sorted().compactMap { name in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) else { return nil }
      // Without a folder in front, it would be an option.
      let text = (folder.isEmpty && name.hasPrefix("-") ? "./" : folder) + name
      if isFolder.boolValue { return CompletionCandidate(text + "/", isOpen: true) }
      return isWanted(name) && !onlyFolders ? CompletionCandidate(text) : nil
    }
  }
}
