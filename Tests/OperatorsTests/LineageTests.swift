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

  @Test func operatorsCompareValuesOnly() {
    let left = Traced(value: 1, color: .red, from: .one(key(0, 0)), sources: .one(key(0, 0)))
    let right = Traced(value: 1, color: .blue, from: .none, sources: .none)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(Set([left, right]).count == 1)
  }
}
