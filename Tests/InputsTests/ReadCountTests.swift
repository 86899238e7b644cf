import RedisClient
import Testing

@testable import Inputs

/// How much of a stream is read at once.
@Suite struct ReadCountTests {
  private func entries(_ count: Int, bytes: Int) -> [RedisEntry] {
    let text = String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: bytes), as: UTF8.self)
    let entry = RedisEntry(id: "1-1", fields: [RedisEntry.Field("v", text)])
    return [RedisEntry](repeating: entry, count: count)
  }

  /// Reads `sizes` one after the other; returns the entries of each answer, and the bytes of the largest one.
  private func read(_ sizes: [Int]) -> (counts: [Int], largest: Int) {
    var (count, rest) = (ReadCount(maximum: 256), sizes[...])
    var (counts, largest) = ([Int](), 0)
    while !rest.isEmpty {
      let answer = rest.prefix(count.next)
      rest = rest.dropFirst(count.next)
      counts.append(answer.count)
      largest = max(largest, answer.reduce(0, +))
      count.note(answer.flatMap { entries(1, bytes: $0) })
    }
    return (counts, largest)
  }

  @Test("Small entries are soon read by the hundreds")
  func smallEntries() {
    #expect(read([Int](repeating: 100, count: 767)).counts == [1, 2, 4, 8, 16, 32, 64, 128, 256, 256])
  }

  @Test("Entries of 8 MiB are read one at a time")
  func largeEntries() {
    let read = read([Int](repeating: 8 << 20, count: 8))
    #expect(read.counts == [Int](repeating: 1, count: 8))
    #expect(read.largest <= ReadCount.answerBytes)
  }

  @Test("Large entries among small ones make the next answer small, and then it grows")
  func mixedEntries() {
    var count = ReadCount(maximum: 256)
    for _ in 0..<8 { count.note(entries(count.next, bytes: 100)) }
    #expect(count.next == 256)
    count.note(entries(255, bytes: 100) + entries(1, bytes: 4 << 20))
    #expect(count.next == 3)
    count.note(entries(3, bytes: 100))
    #expect(count.next == 6)
    // Not full: there is nothing more to read.
    count.note(entries(1, bytes: 100))
    #expect(count.next == 6)
    count.note([])
    #expect(count.next == 6)
    count.note(entries(1, bytes: 32 << 20))
    #expect(count.next == 1)
  }

  /// What a server answers to `XPENDING`.
  private func list(_ pending: [Int], from start: String) -> [String] {
    let first = start == "-" ? Int.min : Int(start.dropFirst().dropLast(2))! + 1
    return pending.filter { $0 >= first }.prefix(PendingPage.listed).map { "\($0)-0" }
  }

  @Test("Each pending entry that is not delivered yet is claimed once, in order, a part at a time")
  func pendingEntries() {
    let pending = Array(1...2500)
    let held = Set((500...1700).map { "\($0)-0" })
    var (start, parts): (String?, [[String]]) = ("-", [])
    while let from = start {
      let page = PendingPage(list(pending, from: from), held: held, count: 100)
      parts.append(page.ids)
      start = page.next
    }
    #expect(parts.allSatisfy { $0.count <= 100 })
    #expect(parts.flatMap { $0 } == pending.map { "\($0)-0" }.filter { !held.contains($0) })
  }

  @Test("Without pending entries there is nothing to claim, and nothing to look for")
  func nothingPending() {
    let page = PendingPage([], held: [], count: 5)
    #expect(page.ids.isEmpty && page.next == nil)
    #expect(PendingPage(["1-0"], held: ["1-0"], count: 5) == page)
  }
}
