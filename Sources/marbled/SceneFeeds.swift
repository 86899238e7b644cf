import Inputs
import Scenes

/// Which live rows have a source.
struct SceneFeeds {
  private let rows: Set<String>

  init(_ sources: [(row: String, source: LiveSource)]) { rows = Set(sources.map(\.row)) }

  /// How to feed the live rows of a scene that have no source; nil when each has one.
  ///
  /// - Parameters:
  ///   - scene: the scene to feed.
  ///   - command: the command of `marbled` to show.
  ///   - target: how the user names the scene; nil for its name.
  func hint(for scene: Scene, command: String = "play", target: String? = nil) -> String? {
    let hungry = scene.rows.filter { $0.live != nil && !rows.contains($0.name) }.map(\.name)
    guard !hungry.isEmpty else { return nil }
    // Standard input feeds one row.
    let inputs = hungry.enumerated().map { "-i \($1)=\($0 == 0 ? "-" : "@FIFO")" }.joined(separator: " ")
    let names = hungry.map { "`\($0)`" }.joined(separator: ", ")
    let what = hungry.count == 1 ? "its live row \(names)" : "its live rows \(names)"
    return
      "`\(scene.name)` waits for input of \(what), as in: PROGRAM | marbled \(command) \(target ?? scene.name) \(inputs)"
  }
}
