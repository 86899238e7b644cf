internal import Logging
internal import Platform
internal import Synchronization

/// Limits and counts connections.
///
/// The connections of each server count towards the total: clients that only watch can't exhaust those of control
/// clients. An address may have half of what others leave, and event streams may leave places to requests that are
/// answered at once: neither one address nor viewers who stay can keep everybody else out.
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
  /// The descriptors that connections share with the sources of live rows.
  private let descriptors: DescriptorCount?
  private let logger: Logger
  /// The connections that each address may have in any case.
  static let least = 2

  private let sharesByAddress: Bool
  private let maximumStreams: Int
  private let state = Mutex(State())

  private struct State {
    var counts = Counts()
    var byAddress: [String: Int] = [:]
    var streams = 0
    var beingRefused = 0
  }

  /// Allows up to `limit` connections, and no more than `whole` has left.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of open connections.
  ///   - sharesByAddress: whether an address is refused when it has a large share: not behind a proxy, whose connections all
  ///     have its address.
  ///   - streams: the maximum number of event streams; nil for as many as there are connections.
  ///   - whole: what the connections count towards, too.
  ///   - descriptors: what other parts of the process take counts towards the limit, too; nil if there are none.
  ///   - logger: is told when the limit is reached.
  init(
    limit: Int, sharesByAddress: Bool = true, streams: Int? = nil, within whole: Connections? = nil,
    sharing descriptors: DescriptorCount? = nil, logger: Logger
  ) {
    self.limit = limit
    self.sharesByAddress = sharesByAddress
    maximumStreams = streams ?? limit
    self.whole = whole
    self.descriptors = descriptors
    self.logger = logger
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// A place for a connection, which is given back with the value that holds it.
  final class Place: Sendable {
    private let giveBack: @Sendable () -> Void

    fileprivate init(giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

    deinit { giveBack() }
  }

  /// A place for a new connection; nil when there is none.
  ///
  /// - Parameter address: where it comes from; nil for a socket of this machine.
  func place(from address: String? = nil) -> Place? {
    open(from: address) ? Place { [self] in close(from: address) } : nil
  }

  /// A place for a connection that is refused, until its client has read the answer; nil when there is none, and it is closed
  /// with the answer.
  ///
  /// Its descriptor is one of those that the process has reserved for itself, so there are few.
  func placeOfRefused() -> Place? {
    if let whole { return whole.placeOfRefused() }
    let hasRoom = state.withLock { state in
      guard state.beingRefused < Self.maximumRefused else { return false }
      state.beingRefused += 1
      return true
    }
    return hasRoom ? Place { [self] in state.withLock { $0.beingRefused -= 1 } } : nil
  }

  /// The maximum number of connections that stay until they have read why they are refused.
  static let maximumRefused = 16

  /// Counts a new connection; false when there is no place for it.
  ///
  /// - Parameter address: where it comes from; nil for a socket of this machine.
  private func open(from address: String? = nil) -> Bool {
    let (hasRoom, isNews) = state.withLock { state in
      let own = address.map { state.byAddress[$0] ?? 0 } ?? 0
      let share = max(Self.least, (limit - (state.counts.open - own)) / 2)
      if state.counts.open < limit, address == nil || !sharesByAddress || own < share, hasDescriptor {
        state.counts.open += 1
        if let address { state.byAddress[address, default: 0] += 1 }
        return (true, false)
      }
      defer { state.counts.isFull = true }
      return (false, !state.counts.isFull)
    }
    guard hasRoom else {
      count(\.refused)
      // Logged once each time the limit is reached, not for each refused connection.
      if isNews { logger.warning("refusing connections: the limit is reached", metadata: ["limit": "\(limit)"]) }
      return false
    }
    guard let whole, !whole.open() else { return true }
    state.withLock { leave(&$0, address) }
    return false
  }

  /// Whether there is a descriptor for another connection; takes it if the connections of this value are not part of others.
  private var hasDescriptor: Bool {
    guard let descriptors else { return true }
    return whole == nil ? descriptors.take(1, upTo: limit) : descriptors.taken < limit
  }

  /// Counts a closed connection.
  private func close(from address: String? = nil) {
    state.withLock { leave(&$0, address) }
    if let whole { whole.close() } else { descriptors?.giveBack(1) }
  }

  private func leave(_ state: inout State, _ address: String?) {
    state.counts.open -= 1
    if state.counts.open < limit - limit / 4 { state.counts.isFull = false }
    guard let address, let own = state.byAddress[address] else { return }
    state.byAddress[address] = own == 1 ? nil : own - 1
  }

  /// Counts a connection that becomes an event stream; false when there are too many of them.
  func beginStream() -> Bool {
    let hasRoom = state.withLock { state in
      guard state.streams < maximumStreams else { return false }
      state.streams += 1
      return true
    }
    if !hasRoom { count(\.refused) }
    return hasRoom
  }

  /// Counts an event stream that is over.
  func endStream() { state.withLock { $0.streams -= 1 } }

  /// Increments a counter.
  func count(_ what: WritableKeyPath<Counts, Int>) {
    if let whole { return whole.count(what) }
    state.withLock { $0.counts[keyPath: what] += 1 }
  }
}
