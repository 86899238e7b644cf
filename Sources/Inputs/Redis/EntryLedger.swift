internal import DequeModule

/// The entries of a group that this consumer has delivered to its row and has not acknowledged yet.
///
/// Entries are numbered in the order of delivery and acknowledged in the same order, because a row reports only how many of
/// its values can be acknowledged.
struct EntryLedger {
  private var delivered: Deque<(number: Int, id: String)> = []
  private var count = 0
  /// The ids to acknowledge, oldest first.
  private(set) var settled: [String] = []
  /// The ids whose acknowledgement is being sent.
  private var sending: [String] = []

  /// Notes that an entry is delivered; returns its number, from 1.
  mutating func deliver(_ id: String) -> Int {
    count += 1
    delivered.append((count, id))
    return count
  }

  /// Settles all entries up to a number.
  mutating func settle(upTo number: Int) {
    while let first = delivered.first, first.number <= number {
      settled.append(first.id)
      delivered.removeFirst()
    }
  }

  /// Returns the ids to acknowledge now. Until ``sent()``, they count as held and are returned again.
  mutating func send() -> [String] {
    sending += settled
    settled = []
    return sending
  }

  /// Notes that the server has received all ids of ``send()``.
  mutating func sent() { sending = [] }

  /// The ids that are delivered and not acknowledged by the server.
  var held: Set<String> { Set(delivered.lazy.map(\.id)).union(settled).union(sending) }

  /// The ids of delivered entries that the row has not settled.
  var open: [String] { delivered.map(\.id) }

  /// Whether nothing is left to send.
  var isSettled: Bool { settled.isEmpty && sending.isEmpty }
}
