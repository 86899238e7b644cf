internal import RedisClient

/// How many entries to request next, chosen by the size of the previous ones.
///
/// A command can limit the number of entries in its answer but not their size. The count starts at one, doubles after each
/// full answer, and shrinks when an answer has large entries.
struct ReadCount {
  /// The maximum size of an answer, in bytes, if no entry is larger than the largest one of the answer before.
  static let answerBytes = 16 << 20

  /// The maximum number of entries of one answer.
  let maximum: Int
  /// The number of entries to ask for next.
  private(set) var next = 1

  /// - Parameter maximum: the maximum number of entries of one answer.
  init(maximum: Int) { self.maximum = maximum }

  /// Adjusts the count to the sizes of an answer; an empty answer changes nothing.
  mutating func note(_ entries: [RedisEntry]) {
    guard let largest = entries.lazy.map(\.bytes).max() else { return }
    let grown = entries.count < next ? next : 2 * next
    next = max(1, min(grown, maximum, Self.answerBytes / max(1, largest)))
  }
}

extension RedisEntry {
  /// The approximate size.
  fileprivate var bytes: Int {
    fields.reduce(id.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
