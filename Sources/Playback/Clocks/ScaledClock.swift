public import Marbles

/// A clock that runs faster or slower than its base by a speed factor.
///
/// Its time is scene time, which starts at 0 when the clock is created. Operators and timelines on this clock run at
/// its speed without knowing.
public struct ScaledClock<Base: Clock>: Clock where Base.Duration == Duration {
  /// An instant is a scene time; 0 is the creation of the clock.
  public typealias Instant = SceneTime

  /// The clock that supplies the time.
  public let base: Base
  /// Seconds of this clock per second of its base.
  public var speedFactor: SpeedFactor { playback.speedFactor }

  private let origin: Base.Instant
  /// Maps the base's time since `origin` to this clock's time.
  private let playback: PlaybackState

  init(base: Base, speedFactor: SpeedFactor) {
    self.base = base
    origin = base.now
    playback = PlaybackState(at: 0, speedFactor: speedFactor)
  }

  /// The scene time since the creation of the clock.
  public var now: SceneTime { playback.time(at: SceneTime(origin.duration(to: base.now)).nanoseconds) }

  /// The resolution of the base, in this clock's time.
  public var minimumResolution: Duration {
    max(.nanoseconds(1), base.minimumResolution * speedFactor.value)
  }

  /// Sleeps until this clock reaches `deadline`.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    let wall = Duration.nanoseconds(playback.wallTime(of: deadline))
    try await base.sleep(until: origin.advanced(by: wall), tolerance: tolerance.map { $0 / speedFactor.value })
  }
}

extension Clock where Duration == Swift.Duration {
  /// A clock that runs `speedFactor` times as fast as this one.
  ///
  /// ```swift
  /// let quick = ContinuousClock().scaled(by: 10)
  /// try await quick.sleep(for: .seconds(5))                  // half a second of wall time
  /// keystrokes.debounce(for: .seconds(1), clock: quick)      // quiet for a tenth of a second
  /// ```
  ///
  /// - Parameter speedFactor: seconds of the new clock per second of this one.
  public func scaled(by speedFactor: SpeedFactor) -> ScaledClock<Self> {
    ScaledClock(base: self, speedFactor: speedFactor)
  }
}
