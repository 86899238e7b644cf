internal import Drawing
internal import Marbles
internal import Wire

/// What keys have changed, to be taken back when nobody has pressed one for long. Wall times are given, so nothing here
/// waits.
struct IdleReturn {
  /// How many wall nanoseconds after the last key; nil for never.
  let patience: Int64?

  private var lastKey: Int64?
  private var hasPaused = false
  private var hasSetSpeed = false

  init(after patience: Duration?) { self.init(nanoseconds: patience.map { SceneTime($0).nanoseconds }) }

  private init(nanoseconds: Int64?) { patience = nanoseconds }

  /// A key asked for something.
  ///
  /// - Parameters:
  ///   - isPaused: whether the playhead stood still before; a pause that control asked for is not taken back.
  ///   - now: wall time, in nanoseconds.
  mutating func note(_ request: ControlRequest, isPaused: Bool, now: Int64) {
    lastKey = now
    if let pauses = request.isPaused, pauses != isPaused { hasPaused = pauses }
    if request.speed != nil { hasSetSpeed = true }
  }

  /// How many nanoseconds until there is something to take back; nil while there is not.
  func time(until now: Int64) -> Int64? {
    guard let lastKey, let patience, hasPaused || hasSetSpeed else { return nil }
    return max(0, patience.subtractingSaturated(now.subtractingSaturated(lastKey)))
  }

  /// What takes back all that keys have changed, once it is time for it.
  mutating func request(now: Int64) -> ControlRequest? {
    guard time(until: now) == 0 else { return nil }
    var request = ControlRequest()
    if hasPaused { request.isPaused = false }
    if hasSetSpeed { request.speed = .scene }
    self = IdleReturn(nanoseconds: patience)
    return request
  }
}
