internal import Drawing
internal import Marbles
internal import Wire

/// Tracks which changes of keys to reset after a period without key presses. Wall times are passed in; nothing here
/// waits.
struct IdleReturn {
  /// How many wall nanoseconds after the last key press to reset; nil for never.
  let timeout: Int64?

  private var lastKey: Int64?
  private var hasPaused = false
  private var hasSetSpeed = false

  init(after timeout: Duration?) { self.init(nanoseconds: timeout.map { SceneTime($0).nanoseconds }) }

  private init(nanoseconds: Int64?) { timeout = nanoseconds }

  /// Notes the request of a key.
  ///
  /// - Parameters:
  ///   - isPaused: whether playback was paused before; a pause by a control request is not reset.
  ///   - now: the wall time, in nanoseconds.
  mutating func note(_ request: ControlRequest, isPaused: Bool, now: Int64) {
    lastKey = now
    if let pauses = request.isPaused, pauses != isPaused { hasPaused = pauses }
    if request.speed != nil { hasSetSpeed = true }
  }

  /// How many nanoseconds until the reset; nil when there is nothing to reset.
  func time(until now: Int64) -> Int64? {
    guard let lastKey, let timeout, hasPaused || hasSetSpeed else { return nil }
    return max(0, timeout.subtractingSaturated(now.subtractingSaturated(lastKey)))
  }

  /// The request that resets all changes of keys, once it is due.
  mutating func request(now: Int64) -> ControlRequest? {
    guard time(until: now) == 0 else { return nil }
    var request = ControlRequest()
    if hasPaused { request.isPaused = false }
    if hasSetSpeed { request.speed = .scene }
    self = IdleReturn(nanoseconds: timeout)
    return request
  }
}
