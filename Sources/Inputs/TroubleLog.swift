/// Decides when to say what goes wrong again and again, so that it takes few lines: each kind of trouble at once for the first
/// case, then with its sum every ten seconds while it goes on, and at the end. Sums are exact, however many cases there are.
public struct TroubleLog: Sendable {
  /// The time between two lines about one kind of trouble.
  public static let interval = Duration.seconds(10)

  /// What to say about a kind of trouble.
  public enum Line: Hashable, Sendable {
    /// The first case.
    case first
    /// The number of cases, and the first one.
    case sum
  }

  private struct Told {
    var count: Int
    var at: Duration
  }
  /// What was told last, by row and kind.
  private var told: [String: Told] = [:]

  /// Creates a log that has told nothing.
  public init() {}

  /// What to say now about a kind of trouble, in order.
  ///
  /// - Parameters:
  ///   - kind: the row and the kind, as a key.
  ///   - count: the number of cases so far.
  ///   - mayPass: whether a later value may show that there is no trouble; then the first case is not told by itself.
  ///   - now: the time of a clock that never goes back.
  ///   - isEnd: whether this is the last chance.
  public mutating func due(
    _ kind: String, count: Int, mayPass: Bool = false, at now: Duration, isEnd: Bool
  ) -> [Line] {
    guard count > 0 else { return [] }
    let last = told[kind]
    var lines: [Line] = []
    if last == nil {
      told[kind] = Told(count: mayPass ? 0 : 1, at: now)
      if !mayPass { lines.append(.first) }
    }
    let since = last ?? told[kind]!
    if count > since.count, isEnd || now - since.at >= Self.interval {
      told[kind] = Told(count: count, at: now)
      lines.append(.sum)
    }
    return lines
  }
}
