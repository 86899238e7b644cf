internal import Marbles
internal import Operators
internal import Playback

/// An input row as a stream of traced values.
struct RowReplay: AsyncSequence, Sendable {
  typealias Element = Traced

  let row: Int
  let replay: Replay

  struct Iterator: AsyncIteratorProtocol {
    let row: Int
    var events: Replay.Iterator
    var index = 0

    mutating func next() async throws -> Traced? {
      guard let event = try await events.next() else { return nil }
      let key = Lineage.one(EventKey(row: row, index: index))
      index += 1
      return Traced(value: event.value, color: event.color, from: key, sources: key)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(row: row, events: replay.makeAsyncIterator()) }
}
