internal import Marbles

/// Another clock that wakes a little late, as networks and busy machines do, but the same each time.
///
/// How late depends on the seed and the deadline alone, not on who sleeps or in which order, and a later deadline never
/// wakes before an earlier one.
public struct JitteredClock<Base: Clock>: Clock where Base.Duration == Duration {
  /// What wakes late.
  public let base: Base
  /// The most that it wakes late.
  public let jitter: Duration
  /// What the lateness is made of.
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

  /// The same time as the base shows.
  public var now: Base.Instant { base.now }

  /// What the base can tell apart.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Sleeps until `deadline` and up to ``jitter`` longer.
  public func sleep(until deadline: Base.Instant, tolerance: Duration? = nil) async throws {
    let late = lateness(at: SceneTime(origin.duration(to: deadline)).nanoseconds)
    try await base.sleep(until: deadline.advanced(by: .nanoseconds(late)), tolerance: tolerance)
  }

  /// How late a deadline wakes, in nanoseconds.
  ///
  /// Random at every multiple of the jitter, and in between on the straight line from one to the next: lateness so never
  /// falls faster than time passes, which is what keeps the order.
  func lateness(at time: Int64) -> Int64 {
    guard width > 0 else { return 0 }
    let cell = time >= 0 ? time / width : -1 - (-1 - time) / width
    let (start, end) = (random(cell), random(cell &+ 1))
    let product = (end - start).multipliedFullWidth(by: time - cell * width)
    return start + width.dividingFullWidth(product).quotient
  }

  /// From 0 up to, not including, the jitter.
  private func random(_ cell: Int64) -> Int64 {
    var generator = SplitMix64(seed: seed ^ (UInt64(bitPattern: cell) &* 0x2545_F491_4F6C_DD1D))
    return Int64(generator.next().multipliedFullWidth(by: UInt64(width)).high)
  }
}

extension Clock where Duration == Swift.Duration {
  /// A clock that wakes up to `jitter` late: a network in a test, and the same network at every run.
  ///
  /// ```swift
  /// let responses = requests.receive(on: clock.jittered(by: .milliseconds(300), seed: 7))
  /// ```
  ///
  /// Lateness is counted from when the clock is made, so on a clock that shows the same time at every run, such as a
  /// ``TestClock``, one seed is one run.
  ///
  /// - Parameters:
  ///   - jitter: the most that it wakes late; 0 or more.
  ///   - seed: which of the many ways to be late.
  public func jittered(by jitter: Duration, seed: UInt64) -> JitteredClock<Self> {
    JitteredClock(base: self, jitter: jitter, seed: seed)
  }
}
