/// A generated timeline: the same for the same seed, at every launch and on every machine.
///
/// Events are spaced as in a Poisson process: the gaps are exponentially distributed with mean ``rate``, in whole
/// milliseconds and at least one. The timeline finishes with its last event, like a written input.
public struct RandomTimeline: Hashable, Sendable {
  /// The values to draw from, each equally likely.
  public enum Values: Hashable, Sendable {
    /// The integers of a range.
    case range(ClosedRange<Int>)
    /// A list of at least one value.
    case choice([Value])

    /// Reads a range such as `1...9`; the bounds may be negative.
    public init?(range text: String) {
      guard let dots = text.firstRange(of: "..."), let lower = Int(text[..<dots.lowerBound]),
        let upper = Int(text[dots.upperBound...]), lower <= upper
      else { return nil }
      self = .range(lower...upper)
    }
  }

  /// The seed; the timeline depends on nothing else that is random.
  public var seed: UInt64
  /// The mean time between two events, above 0.
  public var rate: SceneTime
  /// The values to draw from.
  public var values: Values
  /// The number of events.
  public var count: Int

  /// The default number of events.
  public static let defaultCount = 9
  /// The maximum number of events.
  public static let maximumCount = 10_000

  /// Creates a description of a timeline.
  public init(
    seed: UInt64, rate: SceneTime = .seconds(1), values: Values = .range(1...9),
    count: Int = RandomTimeline.defaultCount
  ) {
    self.seed = seed
    self.rate = rate
    self.values = values
    self.count = count
  }

  /// Generates the timeline.
  public func timeline(color: MarbleColor) -> Timeline {
    var random = SplitMix64(seed: seed)
    var time = SceneTime.zero
    let events = (0..<count).map { _ in
      time += gap(&random)
      let value = value(&random)
      return Event(time: time, value: value, color: color)
    }
    return Timeline(events: events, end: .finish(time))
  }

  /// A random gap of up to four times the rate, in whole milliseconds.
  private func gap(_ random: inout SplitMix64) -> SceneTime {
    // From a table, so that the result does not depend on the libm of the machine.
    let quantile = Self.quantiles[Int(random.next() % UInt64(Self.quantiles.count))]
    let (product, overflow) = rate.nanoseconds.multipliedReportingOverflow(by: quantile)
    let milliseconds = (overflow ? rate.nanoseconds / 1000 * quantile : product / 1000) / 1_000_000
    return .milliseconds(max(1, milliseconds))
  }

  /// −1000 · ln((i + 0.5) / 32): the exponential distribution of mean about 1000, in 32 equally likely parts.
  private static let quantiles: [Int64] = [
    4159, 3060, 2549, 2213, 1962, 1761, 1594, 1451, 1326, 1214, 1114, 1023, 940, 863, 792, 725, 662, 604, 548, 495, 445,
    398, 352, 309, 267, 227, 189, 152, 116, 81, 48, 16,
  ]

  private func value(_ random: inout SplitMix64) -> Value {
    switch values {
    case .range(let range):
      let width = UInt64(bitPattern: Int64(range.upperBound)) &- UInt64(bitPattern: Int64(range.lowerBound))
      let drawn = width == .max ? random.next() : random.next() % (width + 1)
      return .int(Int(truncatingIfNeeded: UInt64(bitPattern: Int64(range.lowerBound)) &+ drawn))
    case .choice(let values): return values[Int(random.next() % UInt64(values.count))]
    }
  }
}
