import Synchronization
import Testing

@testable import Server

@Suite struct CoalescedReportsTests {
  private final class Queue: Sendable {
    let works = Mutex<[@Sendable () -> Void]>([])
    var count: Int { works.withLock { $0.count } }
  }

  @Test("reports that wait are handled as one; a report that arrives during the work is handled afterwards")
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
