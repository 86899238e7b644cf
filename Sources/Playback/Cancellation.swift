internal import Synchronization

/// Stops what computes, from any thread and at once: a flag that everything inside a run reads.
///
/// Closures read it at each step, sources at each element, and the executor before each job, so a stream that never
/// suspends stops, too. Once it is set, closures throw and sources end, so that ending takes little time.
///
/// ```swift
/// let cancellation = Cancellation()
/// Watchdog.wall.limit(cancellation, to: .seconds(5))
/// let outcome = BoundedRun(scene, cancellation: cancellation).perform()   // at most 5 s
/// ```
public final class Cancellation: Sendable {
  /// Why the work was stopped.
  public enum Cause: UInt8, Hashable, Sendable {
    /// The result is no longer needed.
    case cancelled = 1
    /// The time limit has passed.
    case outOfTime
    /// The run has exceeded one of its limits.
    case overLimit
  }

  private let raw = Atomic<UInt8>(0)
  private let reads = Atomic(0)
  /// What happens at a certain read; nil for nothing.
  private let alarm: (read: Int, action: @Sendable (Cancellation) -> Void)?
  /// The flag that stops this work, too.
  private let parent: Cancellation?

  /// Creates a flag that is not set.
  public init() { (alarm, parent) = (nil, nil) }

  /// Creates a flag of a part of some work: it counts as set, too, when that of the whole is set.
  public init(within parent: Cancellation) { (alarm, self.parent) = (nil, parent) }

  /// Creates a flag that calls `action` inside its `read`-th read, on the thread that reads.
  package init(atRead read: Int, _ action: @escaping @Sendable (Cancellation) -> Void) {
    (alarm, parent) = ((read, action), nil)
  }

  /// Creates a flag that expires when it is read for the `lastRead`-th time: a watchdog for tests that fires inside any job,
  /// and at the same place each time.
  package convenience init(expiringAtRead lastRead: Int) { self.init(atRead: lastRead) { $0.expire() } }

  /// Whether the work must stop.
  public var isSet: Bool { read() != 0 }

  /// Why the work must stop: the first cause; nil while it may go on.
  public var cause: Cause? { Cause(rawValue: read()) }

  /// Why the work was stopped; unlike ``cause``, reading it is not counted, so a test can look at it.
  package var verdict: Cause? { Cause(rawValue: raw.load(ordering: .relaxed)) }

  private func read() -> UInt8 {
    if let alarm, reads.wrappingAdd(1, ordering: .relaxed).newValue == alarm.read { alarm.action(self) }
    let own = raw.load(ordering: .relaxed)
    return own == 0 ? parent?.read() ?? 0 : own
  }

  /// Stops the work because its result is not needed.
  public func cancel() { set(.cancelled) }

  /// Stops the work because its time is up.
  public func expire() { set(.outOfTime) }

  /// Stops the work because it has exceeded one of its limits.
  package func exceed() { set(.overLimit) }

  private func set(_ cause: Cause) {
    _ = raw.compareExchange(expected: 0, desired: cause.rawValue, ordering: .relaxed)
  }
}

extension Cancellation.Cause: CustomStringConvertible {
  /// The cause as a sentence for people.
  public var description: String {
    switch self {
    case .cancelled: "the run was cancelled"
    case .outOfTime: "the run took longer than its time limit"
    case .overLimit: "the run exceeded a limit"
    }
  }
}
