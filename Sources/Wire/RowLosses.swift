package import Scenes

/// What became no event of a row of a live scene.
package enum RowLosses: Hashable, Sendable {
  /// Of a row that takes values from outside: values that had no room, and lines that held none.
  case live(dropped: Int, malformed: Int)
  /// Of a row that follows others: values that were forgotten before it asked for them.
  case following(missed: Int)

  package init(_ counts: LiveInput.Counts, isLive: Bool) {
    self =
      isLive ? .live(dropped: counts.dropped, malformed: counts.malformed) : .following(missed: counts.missed)
  }

  /// What is not told is 0.
  package var counts: LiveInput.Counts {
    switch self {
    case .live(let dropped, let malformed): LiveInput.Counts(dropped: dropped, malformed: malformed)
    case .following(let missed): LiveInput.Counts(missed: missed)
    }
  }

  func write(to object: inout JSONObject) {
    switch self {
    case .live(let dropped, let malformed):
      object.add("live", true)
      object.add("dropped", dropped)
      object.add("malformed", malformed)
    case .following(let missed):
      object.add("live", false)
      object.add("missed", missed)
    }
  }

  /// Nil when nothing is said of losses: the row is none of a live scene.
  init?(_ members: JSONMembers) {
    guard let isLive = members.flag("live") else { return nil }
    self =
      isLive
      ? .live(dropped: members.count("dropped"), malformed: members.count("malformed"))
      : .following(missed: members.count("missed"))
  }
}
