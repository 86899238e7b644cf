import Marbles
import Testing

@testable import Operators

@Suite struct LineageTests {
  private func key(_ row: Int, _ index: Int) -> EventKey { EventKey(row: row, index: index) }

  @Test func aUnionIsInSceneOrderAndHoldsEachEventOnce() {
    let (a, b, c) = (key(0, 5), key(1, 0), key(1, 1))
    #expect(Lineage.none.union(.one(a)) == .one(a))
    #expect(Lineage.one(a).union(.none) == .one(a))
    #expect(Lineage.one(a).union(.one(a)) == .one(a))
    #expect(Lineage.one(c).union(.one(a)).keys == [a, c])
    #expect(Lineage.many([b, c]).union(.one(a)).keys == [a, b, c])
    #expect(Lineage.many([a, c]).union(.many([b, c])).keys == [a, b, c])
  }

  /// Against the plain definition: all, each once, in order.
  @Test func aUnionIsThatOfSets() {
    var random = SplitMix64(seed: 4)
    func lineage() -> Lineage {
      let (first, count) = (random.below(8), random.below(6))
      return .union(of: (first..<first + count).map { .one(key(random.below(2), $0)) })
    }
    for _ in 0..<10_000 {
      let (left, right) = (lineage(), lineage())
      let expected = Set(left.keys).union(right.keys).sorted()
      #expect(left.union(right).keys == expected && Lineage.union(of: [left, right]).keys == expected)
      let isMany = if case .many = left.union(right) { true } else { false }
      #expect(isMany == (expected.count > 1))
    }
  }

  @Test func operatorsCompareValuesOnly() {
    let left = Traced(value: 1, color: .red, from: .one(key(0, 0)), sources: .one(key(0, 0)))
    let right = Traced(value: 1, color: .blue, from: .none, sources: .none)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(Set([left, right]).count == 1)
  }
}
