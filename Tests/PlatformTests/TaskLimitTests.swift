import Testing

@testable import Platform

@Suite struct TaskLimitTests {
  @Test("The lowest limit of a control group and those above it counts; `max` is none")
  func controlGroups() {
    let files = [
      "/system.slice/marbled.service": "max\n", "/system.slice": "900\n", "/a/b": "64\n", "/a": "1000\n",
      "/pids/docker/x": "128\n",
    ]
    let read = { (groups: String) in TaskLimit.limit(ofGroups: groups) { files[$0] } }
    #expect(read("0::/system.slice/marbled.service\n") == 900)
    #expect(read("0::/a/b\n") == 64)
    #expect(read("0::/\n") == nil)
    #expect(read("5:memory:/a\n4:cpu,pids:/docker/x\n0::/\n") == 128)
    #expect(read("") == nil)
    #expect(TaskLimit.limit(ofGroups: "0::/\n") { $0.isEmpty ? "512\n" : nil } == 512)
  }

  @Test("Threads are tried, again and again, as they end with the trial")
  func room() {
    for _ in 0..<100 { #expect(TaskLimit.hasRoom(forThreads: 30)) }
    #expect(TaskLimit.hasRoom(forThreads: 0))
  }

  @Test("Descriptors are shared by all who take some, each up to its own limit")
  func descriptors() {
    let count = DescriptorCount()
    let budget = DescriptorBudget(limit: 256)
    #expect(count.take(budget.following, upTo: budget.following))
    #expect(!count.take(1, upTo: budget.following))
    // Of what is left, viewers and then control clients still have some.
    #expect(count.take(16, upTo: budget.watching) && !count.take(1, upTo: budget.watching))
    #expect(count.take(16, upTo: budget.connections) && !count.take(1, upTo: budget.connections))
    count.giveBack(20)
    var share = count.share(4, upTo: budget.watching)
    #expect(share != nil && count.taken == budget.connections - 16)
    share = nil
    #expect(count.taken == budget.connections - 20)
  }
}
