/// The entries to claim next, chosen from a page of the entries that a consumer has not acknowledged.
struct PendingPage: Hashable {
  /// The maximum number of ids of one list.
  static let listed = 1000

  /// The ids to claim, oldest first.
  var ids: [String]
  /// Where the next list starts, as an argument of `XPENDING`; nil when nothing is left.
  var next: String?

  /// - Parameters:
  ///   - listed: the ids of the list, oldest first.
  ///   - held: the ids of entries that are delivered already.
  ///   - count: how many entries to claim at most.
  init(_ listed: [String], held: Set<String>, count: Int) {
    let own = listed.filter { !held.contains($0) }
    ids = Array(own.prefix(count))
    let last = ids.count < own.count ? ids.last : listed.count == Self.listed ? listed.last : nil
    next = last.map { "(\($0)" }
  }
}
