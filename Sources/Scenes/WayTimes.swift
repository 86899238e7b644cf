internal import Expressions
public import Marbles
internal import Operators

/// How long values are on their way from one row to another.
///
/// An output row whose expression ends with an operator that pairs values by a key, as `innerJoin` does, has a pair for
/// each value that has arrived. The time from the first value of a pair to its last one is the way of that pair. It is
/// measured by the clocks of the sources where both have told a time, and else by the arrivals.
public struct WayTimes: Hashable, Sendable {
  /// The time that half of the newest pairs needed at most.
  public let p50: SceneTime
  /// The time that 99 of 100 of the newest pairs needed at most.
  public let p99: SceneTime

  /// The number of the newest pairs that are measured.
  static let counted = 1_000
  /// The most values of a pair that are looked at; those of `innerJoin` over two rows have two.
  private static let mostSources = 16

  /// Measures the newest pairs of an output row; nil when it has none, or when its expression pairs no values by a key.
  ///
  /// - Parameters:
  ///   - position: the position of the output row.
  ///   - recording: the events so far.
  ///   - scene: the scene with the expressions.
  ///   - time: until when pairs count.
  public init?(ofRow position: Int, in recording: Recording, of scene: Scene, at time: SceneTime) {
    guard scene.rows.indices.contains(position), recording.rows.indices.contains(position),
      case .call(let call) = scene.rows[position].expression?.plan,
      call.semantics.trigger == .partners, call.semantics.remembers
    else { return nil }
    let events = recording.rows[position].timeline.events
    let past = events[..<events.partitioningIndex { $0.time > time }]
    let times = past.suffix(Self.counted).compactMap { Self.way(of: $0, in: recording) }.sorted()
    guard !times.isEmpty else { return nil }
    (p50, p99) = (Self.percentile(50, of: times), Self.percentile(99, of: times))
  }

  /// The time from the first of the values that a pair is made of to the last one; nil when only one is still known.
  private static func way(of pair: Event, in recording: Recording) -> SceneTime? {
    let sources = pair.from.newest(mostSources).compactMap { recording[$0] }
    guard sources.count > 1 else { return nil }
    let atSource = sources.compactMap(\.sourceTime)
    let times = atSource.count == sources.count ? atSource : sources.map(\.time)
    return times.max()! - times.min()!
  }

  /// The smallest of the sorted times that `percent` of them do not exceed.
  private static func percentile(_ percent: Int, of times: [SceneTime]) -> SceneTime {
    times[(times.count * percent + 99) / 100 - 1]
  }

  /// `way p50 0.12, p99 0.8 s`: with two digits, but not finer than milliseconds, so that it fits into a panel.
  public var text: String { "way p50 \(Self.rounded(p50)), p99 \(Self.rounded(p99)) s" }

  private static func rounded(_ time: SceneTime) -> SceneTime {
    var unit: Int64 = 1_000_000
    while time.nanoseconds / unit >= 100 { unit *= 10 }
    return unit == 1_000_000
      ? time.inMilliseconds : .nanoseconds((time + .nanoseconds(unit / 2)).nanoseconds / unit * unit)
  }
}
