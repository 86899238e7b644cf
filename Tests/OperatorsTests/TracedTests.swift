import Marbles
import Testing

@testable import Operators

@Suite struct TracedTests {
  private func key(_ row: Int, _ index: Int) -> EventKey { EventKey(row: row, index: index) }

  @Test func operatorsCompareValuesOnly() {
    let left = Traced(value: 1, color: .red, from: .one(key(0, 0)), sources: .one(key(0, 0)))
    let right = Traced(value: 1, color: .blue, from: .none, sources: .none)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(Set([left, right]).count == 1)
  }

  /// Each operator that holds values holds this many bytes for each, and each value that passes is copied by every one.
  @Test func aTracedValueIsSmall() { #expect(MemoryLayout<Traced>.size == 104) }

  /// A value of inputs alone has one lineage for what it came from and for the inputs behind it.
  @Test func whatIsOfInputsAloneHasOneLineage() {
    let elements = (0..<20).map { index in
      Traced(value: 1, color: .red, from: .one(key(0, index)), sources: .one(key(0, index)))
    }
    let sum = elements.dropFirst().reduce(elements[0]) { $0.joined(with: $1, value: 2, color: .red) }
    #expect(sum.from.isIdentical(to: sum.sources) && sum.from.count == 20)
    let array = Traced.array(elements)
    #expect(array.from.isIdentical(to: array.sources) && array.from.count == 20)
  }
}
