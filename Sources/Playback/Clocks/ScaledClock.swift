public import Marbles

/// Another clock, faster or slower: what a speed factor is.
///
/// Its time is scene time, 0 when it is made. Whatever lives by it, operators and timelines alike, plays that much faster
/// without knowing.
public struct ScaledClock<Base: Clock>: Clock where Base.Duration == Duration {
  /// A scene time; 0 is when the clock was made.
  public typealias Instant = SceneTime

  /// What passes meanwhile.
  public let base: Base
  /// How many seconds of this clock pass in one of its base.
  public var speedFactor: SpeedFactor { playback.speedFactor }

  private let origin: Base.Instant
  /// What the base's time since `origin` makes of this clock's.
  private let playback: PlaybackState

  init(base: Base, speedFactor: SpeedFactor) {
    self.base = base
    origin = base.now
    playback = PlaybackState(at: 0, speedFactor: speedFactor)
  }

  /// How much of this clock's time has passed since it was made.
  public var now: SceneTime { playback.time(at: SceneTime(origin.duration(to: base.now)).nanoseconds) }

  /// What the base can tell apart, in this clock's time.
  public var minimumResolution: Duration {
    max(.nanoseconds(1), base.minimumResolution * speedFactor.value)
  }

  /// Sleeps until this clock shows `deadline`.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    let wall = Duration.nanoseconds(playback.wallTime(of: deadline))
    try await base.sleep(until: origin.advanced(by: wall), tolerance: tolerance.map { $0 / speedFactor.value })
  }
}

extension Clock where Duration == Swift.Duration {
  /// A clock that goes `speedFactor` times as fast as this one.
  ///
  /// ```swift
  /// let quick = ContinuousClock().scaled(by: 10)
  /// try await quick.sleep(for: .seconds(5))                  // half a second of yours
  /// keystrokes.debounce(for: .seconds(1), clock: quick)      // quiet for a tenth of a second
  /// ```
  ///
  /// - Parameter speedFactor: seconds of the new clock in a second of this one.
  public func scaled(by speedFactor: SpeedFactor) -> ScaledClock<Self> {
    ScaledClock(base: self, speedFactor: speedFactor)
  }
}
