internal import RedisClient

/// How far a reader has read in a stream.
struct StreamPosition: Hashable, Sendable {
  /// The id of the newest entry that was read.
  private(set) var last: String
  /// The number of entries that were ever added up to ``last``; nil when that is unknown.
  private var count: Int?

  /// The position before the first read.
  ///
  /// - Parameter info: what the server says now; nil when there is no stream yet.
  init(_ start: RedisSource.Start, _ info: StreamInfo?) {
    switch start {
    case .now: (last, count) = (info?.newest ?? "0-0", info.map(\.added) ?? 0)
    case .after("0"), .after("0-0"):
      (last, count) = ("0-0", info.map { info in info.added.map { $0 - info.length } } ?? 0)
    case .after(let id): (last, count) = (id, nil)
    }
  }

  /// Notes that the next entry was read.
  mutating func advance(to id: String) {
    last = id
    if let count { self.count = count + 1 }
  }

  /// The number of entries that are left to read; nil when that is unknown.
  func lag(in info: StreamInfo) -> Int? {
    guard let count, let added = info.added else { return last == info.newest ? 0 : nil }
    return max(0, added - count)
  }

  /// The number of entries that were removed before they were read, which count as read from now on; nil for none.
  ///
  /// The server may remove an entry and add others between a read and a look, so this counts only entries before the oldest
  /// one that is left.
  mutating func gap(in info: StreamInfo) -> Int? {
    guard let count, let added = info.added, info.length < added - count else { return nil }
    let lost = added - count - info.length
    self.count = count + lost
    return lost
  }
}
