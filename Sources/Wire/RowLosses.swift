package import Scenes

/// Input of a live scene's row that did not become events.
package enum RowLosses: Hashable, Sendable {
  /// Of a live row: values dropped because the queue was full, and malformed lines.
  case live(dropped: Int, malformed: Int)
  /// Of a row that follows others: values that were forgotten before it asked for them.
  case following(missed: Int)

  package init(_ counts: LiveInput.Counts, isLive: Bool) {
    self =
      isLive ? .live(dropped: counts.dropped, malformed: counts.malformed) : .following(missed: counts.missed)
  }

  /// As counts; missing ones are 0.
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

  /// Nil when there are no losses in the object: the row is not in a live scene.
  init?(_ members: JSONMembers) {
    guard let isLive = members.flag("live") else { return nil }
    self =
      isLive
      ? .live(dropped: members.count("dropped"), malformed: members.count("malformed"))
      : .following(missed: members.count("missed"))
  }
}
