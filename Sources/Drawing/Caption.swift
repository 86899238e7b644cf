internal import Marbles
internal import Narrations

/// The sentences below the rows: those of the newest instant, and the story before it.
struct Caption: Hashable {
  /// The sentences of earlier instants, oldest first; at most as many as there are lines.
  var story: [String] = []
  /// The sentences of the newest instant, in the order of the rows.
  var newest: [String] = []
  /// What is said at the end, which takes the place of all other sentences: what the scene teaches, and what rows lost.
  var ending: [String] = []
  /// Where the rest of it can be read; nil for nowhere.
  var more: String?
}

extension Caption {
  /// The minimum number of lines for the story so far.
  private static let leastForStory = 3

  /// Finds the newest instant of the rows, and as many earlier ones as fill the lines.
  ///
  /// - Parameters:
  ///   - rows: the rows that are told about.
  ///   - lines: the number of available lines.
  ///   - newest: the newest instant by a time at which a row has something to tell.
  ///   - time: the time that a row shows.
  ///   - sentences: the sentences about a row at an instant.
  init(
    told rows: [Int], lines: Int, newest: (Int, SceneTime) -> SceneTime?, time: (Int) -> SceneTime,
    sentences: (Int, SceneTime) -> [String]
  ) {
    var instants = rows.map { newest($0, time($0)) }
    func takeInstant() -> [String]? {
      guard let instant = instants.lazy.compactMap({ $0 }).max() else { return nil }
      let told = rows.indices.filter { instants[$0] == instant }
      let texts = told.flatMap { sentences(rows[$0], instant) }
      for index in told { instants[index] = newest(rows[index], instant - .nanoseconds(1)) }
      return texts
    }
    self.newest = takeInstant() ?? []
    guard lines >= Self.leastForStory else { return }
    while story.count + self.newest.count < lines, let earlier = takeInstant() { story = earlier + story }
    story = story.suffix(max(0, lines - self.newest.count))
  }
}
