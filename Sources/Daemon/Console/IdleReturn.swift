internal import Stage

/// What keys have changed, to be taken back when nobody has pressed one for long. Wall times are given, so nothing here
/// waits.
struct IdleReturn {
  /// How long after the last key; nil for never.
  let patience: Duration?

  private var lastKey: ContinuousClock.Instant?
  private var hasPaused = false
  private var hasSetSpeed = false

  init(after patience: Duration?) { self.patience = patience }

  /// A key asked for something.
  ///
  /// - Parameter isPaused: whether the playhead stood still before; a pause that control asked for is not taken back.
  mutating func note(_ request: ControlRequest, isPaused: Bool, now: ContinuousClock.Instant) {
    lastKey = now
    if let pauses = request.isPaused, pauses != isPaused { hasPaused = pauses }
    if request.speed != nil { hasSetSpeed = true }
  }

  /// How long until there is something to take back; nil while there is not.
  func time(until now: ContinuousClock.Instant) -> Duration? {
    guard let lastKey, let patience, hasPaused || hasSetSpeed else { return nil }
    return max(.zero, patience - lastKey.duration(to: now))
  }

  /// What takes back all that keys have changed, once it is time for it.
  mutating func request(now: ContinuousClock.Instant) -> ControlRequest? {
    guard time(until: now) == .zero else { return nil }
    var request = ControlRequest()
    if hasPaused { request.isPaused = false }
    if hasSetSpeed { request.speed = .scene }
    self = IdleReturn(after: patience)
    return request
  }
}
