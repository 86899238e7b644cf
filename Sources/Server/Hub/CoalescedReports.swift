internal import Synchronization

/// Merges reports from any thread: work that handles them is scheduled once, and again only after it has begun.
final class CoalescedReports: Sendable {
  private let isScheduled = Atomic(false)
  private let schedule: @Sendable (_ begin: @escaping @Sendable () -> Void) -> Void

  /// - Parameter schedule: schedules the work, which calls `begin` before it looks for what was reported.
  init(schedule: @escaping @Sendable (_ begin: @escaping @Sendable () -> Void) -> Void) { self.schedule = schedule }

  /// Schedules the work, unless it is scheduled and has not begun.
  func report() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    schedule { [self] in isScheduled.store(false, ordering: .sequentiallyConsistent) }
  }
}
