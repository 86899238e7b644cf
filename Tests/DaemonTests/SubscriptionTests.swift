import NIOCore
import Testing

@testable import Daemon

@Suite struct SubscriptionTests {
  private func change(_ sequence: Int) -> Change { Change(sequence, run: "r", type: "test", "\"n\":\(sequence)") }

  private func subscription(limit: Int = 1000, missed: [Change]? = [], now: Int64 = 0) -> Subscription {
    Subscription(id: 1, form: .lines, limit: limit, missed: missed, now: now)
  }

  /// What the viewer gets next: numbers, or a word.
  private func next(_ subscription: Subscription, now: Int64 = 0) async -> String {
    switch await subscription.next(now: now) {
    case .changes(let changes): changes.map { "\($0.sequence!)" }.joined(separator: " ")
    case .behind: "behind"
    case .closed: "closed"
    }
  }

  @Test("a change is encoded once, and both forms are slices of it")
  func forms() {
    #expect(String(buffer: change(7).bytes(.lines)) == "{\"seq\":7,\"type\":\"test\",\"n\":7}\n")
    #expect(
      String(buffer: change(7).bytes(.events))
        == "id: r-7\nevent: test\ndata: {\"seq\":7,\"type\":\"test\",\"n\":7}\n\n")
    #expect(
      String(buffer: Change.unnumbered("heartbeat").bytes(.events))
        == "event: heartbeat\ndata: {\"type\":\"heartbeat\"}\n\n")
  }

  @Test("whoever keeps up gets every change in order")
  func inOrder() async {
    let subscription = subscription()
    for number in 1...3 { subscription.offer(change(number)) }
    #expect(await next(subscription) == "1 2 3")
    subscription.offer(change(4))
    #expect(await next(subscription) == "4")
  }

  @Test("whoever waits is woken by the next change")
  func waiting() async {
    let subscription = subscription()
    async let delivered = next(subscription)
    while !subscription.isIdle { await Task.yield() }
    subscription.offer(change(1))
    #expect(await delivered == "1")
  }

  @Test("whoever falls behind loses what waits, costs nothing more, and begins anew")
  func behind() async {
    let subscription = subscription(limit: change(1).size * 2)
    for number in 1...1000 { subscription.offer(change(number)) }
    #expect(subscription.load.bytes == 0 && subscription.load.drops == 1)
    #expect(await next(subscription) == "behind")
    subscription.catchUp()
    subscription.offer(change(1001))
    #expect(await next(subscription) == "1001")
  }

  @Test("whoever is new needs how everything stands")
  func new() async { #expect(await next(subscription(missed: nil)) == "behind") }

  @Test("what waits is delivered before the end, unless it is cut")
  func closing() async {
    let gentle = subscription()
    gentle.offer(change(1))
    gentle.close()
    #expect(await next(gentle) == "1")
    #expect(await next(gentle) == "closed")
    let cut = subscription()
    cut.offer(change(1))
    cut.close(cutting: true)
    #expect(await next(cut) == "closed")
  }

  @Test("stuck is who has not come for a while, not who waits")
  func stuck() async {
    let subscription = subscription(now: 10)
    #expect(!subscription.isStuck(since: 10) && subscription.isStuck(since: 11))
    subscription.offer(change(1))
    _ = await next(subscription, now: 50)
    #expect(!subscription.isStuck(since: 50))
    async let delivered = next(subscription, now: 50)
    while !subscription.isIdle { await Task.yield() }
    #expect(!subscription.isStuck(since: 1000))
    subscription.close()
    #expect(await delivered == "closed")
  }

  @Test("the newest changes are kept by their bytes, and given from any of them on")
  func backlog() {
    let size = change(10).size
    var backlog = Backlog(limit: size * 10)
    for number in 10..<21 { backlog.append(change(number)) }
    func after(_ number: Int) -> [Int]? { backlog.changes(after: number, newest: 20)?.map { $0.sequence! } }
    #expect(after(20) == [] && after(18) == [19, 20] && after(15) == [16, 17, 18, 19, 20])
    #expect(after(10) == nil && after(21) == nil)
  }
}
