import Foundation

/// The program under test.
package enum Binary {
  /// The `marbled`, or another program of the package, that was built together with this one.
  package static func path(of name: String = "marbled") throws -> String {
    let starts = [Bundle.main.executablePath] + CommandLine.arguments.map { Optional($0) }
    for case let start? in starts where start.contains("/") {
      var folder = URL(filePath: start).deletingLastPathComponent()
      while folder.path != "/" {
        let candidate = folder.appending(path: name).path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue,
          FileManager.default.isExecutableFile(atPath: candidate)
        {
          return candidate
        }
        folder.deleteLastPathComponent()
      }
    }
    throw Problem(
      "no `\(name)` beside or above \(starts.compactMap { $0 }); `swift build` makes one, as does `swift test`")
  }

  /// The same wherever the tests run: nothing of a user's is in it. On a busy machine daemons need longer to end.
  package static let environment = [
    "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent", "MARBLED_STOP_TIME": "20",
  ]
}

/// A folder that is deleted with the value that owns it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "marbled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }
}
