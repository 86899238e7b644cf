internal import Dispatch
package import Drawing
internal import Marbles
internal import Platform
package import Playback
package import Scenes
internal import Synchronization

/// Computes results beside the thread that draws: one at a time, and only the newest counts.
package final class NewestRun<Output: Sendable>: Sendable {
  private struct State {
    /// The number of the newest request.
    var number = 0
    /// Stops the work of the newest request; nil when there is none, or its result was taken.
    var cancellation: Cancellation?
    var result: Result<Output, SceneError>?
    /// The results that were not taken.
    var stale: [Result<Output, SceneError>] = []
    /// How long the last complete work took, or how long was waited in vain since, in nanoseconds.
    var lastDuration: Int64 = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marbled.newest", qos: .userInteractive)
  /// Signalled at the end of each work; a signal of an older one wakes a waiter that looks again.
  private let hasEnded = TimedSemaphore()
  private let limit: Duration?
  private let wall: WallClock
  private let watchdog: Watchdog
  private let onDrop: @Sendable (Output) -> Void
  private let onChange: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: how long the work may take; nil for no limit.
  ///   - wall: measures the work, and the waits for it.
  ///   - watchdog: ends work that takes longer.
  ///   - onDrop: called on another thread with each output that is not taken.
  ///   - onChange: called on another thread when a result can be taken.
  package init(
    limit: Duration? = .seconds(5), wall: WallClock = .monotonic, watchdog: Watchdog = .wall,
    onDrop: @escaping @Sendable (Output) -> Void = { _ in }, onChange: @escaping @Sendable () -> Void
  ) {
    (self.limit, self.wall, self.watchdog, self.onDrop, self.onChange) = (limit, wall, watchdog, onDrop, onChange)
  }

  /// Whether work has started whose result was not taken.
  package var isPending: Bool { state.withLock { $0.cancellation != nil } }

  /// Starts work; work before it is cancelled.
  ///
  /// - Parameters:
  ///   - cancellation: stops the work; it expires when the time of the work is up.
  ///   - work: computes the result.
  package func start(
    cancellation: Cancellation = Cancellation(),
    _ work: @escaping @Sendable (Cancellation) throws(SceneError) -> Output
  ) {
    let number = replace(by: cancellation)
    queue.async { [self] in
      guard state.withLock({ $0.number == number }) else { return }
      // Closures may overflow the stack by recursion, and a crash must restore the terminal.
      AlternateStack.install()
      if let limit { watchdog.limit(cancellation, to: limit) }
      let begin = wall.now()
      let result = Result { () throws(SceneError) in try work(cancellation) }
      let duration = wall.now() - begin
      let isNewest = state.withLock { state in
        guard state.number == number else {
          state.stale.append(result)
          return false
        }
        (state.result, state.lastDuration) = (result, duration)
        return true
      }
      guard isNewest else { return drop() }
      hasEnded.signal()
      onChange()
    }
  }

  /// Stops the newest work and forgets it.
  package func cancel() { _ = replace(by: nil) }

  private func replace(by cancellation: Cancellation?) -> Int {
    let (number, isStale) = state.withLock { state in
      state.cancellation?.cancel()
      if let result = state.result { state.stale.append(result) }
      (state.number, state.cancellation, state.result) = (state.number + 1, cancellation, nil)
      return (state.number, !state.stale.isEmpty)
    }
    // To free a large recording takes long.
    if isStale { queue.async { [self] in drop() } }
    return number
  }

  private func drop() {
    let stale = state.withLock { state in
      defer { state.stale = [] }
      return state.stale
    }
    for case .success(let output) in stale { onDrop(output) }
  }

  /// The result of the newest work, once.
  ///
  /// - Parameter limit: how long to wait for it, unless the last work took longer, as then the wait would be in vain; nil
  ///   for as long as it takes.
  package func take(waiting limit: Duration? = .zero) -> Result<Output, SceneError>? {
    let deadline = limit.map { wall.now() + $0.wholeNanoseconds }
    while true {
      let result = state.withLock { state in
        defer { if state.result != nil { (state.cancellation, state.result) = (nil, nil) } }
        return state.result
      }
      if let result { return result }
      guard isWorthWaiting(limit) else { return nil }
      if let limit, let deadline, wall.now() >= deadline {
        // Work that is replaced at each key never ends, so its length is known from this alone.
        state.withLock { $0.lastDuration = max($0.lastDuration, limit.wholeNanoseconds + 1) }
        return nil
      }
      wall.wait(hasEnded, deadline)
    }
  }

  /// Whether work is going on that may end in so long a time, judged by the last one.
  package func isWorthWaiting(_ limit: Duration?) -> Bool {
    state.withLock { state in
      state.cancellation != nil && limit.map { state.lastDuration <= $0.wholeNanoseconds } ?? true
    }
  }
}

extension NewestRun<SceneDrawing> {
  /// Runs a scene, computes what its pictures need, and lets the doctor look at it.
  ///
  /// - Parameters:
  ///   - cancellation: stops the run; it expires when the time of the run is up.
  ///   - drawing: makes the drawing of its recording.
  package func start(
    _ scene: Scene, cancellation: Cancellation = Cancellation(),
    drawing: @escaping @Sendable (Recording) -> SceneDrawing
  ) {
    start(cancellation: cancellation) { cancellation throws(SceneError) in
      let drawing = drawing(try BoundedRun(scene, cancellation: cancellation, stages: .marked).perform().get())
      drawing.prepare(until: { cancellation.isSet })
      if let cause = cancellation.cause { throw .stopped(cause) }
      drawing.examine(cancellation)
      return drawing
    }
  }
}
