import CommandSupport
import Inputs
import Playback
import Player
import Scenes

/// The sources of the live rows of scenes: one for each name of a row.
final class SceneFeeds {
  /// The feeds, in the order of scenes and rows; those of added rows behind them.
  private(set) var feeds: [LiveFeed]

  /// Creates the feeds of all rows that name a source; they start with the first playback.
  ///
  /// - Parameters:
  ///   - scenes: the scenes to feed.
  ///   - acknowledgement: when a line is dealt with, for sources that wait for that.
  ///   - onNews: called on any thread when there are warnings to take.
  init(
    _ scenes: [Scene], acknowledgement: LiveFeed.Acknowledgement = .whenTaken,
    onNews: @escaping @Sendable () -> Void = {}
  ) throws {
    var feeds: [LiveFeed] = []
    TapRows.listener.observeWarnings(onNews)
    let all = scenes.flatMap {
      [LiveFeed](of: $0, taps: TapRows.listener, acknowledgement: acknowledgement, onNews: onNews)
    }
    for feed in all {
      if let other = feeds.first(where: { $0.row == feed.row }) {
        guard other.source == feed.source else {
          throw CommandFailure(
            .usage, "row `\(feed.row)` has two sources, \(other.source.name) and \(feed.source.name)")
        }
        continue
      }
      if !feed.source.isShareable, let other = feeds.first(where: { $0.source == feed.source }) {
        throw CommandFailure(
          .usage, "\(feed.source.name) can feed only one row; found `\(other.row)` and `\(feed.row)`")
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

  /// Prints a hint to standard error for each source that has sent nothing for a while.
  ///
  /// - Parameters:
  ///   - watchdog: says when it is time.
  ///   - print: prints a line.
  ///   - isIncluded: whether a source is told about.
  func tellOfSilence(
    watchdog: Watchdog = .wall, by print: @escaping @Sendable (String) -> Void = { StandardStreams.printError($0) },
    _ isIncluded: (LiveSource) -> Bool = { _ in true }
  ) {
    for feed in feeds where isIncluded(feed.source) {
      watchdog.call(after: LiveFeed.timeout) {
        guard feed.isSilent else { return }
        print("note: no input from \(feed.source.name) so far; \(feed.source.hint)")
      }
    }
  }

  /// Feeds a row that was added while its scene plays.
  func add(_ row: Scene.Row, _ input: ArrivalQueue) {
    guard let live = row.live, let source = LiveSource(live, taps: TapRows.listener) else { return }
    let feed = LiveFeed(row: row.name, source: source, settings: live.lines)
    feeds.append(feed)
    feed.connect(to: input)
  }

  /// How long a source may take to hear of the last acknowledgements.
  private static let finishLimit = Duration.seconds(2)

  /// Ends the commands, and stops to listen for taps.
  ///
  /// - Parameter handingBack: whether other consumers may have what is not dealt with at once, as if it had not been delivered.
  func stop(handingBack: Bool = true) {
    for feed in feeds { feed.finish(within: Self.finishLimit, handingBack: handingBack) }
    TapRows.listener.close()
  }

  /// The problems since the last call, as warnings for standard error.
  ///
  /// - Parameter isEnd: whether this is the last call.
  func takeWarnings(isEnd: Bool = false) -> [String] {
    feeds.flatMap { $0.takeWarnings(isEnd: isEnd) } + TapRows.listener.takeWarnings()
  }

  /// Whether a line had no value, or a file that is followed does not exist.
  var hasTrouble: Bool { feeds.contains { $0.hasMalformedLines || $0.source.missingFile != nil } }

  /// Prints a note for each file that is followed and does not exist.
  func tellOfMissingFiles() {
    for feed in feeds {
      guard let path = feed.source.missingFile else { continue }
      StandardStreams.printError("note: row \(feed.row): waiting for \(path), which does not exist")
    }
  }

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
