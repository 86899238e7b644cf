import Synchronization
import Testing

@testable import Server

@Suite struct CoalescedReportsTests {
  private final class Queue: Sendable {
    let works = Mutex<[@Sendable () -> Void]>([])
    var count: Int { works.withLock { $0.count } }
  }

  @Test("of many reports one is handled, and one that comes after the work has begun is handled again")
  func merges() throws {
    let queue = Queue()
    let reports = CoalescedReports { work in queue.works.withLock { $0.append(work) } }
    for _ in 0..<1000 { reports.report() }
    #expect(queue.count == 1)
    let begin = try #require(queue.works.withLock { $0.popLast() })
    begin()
    for _ in 0..<1000 { reports.report() }
    #expect(queue.count == 1)
  }
}
