import Expressions
import Marbles
import Operators
import Playback

/// An expression over two long rows in an immediate run, as in a scene: with traced values and interpreted closures.
///
/// Without recording, which costs the same for every operator.
struct EngineRun {
  /// The counts of a run.
  struct Result: Equatable {
    /// The number of row events that the operators consumed.
    var taken = 0
    /// The number of emitted events.
    var emitted = 0
    /// The number of consumed events, or, without a row, of emitted ones.
    var events: Int { taken > 0 ? taken : emitted }
  }

  let expression: String
  let size: Int
  let rows: LongRows
  private let plan: Plan

  init(_ expression: (Int) -> String, size: Int) throws {
    self.expression = expression(size)
    self.size = size
    rows = LongRows(size: size)
    plan = try Expression.parse(self.expression).plan
  }

  func once() throws -> Result {
    let executor = PlaybackExecutor()
    let tally = Tally()
    let context = StreamContext(clock: executor.clock, step: .seconds(1), catalogue: .standard) { [rows] name in
      let rank = name == "a" ? 0 : 1
      let timeline = rank == 0 ? rows.first : rows.second
      let clock = PlaybackClock(executor: executor, rank: rank)
      let position = Position()
      return TracedStream(
        timeline.replay(on: clock).map { event in
          let key = Lineage.one(EventKey(row: rank, index: position.index))
          position.index += 1
          tally.result.taken += 1
          return Traced(value: event.value, color: event.color, from: key, sources: key)
        })
    }
    executor.start { [plan] in
      do {
        for try await _ in try plan.build(in: context) { tally.result.emitted += 1 }
      } catch {
        preconditionFailure("\(error)")
      }
    }
    try executor.runImmediately()
    return tally.result
  }

  /// @unchecked Sendable: used only by jobs of one immediate run, and afterwards, all on one thread.
  private final class Tally: @unchecked Sendable {
    var result = Result()
  }

  /// @unchecked Sendable: as ``Tally``.
  private final class Position: @unchecked Sendable {
    var index = 0
  }
}

/// Two rows of many events: one per millisecond, in the second row half a millisecond later.
struct LongRows: Sendable {
  let first: Timeline
  let second: Timeline

  init(size: Int) {
    first = Self.timeline(size: size, offset: 0)
    second = Self.timeline(size: size, offset: 500_000)
  }

  /// The values cycle through 0…9.
  private static func timeline(size: Int, offset: Int64) -> Timeline {
    let events = (0..<size).map { index in
      Event(
        time: .nanoseconds(Int64(index) * 1_000_000 + offset),
        value: .int(index % 10))
    }
    return Timeline(events: events, end: .finish(.milliseconds(Int64(size))))
  }

  /// The first row as a plain stream that does not wait, because all its deadlines have passed.
  var a: AsyncStream<Event> { get throws { try first.stream(speedFactor: 1e6) } }
  /// The second row.
  var b: AsyncStream<Event> { get throws { try second.stream(speedFactor: 1e6) } }
}
