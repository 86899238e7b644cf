internal import Platform

/// The older files of a log that is rotated by renaming.
enum RotatedFiles {
  /// The regular files beside `path` whose names continue its name with a number or a date, as in `log.1`.
  ///
  /// Compressed files and others with the same beginning are not among them.
  static func of(_ path: String) -> [(path: String, status: FileStatus)] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard !name.isEmpty, let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var files: [(path: String, status: FileStatus)] = []
    while let entry = readdir(listing) {
      let other = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard other.hasPrefix(name), isRotation(other.dropFirst(name.count)),
        let status = FileStatus(path: folder + other), status.kind == .regular
      else { continue }
      files.append((folder + other, status))
    }
    return files
  }

  private static func isRotation(_ suffix: Substring) -> Bool {
    guard let first = suffix.first, first == "." || first == "-" else { return false }
    return suffix.contains(where: \.isNumber)
      && suffix.allSatisfy { $0.isASCII && ($0.isNumber || ".-_T:".contains($0)) }
  }
}
