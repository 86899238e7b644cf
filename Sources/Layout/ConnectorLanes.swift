package import Marbles
package import Scenes

/// How many of each row's inner streams are visible below it.
package struct ConnectorLanes: Hashable {
  /// The number of visible streams, by the row's position in the scene.
  package let counts: [Int]
  /// The rows of cells of a stream: its line, and above it room for texts or for the upper half of circles.
  package let height: Int
  /// The total number of rows of cells.
  package let total: Int

  /// The minimum number if not all have room: two streams, and a line that counts the others.
  private static let fewest = 3

  /// - Parameters:
  ///   - wanted: the number of inner streams of each row.
  ///   - height: the rows of cells of a stream.
  ///   - room: the number of rows of cells for rows and streams.
  ///   - lines: the number of rows of cells of narrow rows with their expressions and a blank line between them.
  package init(_ wanted: [Int], height: Int = 1, room: Int, lines: Int) {
    self.height = height
    let (rows, all) = (max(1, wanted.count), wanted.reduce(0, +))
    // Expressions come first, then inner streams, then blank lines. Many streams, or hidden streams, need more blank
    // lines.
    let left = room - min(lines, min(all > rows ? 3 : 2, room / rows) * rows)
    if room >= rows, all * height <= left {
      counts = wanted
    } else {
      counts = Self.shared(wanted, room: (room - 3 * rows) / height)
    }
    total = counts.reduce(0, +) * height
  }

  /// Distributes the room in turns, from the first row on.
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

  /// Whether each row has as many streams as in the other lanes, or at least the fewest.
  func keep(_ other: ConnectorLanes) -> Bool {
    counts.count == other.counts.count && zip(counts, other.counts).allSatisfy { $0 >= min($1, Self.fewest) }
  }

  package subscript(position: Int) -> Int { counts.indices.contains(position) ? counts[position] : 0 }
}

/// What is known about an inner stream before it is drawn.
package struct LanePlan: Sendable {
  package let stream: Recording.Inner
  /// Whether it replaces a stream that failed, so that its value is the message of the error.
  package let isReplacement: Bool
  /// The times of its events.
  package let times: [SceneTime]
  /// The name of the stream: the value that it was made for, or that it comes after an error.
  package func label(error: Character) -> String { isReplacement ? "after \(error)" : stream.value.summary() }

  /// The maximum number of source events that are examined.
  private static let causes = 100
  /// The time of the last source event; nil when the stream has no source events.
  package let cause: SceneTime?

  package init(_ stream: Recording.Inner, isReplacement: Bool = false, times of: (EventKey) -> SceneTime?) {
    self.stream = stream
    self.isReplacement = isReplacement
    times = stream.events.map(\.time)
    cause = stream.from.newest(Self.causes).compactMap(of).max()
  }
}
