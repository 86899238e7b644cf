import CommandSupport
import Inputs
import Player
import Scenes

/// The sources of the live rows of scenes: one for each name of a row.
struct SceneFeeds {
  /// The feeds, in the order of scenes and rows.
  let feeds: [LiveFeed]

  /// Creates the feeds of all rows that name a source; they start with the first playback.
  ///
  /// - Parameters:
  ///   - scenes: the scenes to feed.
  ///   - onNews: called on any thread when there are warnings to take.
  init(_ scenes: [Scene], onNews: @escaping @Sendable () -> Void = {}) throws {
    var feeds: [LiveFeed] = []
    for feed in scenes.flatMap({ [LiveFeed](of: $0, taps: TapRows.listener, onNews: onNews) }) {
      if let other = feeds.first(where: { $0.row == feed.row }) {
        guard other.source == feed.source else {
          throw Failure(.usage, "row `\(feed.row)` has two sources, \(other.source.name) and \(feed.source.name)")
        }
        continue
      }
      if !feed.source.isShareable, let other = feeds.first(where: { $0.source == feed.source }) {
        throw Failure(.usage, "\(feed.source.name) can feed only one row; found `\(other.row)` and `\(feed.row)`")
      }
      feeds.append(feed)
    }
    self.feeds = feeds
  }

  /// Whether a row is fed by standard input.
  var readStandardInput: Bool { feeds.contains(where: \.source.isStandardInput) }

  /// Feeds the live rows of this playback, and of no earlier one.
  func connect(to scenePlayback: ScenePlayback) {
    for feed in feeds { feed.connect(to: scenePlayback.liveInput(feed.row)) }
  }

  /// Ends the commands, and stops to listen for taps.
  func stop() {
    for feed in feeds { feed.stop() }
    TapRows.listener.close()
  }

  /// The problems since the last call, as warnings for standard error.
  func takeWarnings() -> [String] { feeds.flatMap { $0.takeWarnings() } + TapRows.listener.takeWarnings() }

  /// How to feed the live rows of a scene that have no source; nil when each has one.
  ///
  /// - Parameters:
  ///   - scene: the scene to feed.
  ///   - command: the command of `marbled` to show.
  ///   - target: how the user names the scene; nil for its name.
  static func hint(for scene: Scene, command: String = "play", target: String? = nil) -> String? {
    let hungry = scene.rows.filter { $0.live.map { $0.source == nil } ?? false }.map(\.name)
    guard !hungry.isEmpty else { return nil }
    // Standard input feeds one row.
    let inputs = hungry.enumerated().map { "-i \($1)=\($0 == 0 ? "-" : "@FIFO")" }.joined(separator: " ")
    let names = hungry.map { "`\($0)`" }.joined(separator: ", ")
    let what = hungry.count == 1 ? "its live row \(names)" : "its live rows \(names)"
    return
      "`\(scene.name)` needs a source for \(what); for example: PROGRAM | marbled \(command) \(target ?? scene.name) \(inputs)"
  }
}
