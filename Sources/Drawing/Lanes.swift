internal import Marbles
internal import Scenes
internal import Terminal

/// How many of each row's inner streams are shown below it, each in a row of cells of its own.
struct Lanes: Hashable {
  /// By the row's position in the scene.
  let counts: [Int]
  /// The rows of cells that all take.
  let total: Int

  /// The fewest that are worth their room where not all have some: two, and a line that counts the others.
  private static let fewest = 3

  /// - Parameters:
  ///   - wanted: how many inner streams each row has.
  ///   - room: the rows of cells that there are for rows and streams.
  init(_ wanted: [Int], room: Int) {
    let (rows, all) = (max(1, wanted.count), wanted.reduce(0, +))
    // Expressions come first, then inner streams, then air; many streams need air, and so does what is left out.
    let left = room - min(all > rows ? 3 : 2, room / rows) * rows
    if room >= rows, all <= left {
      counts = wanted
    } else {
      counts = Self.shared(wanted, room: room - 3 * rows)
    }
    total = counts.reduce(0, +)
  }

  /// As many as there is room for, in turn, from the first row.
  private static func shared(_ wanted: [Int], room: Int) -> [Int] {
    var counts = wanted.map { _ in 0 }
    var left = max(0, min(room, wanted.reduce(0, +)))
    while left > 0 {
      for row in wanted.indices where left > 0 && counts[row] < wanted[row] {
        counts[row] += 1
        left -= 1
      }
    }
    return zip(counts, wanted).map { $0 < $1 && $0 < fewest ? 0 : $0 }
  }

  subscript(position: Int) -> Int { counts.indices.contains(position) ? counts[position] : 0 }
}

/// What is known of one inner stream before any of it is drawn.
struct LanePlan: Sendable {
  let stream: Recording.Inner
  /// When its events happen.
  let times: [SceneTime]
  /// How many of the events are looked at that it was made of.
  private static let causes = 100
  /// When the last of what it was made of happened; nil when it was made of no event.
  let cause: SceneTime?

  init(_ stream: Recording.Inner, times of: (EventKey) -> SceneTime?) {
    self.stream = stream
    times = stream.events.map(\.time)
    cause = stream.from.newest(Self.causes).compactMap(of).max()
  }
}
