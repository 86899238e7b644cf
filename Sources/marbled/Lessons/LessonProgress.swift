import Foundation

/// Which lessons are solved, in a file of the user: a name in each line.
///
/// A folder that is missing, or can't be written, keeps no lesson from being done.
final class LessonProgress {
  /// The file; nil when the environment names no folder.
  private let path: String?
  /// The names of lessons that are solved.
  private(set) var solved: [String] = []
  /// Why the progress is not kept, until it is said.
  private var problem: String?

  /// Reads the progress; what can't be read counts as none.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = Self.path(in: environment)
    read()
  }

  private func read() {
    guard let path, FileManager.default.fileExists(atPath: path) else { return }
    do {
      solved = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isWhitespace).map(String.init)
    } catch {
      problem = "the progress can't be read: \(path)"
    }
  }

  /// `$XDG_STATE_HOME/marbled/lessons`, or in `~/.local/state` if that is not set.
  private static func path(in environment: [String: String]) -> String? {
    // Relative folders are invalid by the XDG Base Directory Specification.
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return "\(folder)/marbled/lessons" }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/state/marbled/lessons" }
  }

  /// Why the progress is not kept, once; nil when it is.
  func takeProblem() -> String? {
    defer { problem = nil }
    return problem
  }

  /// Notes that a lesson is solved. Another program may have noted others meanwhile.
  func solve(_ name: String) {
    read()
    guard !solved.contains(name) else { return }
    solved.append(name)
    write()
  }

  /// Forgets that lessons are solved.
  func reset() {
    solved = []
    write()
  }

  private func write() {
    guard let path else {
      problem = "the progress is not kept: neither XDG_STATE_HOME nor HOME names a folder"
      return
    }
    do {
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try solved.map { "\($0)\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      problem = "the progress is not kept: \(path) can't be written"
    }
  }
}
