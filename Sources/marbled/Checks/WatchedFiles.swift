import Platform
import SceneFiles

/// The files that a check reads, as they are at a moment.
struct WatchedFiles {
  /// The files that exist, by their paths.
  private var statuses: [String: FileStatus] = [:]

  /// Looks at the files at paths, those in folders among them, and others.
  init(at paths: [String], and others: Set<String>) {
    for file in SceneFolder.files(at: paths) { statuses[file.path] = FileStatus(path: file.path) }
    add(others)
  }

  /// Looks at more files.
  mutating func add(_ paths: Set<String>) {
    for path in paths where statuses[path] == nil { statuses[path] = FileStatus(path: path) }
  }

  /// How many files exist.
  var count: Int { statuses.values.count { $0.kind == .regular } }

  /// The paths of files that were changed, added or removed since an earlier moment, in order.
  func changes(since earlier: WatchedFiles) -> [String] {
    Set(statuses.keys).union(earlier.statuses.keys).filter { statuses[$0] != earlier.statuses[$0] }.sorted()
  }
}
