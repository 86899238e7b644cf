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
  /// Seconds as a value: whole ones are ints.
  var asValue: Value { nanoseconds % 1_000_000_000 == 0 ? .int(Int(nanoseconds / 1_000_000_000)) : .double(seconds) }
}

extension Value {
  /// Whether it comes before `other`, for `min` and `max`.
  func isLess(than other: Value) throws -> Bool {
    guard let order = compared(with: other) else {
      throw EvaluationError(column: 1, message: "\(kindName) and \(other.kindName) have no order")
    }
    return order < 0
  }
}
