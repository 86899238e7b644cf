internal import Logging
internal import Synchronization

/// Limits and counts connections.
///
/// The connections of each server count towards the total: clients that only watch can't exhaust those of control
/// clients.
final class Connections: Sendable {
  /// Counters of connections.
  struct Counts: Hashable, Sendable {
    /// Open connections.
    var open = 0
    /// Connections refused at the limit.
    var refused = 0
    /// Connections closed because of a timeout.
    var late = 0
    /// Connections closed because they did not speak HTTP.
    var malformed = 0
    fileprivate var isFull = false

    init(open: Int = 0, refused: Int = 0, late: Int = 0, malformed: Int = 0) {
      (self.open, self.refused, self.late, self.malformed) = (open, refused, late, malformed)
    }
  }

  /// The maximum number of open connections.
  let limit: Int
  private let whole: Connections?
  private let logger: Logger
  private let state = Mutex(Counts())

  /// Allows up to `limit` connections, and no more than `whole` has left.
  init(limit: Int, within whole: Connections? = nil, logger: Logger) {
    self.limit = limit
    self.whole = whole
    self.logger = logger
  }

  var counts: Counts { state.withLock { $0 } }

  /// Counts a new connection; false when the limit is reached.
  func open() -> Bool {
    let (hasRoom, isNews) = state.withLock { state in
      if state.open < limit {
        state.open += 1
        return (true, false)
      }
      defer { state.isFull = true }
      return (false, !state.isFull)
    }
    guard hasRoom else {
      count(\.refused)
      // Logged once each time the limit is reached, not for each refused connection.
      if isNews { logger.warning("refusing connections: the limit is reached", metadata: ["limit": "\(limit)"]) }
      return false
    }
    guard let whole, !whole.open() else { return true }
    state.withLock { $0.open -= 1 }
    return false
  }

  /// Counts a closed connection.
  func close() {
    state.withLock { state in
      state.open -= 1
      if state.open < limit - limit / 4 { state.isFull = false }
    }
    whole?.close()
  }

  /// Increments a counter.
  func count(_ what: WritableKeyPath<Counts, Int>) {
    if let whole { return whole.count(what) }
    state.withLock { $0[keyPath: what] += 1 }
  }
}
