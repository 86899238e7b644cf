import Marbles
import Synchronization
import Testing

@testable import Operators

/// What operators hold, in bytes.
@Suite struct HeldValuesTests {
  /// The bytes that are held, as an observer learns of them.
  private final class Sum: Sendable {
    private let sum = Mutex(0)
    var bytes: Int { sum.withLock { $0 } }
    func add(_ change: Int) { sum.withLock { $0 += change } }
  }

  private let sum = Sum()
  private let small = MemoryLayout<Traced>.stride

  private func hold(_ value: Value, in held: HeldValues) { held.hold(Traced(made: value)) }

  /// A text with memory of its own.
  private func text(_ count: Int) -> Value { .string(String(repeating: "x", count: count)) }

  @Test func eachValueCountsUntilItIsReleased() {
    let held = HeldValues { [sum] in sum.add($0) }
    hold(1, in: held)
    hold(text(100), in: held)
    hold(2, in: held)
    hold(text(1000), in: held)
    let (first, second) = (text(100).storageBytes, text(1000).storageBytes)
    #expect(held.count == 4 && sum.bytes == 4 * small + first + second)
    held.release(1)
    #expect(held.count == 3 && sum.bytes == 3 * small + first + second)
    held.release(2)
    #expect(held.count == 1 && sum.bytes == small + second)
    hold(3, in: held)
    held.release(1)
    #expect(held.count == 1 && sum.bytes == small)
  }

  @Test func noMoreIsReleasedThanIsHeld() {
    let held = HeldValues { [sum] in sum.add($0) }
    hold(text(100), in: held)
    held.release(5)
    #expect(held.count == 0 && sum.bytes == 0)
    hold(text(200), in: held)
    #expect(sum.bytes == small + text(200).storageBytes)
  }

  @Test func beyondTheCapacityTheOldestDoesNotCount() {
    let held = HeldValues(atMost: 2) { [sum] in sum.add($0) }
    hold(text(100), in: held)
    hold(1, in: held)
    hold(2, in: held)
    #expect(held.count == 2 && sum.bytes == 2 * small)
  }

  @Test func nothingCountsOnceTheOperatorIsFreed() {
    do {
      let held = HeldValues { [sum] in sum.add($0) }
      hold(text(100), in: held)
      hold(1, in: held)
      #expect(sum.bytes > 2 * small)
    }
    #expect(sum.bytes == 0)
  }
}
