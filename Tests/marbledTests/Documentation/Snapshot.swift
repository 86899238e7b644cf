import Foundation

/// Files of the package that tests compute; `UPDATE_SNAPSHOTS=1 swift test` writes them.
enum Snapshot {
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"

  /// Writes a file of the package, if snapshots are updated and the file has another text.
  static func update(_ path: String, _ text: String) throws {
    guard isUpdating, (try? Article.text(path)) != text else { return }
    let file = Article.root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
