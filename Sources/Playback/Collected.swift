internal import Synchronization

/// The values that a sequence has delivered so far, and its end.
///
/// ``TestClock/collect(_:name:)`` makes one. A test can make one itself, to note what its tasks do:
///
/// ```swift
/// let saved = Collected<String>()
/// clock.addTask { for await text in edits { saved.append(text) } }
/// ```
public final class Collected<Element: Sendable>: Sendable {
  private struct State {
    var values: [Element] = []
    var isFinished = false
    var error: (any Error)?
  }
  private let state = Mutex(State())

  /// Creates a list without values, which has not ended.
  public init() {}

  /// The values received so far, in order.
  public var values: [Element] { state.withLock { $0.values } }
  /// Whether the sequence has ended, normally or with an error.
  public var isFinished: Bool { state.withLock { $0.isFinished } }
  /// The error that the sequence threw; nil if it threw none.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// Adds a value.
  public func append(_ value: Element) { state.withLock { $0.values.append(value) } }

  func finish(_ error: (any Error)?) {
    state.withLock {
      $0.isFinished = true
      $0.error = error
    }
  }
}
