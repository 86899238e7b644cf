internal import Marbles
internal import Scenes
internal import Synchronization

/// By how much the timers of a live scene are late: they are faster than this machine, or than those who take their values.
///
/// Their values are not dropped, so they come later and later. Written by the thread of the scene.
final class TimerLateness: Sendable {
  /// In whole seconds; negative when they never were late by one.
  private let seconds = Atomic(-1)
  /// How many instants have passed without a look at the clock.
  private let unseen = Atomic(0)

  /// How many instants may pass between two looks: reading the clock takes as long as a fast instant.
  private static let interval = 64

  /// Looks at the clock after an instant.
  ///
  /// - Parameters:
  ///   - hasWaited: whether the thread has waited for those who take its values.
  ///   - lateness: how late the instant was.
  func note(hasWaited: Bool, _ lateness: () -> SceneTime) {
    let count = unseen.load(ordering: .relaxed) + 1
    let looks = hasWaited || count >= Self.interval || seconds.load(ordering: .relaxed) > 0
    unseen.store(looks ? 0 : count, ordering: .relaxed)
    guard looks else { return }
    let late = Int(lateness().nanoseconds / 1_000_000_000)
    if late > 0 || seconds.load(ordering: .relaxed) > 0 { seconds.store(max(0, late), ordering: .relaxed) }
  }

  /// What a row with a timer of its own says; nil when it never was late.
  var status: SourceStatus? {
    let seconds = seconds.load(ordering: .relaxed)
    guard seconds >= 0 else { return nil }
    var status = SourceStatus()
    status.phase = seconds == 0 ? .running : .late(by: .seconds(seconds))
    return status
  }
}
