import Marbles
import Testing

@testable import Operators

/// What `distinct` remembers.
@Suite struct RecentValuesTests {
  /// Whether each of `values` is new, one after the other.
  private func areNew(_ values: [Value], limit: Int) -> [Bool] {
    var recent = RecentValues(limit: limit)
    return values.map { recent.insert($0) }
  }

  @Test func theOldestIsForgottenWhenThereIsNoMoreRoom() {
    #expect(areNew([1, 2, 1, 3, 2], limit: 3) == [true, true, false, true, false])
    #expect(
      areNew([1, 2, 3, 4, 2, 3, 4, 1, 2], limit: 3) == [true, true, true, true, false, false, false, true, true])
  }

  @Test func largeValuesTakeTheRoomOfTheirParts() {
    let nine = Value.array((0..<9).map { .int($0) })
    #expect(areNew([1, nine, nine, 1], limit: 10) == [true, true, false, true])
    // One that is larger than all the room is still told from itself.
    let huge = Value.array((0..<100).map { .int($0) })
    #expect(areNew([huge, huge, 1, huge], limit: 10) == [true, false, true, true])
  }

  @Test func weeksOfNewValuesTakeBoundedMemory() {
    let many = (0..<100_000).map { Value.int($0) }
    #expect(areNew(many + [99_901, 99_899], limit: 100).suffix(3) == [true, false, true])
  }
}
