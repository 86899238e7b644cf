internal import Logging
internal import Platform
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
  }

  /// The maximum number of open connections.
  let limit: Int
  private let whole: Connections?
  /// The descriptors that connections share with the sources of live rows.
  private let descriptors: DescriptorCount?
  private let logger: Logger
  private let state = Mutex(Counts())

  /// Allows up to `limit` connections, and no more than `whole` has left.
  ///
  /// - Parameter descriptors: what other parts of the process take counts towards the limit, too; nil if there are none.
  init(limit: Int, within whole: Connections? = nil, sharing descriptors: DescriptorCount? = nil, logger: Logger) {
    self.limit = limit
    self.whole = whole
    self.descriptors = descriptors
    self.logger = logger
  }

  var counts: Counts { state.withLock { $0 } }

  /// Counts a new connection; false when the limit is reached.
  func open() -> Bool {
    let (hasRoom, isNews) = state.withLock { state in
      if state.open < limit, hasDescriptor {
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

  /// Whether there is a descriptor for another connection; takes it if the connections of this value are not part of others.
  private var hasDescriptor: Bool {
    guard let descriptors else { return true }
    return whole == nil ? descriptors.take(1, upTo: limit) : descriptors.taken < limit
  }

  /// Counts a closed connection.
  func close() {
    state.withLock { state in
      state.open -= 1
      if state.open < limit - limit / 4 { state.isFull = false }
    }
    if let whole { whole.close() } else { descriptors?.giveBack(1) }
  }

  /// Increments a counter.
  func count(_ what: WritableKeyPath<Counts, Int>) {
    if let whole { return whole.count(what) }
    state.withLock { $0[keyPath: what] += 1 }
  }
}
