internal import Marbles
internal import Operators
internal import Playback

/// Limits the values of a live row's inner streams at one instant: they are not recorded, but streams in streams can emit for
/// ever without letting time pass.
///
/// @unchecked Sendable: accessed only by jobs of the scene's executor, which all run on the one thread that drives it.
final class InnerStreamCounter: InnerStreamObserver, @unchecked Sendable {
  private let row: String
  private let executor: PlaybackExecutor
  private let limits: RecordingLimits
  private var time = SceneTime.zero
  private var count = 0

  init(row: String, executor: PlaybackExecutor, limits: RecordingLimits) {
    (self.row, self.executor, self.limits) = (row, executor, limits)
  }

  func begin(_ element: Traced, depth: Int) -> Int? {
    grow()
    return 0
  }

  func emit(_ element: Traced, from stream: Int) -> Traced {
    grow()
    return element
  }

  func end(_ stream: Int, _ end: InnerEnd) {}

  private func grow() {
    if executor.now != time { (time, count) = (executor.now, 0) }
    count += 1
    limits.count(inner: count, ofLiveRow: row)
  }
}
