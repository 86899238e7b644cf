import SceneTestSupport
import Testing

@testable import Marbles

@Suite struct LineageTests {
  private func key(_ row: Int, _ index: Int) -> EventKey { EventKey(row: row, index: index) }

  @Test func aUnionIsInSceneOrderAndHoldsEachEventOnce() {
    let (a, b, c) = (key(0, 5), key(1, 0), key(1, 1))
    #expect(Lineage.none.union(.one(a)) == .one(a))
    #expect(Lineage.one(a).union(.none) == .one(a))
    #expect(Lineage.one(a).union(.one(a)) == .one(a))
    #expect(Lineage.one(c).union(.one(a)).keys == [a, c])
    #expect(Lineage([c, b]).union(.one(a)).keys == [a, b, c])
    #expect(Lineage([a, c]).union(Lineage([b, c])).keys == [a, b, c])
    #expect(Lineage([a]).only == a && Lineage([a, b]).only == nil && Lineage([]).isEmpty)
  }

  /// Against the plain definition, with what is shared, doubled, empty and long in it.
  @Test(arguments: 0..<40) func aLineageIsASet(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var known: [(lineage: Lineage, keys: Set<EventKey>)] = [(.none, [])]
    for _ in 0..<rounds(60, long: 300) {
      switch random.below(4) {
      case 0:
        let one = key(random.below(3), random.below(60))
        known.append((.one(one), [one]))
      case 1:
        let keys = (0..<random.below(30)).map { _ in key(random.below(3), random.below(60)) }
        known.append((Lineage(keys), Set(keys)))
      case 2:
        let (left, right) = (known[random.below(known.count)], known[random.below(known.count)])
        known.append((left.lineage.union(right.lineage), left.keys.union(right.keys)))
      default:
        let parts = (0..<random.below(4)).map { _ in known[random.below(known.count)] }
        known.append((.union(of: parts.map(\.lineage)), parts.reduce(into: []) { $0.formUnion($1.keys) }))
      }
      let (lineage, keys) = try #require(known.last)
      #expect(lineage.keys == keys.sorted())
      #expect(lineage.count == keys.count && lineage.maximumCount >= keys.count)
      #expect(lineage.isEmpty == keys.isEmpty && lineage.last == keys.max())
      #expect((lineage.only != nil) == (keys.count == 1) || lineage.maximumCount > 8)
      let (other, otherKeys) = known[random.below(known.count)]
      #expect((lineage == other) == (keys == otherKeys))
      if lineage == other { #expect(lineage.hashValue == other.hashValue) }
      let sought = key(random.below(3), random.below(60))
      var search = LineageSearch(for: sought)
      for (lineage, keys) in known.suffix(20) { #expect(search.isFound(in: lineage) == keys.contains(sought)) }
      let newest = lineage.newest(10)
      #expect(newest.count == min(10, keys.count) && keys.isSuperset(of: newest) && newest == newest.sorted())
      let added = lineage.added(to: other, limit: 100_000)
      #expect((added != nil) == keys.isSuperset(of: otherKeys))
      if let added { #expect(keys.isSuperset(of: added) && otherKeys.union(added) == keys && added == added.sorted()) }
      var replacement = LineageRewriter(from: 2)
      let replaced = replacement.applied(to: lineage) { Lineage([self.key(0, $0.index), self.key(1, 99)]) }
      let expected = keys.reduce(into: Set<EventKey>()) { set, key in
        if key.row < 2 { set.insert(key) } else { set.formUnion([self.key(0, key.index), self.key(1, 99)]) }
      }
      #expect(replaced.keys == expected.sorted())
    }
    var walk = LineageWalk()
    var reached: Set<EventKey> = []
    for (lineage, keys) in known {
      walk.visit(lineage) { reached.insert($0) }
      #expect(reached.isSuperset(of: keys))
    }
    #expect(reached == known.reduce(into: []) { $0.formUnion($1.keys) })
  }

  // MARK: Shared structure

  /// What a lineage of each of n sums costs when all are kept, read and compared.
  @Test func theLineagesOfSumsShareWhatIsBehindThem() {
    let count = 100_000
    func sums() -> [Lineage] {
      var sum = Lineage.none
      return (0..<count).map { index in
        sum = sum.union(.one(key(0, index)))
        return sum
      }
    }
    let (first, second) = (sums(), sums())
    var walk = LineageWalk()
    var keys = 0
    for lineage in first { walk.visit(lineage) { _ in keys += 1 } }
    #expect(walk.nodeCount <= count)
    #expect(keys <= count + 8 * 8)
    var comparison = LineageComparison()
    #expect(zip(first, second).allSatisfy { comparison.areEqual($0, $1) })
    var search = LineageSearch(for: key(0, 500))
    #expect(first.count { search.isFound(in: $0) } == count - 500)
    for index in stride(from: 1, to: count, by: 1000) {
      #expect(first[index].added(to: first[index - 1], limit: 100) == [key(0, index)])
      #expect(first[index].newest(3).last == key(0, index))
    }
  }

  @Test func aSumThatIsDoubledDoesNotExplode() {
    var lineage = Lineage((0..<20).map { key(0, $0) })
    for row in 1...60 { lineage = lineage.union(.one(key(row, 0))).union(lineage) }
    #expect(lineage.count == 80)
    var walk = LineageWalk()
    walk.visit(lineage) { _ in }
    #expect(walk.nodeCount <= 121)
  }

  /// Letting it go by recursion would need about a hundred megabytes of stack.
  @Test(arguments: [true, false]) func aLongChainIsLetGo(_ isLeft: Bool) {
    var lineage = Lineage.none
    for index in 0..<1_000_000 {
      let new = Lineage.one(key(0, index))
      lineage = isLeft ? lineage.union(new) : new.union(lineage)
    }
    #expect(lineage.maximumCount == 1_000_000)
    let newest = lineage.newest(2)
    lineage = .none
    #expect(newest == [key(0, 999_998), key(0, 999_999)])
  }

  /// The shared half of a chain stays.
  @Test func whatIsSharedStaysWhenTheRestIsLetGo() {
    var lineage = Lineage.none
    var half = lineage
    for index in 0..<10_000 {
      lineage = lineage.union(.one(key(0, index)))
      if index == 4_999 { half = lineage }
    }
    lineage = .none
    #expect(half.count == 5_000)
  }

  // MARK: Rows that forget

  @Test func ofRowsThatForgetTheNewestAreKept() {
    var lineage = Lineage.none
    for index in 0..<10_000 {
      lineage = lineage.union(.one(EventKey(row: 1, index: index, isPassing: true)))
      #expect(lineage.maximumCount < 128)
    }
    let kept = lineage.keys
    #expect((32..<128).contains(kept.count))
    #expect(kept == (10_000 - kept.count..<10_000).map { key(1, $0) })
  }

  @Test func ofRowsThatDoNotForgetAllAreKept() {
    var lineage = Lineage.none
    for index in 0..<10_000 {
      lineage = lineage.union(.one(key(0, index))).union(.one(EventKey(row: 1, index: index, isPassing: true)))
    }
    let kept = lineage.keys
    #expect(kept.prefix { $0.row == 0 }.count == 10_000)
    #expect(kept.count < 30_000 && kept.last == key(1, 9_999))
  }

  @Test func aKeyOfAnInnerEventSaysItsStream() {
    let key = EventKey(row: 9, stream: 1_000_000, index: 999_999)
    #expect(key.row == 9 && key.inner == (1_000_000, 999_999))
    #expect(EventKey(row: 9, stream: 1, index: 5) < EventKey(row: 9, stream: 2, index: 0))
  }
}
