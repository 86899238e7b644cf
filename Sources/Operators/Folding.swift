internal import Synchronization

extension [TracedStream] {
  /// The same streams with their elements numbered in order of arrival, to tell which is the newest.
  func countingArrivals() -> [TracedStream] {
    let count = ArrivalCount()
    return map { stream in
      TracedStream(generating: {
        var iterator = stream.makeAsyncIterator()
        return {
          guard var element = try await iterator.next() else { return nil }
          element.arrival = count.next()
          return element
        }
      })
    }
  }

  /// The same streams. A value that a newer one of its stream replaces before every stream has a value is noted as dropped.
  func notingReplaced(_ notes: OperatorNotes) -> [TracedStream] {
    guard notes.areWanted else { return self }
    let beginnings = Beginnings(count: count)
    return indices.map { position in
      TracedStream(generating: {
        var iterator = self[position].makeAsyncIterator()
        let round = beginnings.begin(position)
        return {
          guard let element = try await iterator.next() else { return nil }
          if let last = beginnings.replace(position, by: element, in: round) {
            notes.drop(last, .replacedEarly, for: element)
          }
          return element
        }
      })
    }
  }

  /// Applies an operator that exists for two and three inputs to any number of inputs, by nesting.
  func folded(
    pair: (TracedStream, TracedStream) -> TracedStream,
    triple: (TracedStream, TracedStream, TracedStream) -> TracedStream,
    next: (TracedStream, TracedStream) -> TracedStream
  ) -> TracedStream {
    if count == 2 { return pair(self[0], self[1]) }
    return dropFirst(3).reduce(triple(self[0], self[1], self[2]), next)
  }
}

/// Counts the elements that have arrived.
private final class ArrivalCount: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The newest value of each stream, until every stream has one.
private final class Beginnings: Sendable {
  private struct State {
    /// How often each stream was begun: an operator that is read again begins all of them again.
    var begun: [Int]
    /// By round; none once every stream has a value.
    var newest: [Int: [Traced?]] = [:]
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(begun: Array(repeating: 0, count: count))) }

  /// Begins a stream, and gives the number of its round.
  func begin(_ position: Int) -> Int {
    state.withLock { state in
      let round = state.begun[position]
      if state.begun.allSatisfy({ $0 <= round }) {
        state.newest[round] = Array(repeating: nil, count: state.begun.count)
        // Of a stream that was left without a value.
        state.newest[round - 2] = nil
      }
      state.begun[position] += 1
      return round
    }
  }

  /// Takes the newest value of a stream, and gives the one that it replaces.
  func replace(_ position: Int, by element: Traced, in round: Int) -> Traced? {
    state.withLock { state in
      let last = state.newest[round]?[position]
      state.newest[round]?[position] = element
      if state.newest[round]?.allSatisfy({ $0 != nil }) == true { state.newest[round] = nil }
      return last
    }
  }
}
