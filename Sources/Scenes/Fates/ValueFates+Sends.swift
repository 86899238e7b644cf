internal import Marbles

/// The fates of values that are sent once, through a channel or a stream.
extension ValueFates {
  /// Why an output row does not get a value of an input that sends it; nil when it has it or may get it.
  ///
  /// - Parameters:
  ///   - index: the index of the value in the input row.
  ///   - time: when the value happened.
  static func loss(
    of index: Int, at time: SceneTime, in input: Recording.Row, to output: Int, ended end: SceneTime?
  ) -> ValueFate.Drop? {
    func afterEnd(_ reason: ValueFate.Drop.Reason) -> ValueFate.Drop? {
      end.map { ValueFate.Drop(row: output, time: max(time, $0), reason: reason) }
    }
    guard input.sends.indices.contains(index) else { return afterEnd(.unsent) }
    let send = input.sends[index]
    if let taken = send.taken {
      return taken.row == output ? nil : ValueFate.Drop(row: output, time: taken.time, reason: .taken(by: taken.row))
    }
    guard let dropped = send.dropped else { return afterEnd(.untaken) }
    return ValueFate.Drop(row: output, time: dropped.time, reason: .lost(dropped.reason))
  }
}
