internal import Inputs
internal import Player
internal import Scenes
internal import Synchronization

/// The sources of a run's live rows, which start and end with the run.
final class RunFeeds: Sendable {
  private let feeds = Mutex<[LiveFeed]>([])
  private let taps: TapListener?
  /// The number of what observes the warnings of ``taps``.
  private let observer: Int?
  /// Wakes the log of the sources, and ends it.
  private let news: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - taps: listens for programs with taps.
  ///   - log: the log of what is wrong with sources, until ``stop()``.
  init(taps: TapListener?, log: SourceLog) {
    self.taps = taps
    let stream: AsyncStream<Void>
    (stream, news) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    observer = taps?.observeWarnings { [news] in news.yield() }
    log.follow(stream) { [self] isEnd in
      feeds.withLock { $0 }.flatMap { $0.takeWarnings(isEnd: isEnd) } + (taps?.takeWarnings() ?? [])
    }
  }

  /// Starts the sources that live rows of `scene` name.
  ///
  /// - Parameter scenePlayback: the run, which has all live rows of `scene`.
  func start(_ scene: Scene, in scenePlayback: ScenePlayback) {
    let new = [LiveFeed](of: scene, taps: taps) { [news] in news.yield() }
    feeds.withLock { $0 += new }
    for feed in new { feed.connect(to: scenePlayback.liveInput(feed.row)) }
  }

  /// Ends all sources, and their commands.
  func stop() {
    for feed in feeds.withLock({ $0 }) { feed.stop() }
    if let observer { taps?.stopObservingWarnings(observer) }
    news.finish()
  }
}
