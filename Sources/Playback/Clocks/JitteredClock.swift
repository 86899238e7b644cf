internal import Marbles

/// A clock that wakes a little late, like networks and busy machines, but reproducibly.
///
/// The delay depends only on the seed and the deadline, not on the sleeper or the order of sleepers. A later deadline
/// never wakes before an earlier one.
public struct JitteredClock<Base: Clock>: Clock where Base.Duration == Duration {
  /// The clock that supplies the time.
  public let base: Base
  /// The maximum delay.
  public let jitter: Duration
  /// The seed of the delays.
  public let seed: UInt64

  private let origin: Base.Instant
  private let width: Int64

  init(base: Base, jitter: Duration, seed: UInt64) {
    precondition(jitter >= .zero, "a clock can't wake early")
    self.base = base
    self.jitter = jitter
    self.seed = seed
    origin = base.now
    width = SceneTime(jitter).nanoseconds
  }

  /// The current instant of the base.
  public var now: Base.Instant { base.now }

  /// The resolution of the base.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Sleeps until `deadline` and up to ``jitter`` longer.
  public func sleep(until deadline: Base.Instant, tolerance: Duration? = nil) async throws {
    let late = lateness(at: SceneTime(origin.duration(to: deadline)).nanoseconds)
    try await base.sleep(until: deadline.advanced(by: .nanoseconds(late)), tolerance: tolerance)
  }

  /// The delay of a deadline, in nanoseconds.
  ///
  /// The delay is random at every multiple of the jitter and linear in between: it never falls faster than time passes,
  /// which preserves the order.
  func lateness(at time: Int64) -> Int64 {
    guard width > 0 else { return 0 }
    let cell = time >= 0 ? time / width : -1 - (-1 - time) / width
    let (start, end) = (random(cell), random(cell &+ 1))
    let product = (end - start).multipliedFullWidth(by: time - cell * width)
    return start + width.dividingFullWidth(product).quotient
  }

  /// A random number of nanoseconds in `0..<jitter`.
  private func random(_ cell: Int64) -> Int64 {
    var generator = SplitMix64(seed: seed ^ (UInt64(bitPattern: cell) &* 0x2545_F491_4F6C_DD1D))
    return Int64(generator.next().multipliedFullWidth(by: UInt64(width)).high)
  }
}

extension Clock where Duration == Swift.Duration {
  /// A clock that wakes up to `jitter` late: a network for tests that behaves the same in every run.
  ///
  /// ```swift
  /// let responses = requests.receive(on: clock.jittered(by: .milliseconds(300), seed: 7))
  /// ```
  ///
  /// Delays are relative to the creation of the clock, so on a clock that starts at the same time in every run, such as
  /// a ``TestClock``, a seed determines the run.
  ///
  /// - Parameters:
  ///   - jitter: the maximum delay; 0 or more.
  ///   - seed: the seed of the delays.
  public func jittered(by jitter: Duration, seed: UInt64) -> JitteredClock<Self> {
    JitteredClock(base: self, jitter: jitter, seed: seed)
  }
}
