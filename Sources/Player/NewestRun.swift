internal import Dispatch
internal import Marbles
package import Playback
package import Scenes
internal import Synchronization

/// Runs scenes beside the thread that draws: one at a time, and only the newest counts.
package final class NewestRun: Sendable {
  private struct State {
    /// The number of the newest request.
    var number = 0
    /// Stops the run of the newest request; nil when there is none, or its outcome was taken.
    var cancellation: Cancellation?
    var outcome: RunOutcome?
    /// How long the last complete run took.
    var lastDuration = Duration.zero
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marbled.edits", qos: .userInteractive)
  /// Signalled at the end of each run; a signal of an older run wakes a waiter that looks again.
  private let hasEnded = DispatchSemaphore(value: 0)
  private let limit: Duration
  private let watchdog: Watchdog
  private let onChange: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: how long a run may take.
  ///   - watchdog: ends runs that take longer.
  ///   - onChange: called on another thread when an outcome can be taken.
  package init(limit: Duration = .seconds(5), watchdog: Watchdog = .wall, onChange: @escaping @Sendable () -> Void) {
    (self.limit, self.watchdog, self.onChange) = (limit, watchdog, onChange)
  }

  /// Whether a run has started whose outcome was not taken.
  package var isPending: Bool { state.withLock { $0.cancellation != nil } }

  /// Runs a scene; a run before it is cancelled.
  package func start(_ scene: Scene) {
    let cancellation = Cancellation()
    let number = state.withLock { state in
      state.cancellation?.cancel()
      (state.number, state.cancellation, state.outcome) = (state.number + 1, cancellation, nil)
      return state.number
    }
    queue.async { [self] in
      guard !cancellation.isSet else { return }
      watchdog.limit(cancellation, to: limit)
      var outcome = RunOutcome.cancelled
      let duration = ContinuousClock().measure {
        outcome = BoundedRun(scene, cancellation: cancellation).perform()
      }
      let isNewest = state.withLock { [outcome] state in
        if case .cancelled = outcome {} else { state.lastDuration = duration }
        guard state.number == number else { return false }
        state.outcome = outcome
        return true
      }
      guard isNewest else { return }
      hasEnded.signal()
      onChange()
    }
  }

  /// Stops the newest run and forgets it.
  package func cancel() {
    state.withLock { state in
      state.cancellation?.cancel()
      (state.number, state.cancellation, state.outcome) = (state.number + 1, nil, nil)
    }
  }

  /// The outcome of the newest run, once.
  ///
  /// - Parameter patience: how long to wait for it, unless the last run took longer, as then the wait would be in vain; nil for
  ///   as long as it takes.
  package func take(waiting patience: Duration? = .zero) -> RunOutcome? {
    let deadline = patience.map { DispatchTime.now() + .nanoseconds(Int(clamping: SceneTime($0).nanoseconds)) }
    while true {
      let (waits, outcome) = state.withLock { state in
        defer { if state.outcome != nil { (state.cancellation, state.outcome) = (nil, nil) } }
        return (state.cancellation != nil && patience.map { state.lastDuration <= $0 } ?? true, state.outcome)
      }
      if let outcome { return outcome }
      guard waits, hasEnded.wait(timeout: deadline ?? .distantFuture) == .success else { return nil }
    }
  }
}
