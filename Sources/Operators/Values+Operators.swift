internal import AsyncAlgorithms
internal import Marbles

extension AsyncBufferSequencePolicy {
  init(_ policy: BufferPolicy) {
    switch policy {
    case .bounded(let count): self = .bounded(count)
    case .unbounded: self = .unbounded
    case .bufferingLatest(let count): self = .bufferingLatest(count)
    case .bufferingOldest(let count): self = .bufferingOldest(count)
    }
  }
}

extension SceneTime {
  /// Seconds as a value: an int when they are whole.
  var asValue: Value { nanoseconds % 1_000_000_000 == 0 ? .int(Int(nanoseconds / 1_000_000_000)) : .double(seconds) }
}

extension Call {
  /// Whether the first value is less than the second, for `min` and `max`.
  var isLess: @Sendable (Value, Value) throws -> Bool {
    { [error] left, right in
      guard let order = left.compared(with: right) else {
        throw error("\(left.kindName) and \(right.kindName) have no order")
      }
      return order < 0
    }
  }
}
