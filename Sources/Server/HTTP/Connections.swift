internal import Logging
internal import Synchronization

/// How many connections there may be, and what became of them.
///
/// Those of one server are counted within those of all: whoever only watches can't take the place of who steers.
final class Connections: Sendable {
  /// What has been counted.
  struct Counts: Hashable, Sendable {
    /// Those that are open.
    var open = 0
    /// How many were refused, as there were enough.
    var refused = 0
    /// How many were closed, as a request did not come, or an answer was not taken, in time.
    var late = 0
    /// How many sent what is no HTTP.
    var malformed = 0
    fileprivate var isFull = false
  }

  /// How many may be open.
  let limit: Int
  private let whole: Connections?
  private let logger: Logger
  private let state = Mutex(Counts())

  /// Allows so many, and no more than `whole` has room for.
  init(limit: Int, within whole: Connections? = nil, logger: Logger) {
    self.limit = limit
    self.whole = whole
    self.logger = logger
  }

  /// What has been counted so far.
  var counts: Counts { state.withLock { $0 } }

  /// Takes a place; false when there is none.
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
      // Once each time that it is full, not for each who knocks.
      if isNews { logger.warning("connections are refused: there are \(limit), as many as there may be") }
      return false
    }
    guard let whole, !whole.open() else { return true }
    state.withLock { $0.open -= 1 }
    return false
  }

  /// Gives a place back.
  func close() {
    state.withLock { state in
      state.open -= 1
      if state.open < limit - limit / 4 { state.isFull = false }
    }
    whole?.close()
  }

  /// Counts something of a connection.
  func count(_ what: WritableKeyPath<Counts, Int>) {
    if let whole { return whole.count(what) }
    state.withLock { $0[keyPath: what] += 1 }
  }
}
