import Marbles
import Platform
import Scenes
import TestSupport
import Testing
import Wire

@testable import Inputs

/// Taps of one name that several processes report.
@Suite(.timeLimit(.minutes(30))) struct TapProcessTests {
  @Test(
    "An address is a name, and a process if there is a number behind its last @",
    arguments: [
      ("orders", TapAddress(name: "orders")), ("orders@4711", TapAddress(name: "orders", of: 4711)),
      ("a@b", TapAddress(name: "a@b")), ("a@7@", TapAddress(name: "a@7")), ("a@7@8", TapAddress(name: "a@7", of: 8)),
      ("@7", TapAddress(name: "@7")), ("a#2@", TapAddress(name: "a#2")), ("", TapAddress(name: "")),
    ])
  func addresses(text: String, address: TapAddress) throws {
    #expect(TapAddress(parsing: text) == address && address.description == text)
    guard !text.isEmpty else { return }
    #expect(try InputSpec(parsing: "row=tap:\(text)").source == .tap(address, iteration: nil))
    #expect(try InputSpec(parsing: "row=tap:\(text)#3").source == .tap(address, iteration: 3))
  }

  @Test("The first process that reports a name is the row of this name; another one is a row with its number")
  func names() {
    let board = TapBoard(on: ReadLoop())
    for process in [1, 2, 1, 3] { board.join("a", of: process) }
    #expect(board.names == ["a", "a@2", "a@3"])
    #expect(board.isReported("a@1") && board.isReported("a@3") && !board.isReported("a@4"))
    // A process may have two connections.
    #expect(board.leave("a", of: 1, .finished) == nil)
    #expect(board.leave("a", of: 1, .finished) != nil && board.isReported("a") && !board.isReported("a@1"))
    // The next first one has a row by its number, and is that of the name, too.
    board.join("a", of: 4)
    #expect(board.names == ["a", "a@2", "a@3", "a@4"])
    for process in 2...4 { #expect(board.leave("a", of: process, .finished) != nil) }
    board.join("a", of: 5)
    #expect(board.names == ["a", "a@2", "a@3", "a@4"] && board.isReported("a"))
  }

  @Test("A hundred processes with ten taps each come and go: a row has the values of one of them at a time, the oldest")
  func crowd() {
    let board = TapBoard(on: ReadLoop())
    let taps = (0..<10).map { "t\($0)" }
    let (told, ends) = (Watched<[String]>([]), Watched(0))
    for tap in taps {
      _ = board.follow(TapAddress(name: tap)) { news, _ in
        switch news {
        case .report(let report): told.withLock { $0.append("\(report.tap) \(report.iteration)") }
        case .left: ends.withLock { $0 += 1 }
        case .note: break
        }
        return true
      }
    }
    var random = SplitMix64(seed: 1)
    // The processes in the order in which they came.
    var present: [Int] = []
    var (expected, expectedEnds): ([String], Int) = ([], 0)
    func pass(_ delivery: TapBoard.Delivery) {
      var delivery = delivery
      #expect(board.pass(&delivery, of: 1) {})
    }
    func leave(_ process: Int) {
      for tap in taps { if let left = board.leave(tap, of: process, .finished) { pass(left) } }
      present.removeAll { $0 == process }
      if present.isEmpty { expectedEnds += taps.count }
    }
    for step in 0..<2000 {
      let process = random.below(100) + 1
      if present.contains(process) {
        leave(process)
      } else if present.count < 5 {
        for tap in taps { board.join(tap, of: process) }
        present.append(process)
      }
      if random.below(20) == 0 { while let process = present.first { leave(process) } }
      guard !present.isEmpty else { continue }
      let (reporter, tap) = (random.pick(present), random.pick(taps))
      pass(TapBoard.delivery(of: TapReport(tap: tap, iteration: step, time: nil, event: .value(1)), from: reporter))
      if reporter == present[0] { expected.append("\(tap) \(step)") }
    }
    for process in present { leave(process) }
    #expect(told.withLock { $0 } == expected && expected.count > 100)
    #expect(ends.withLock { $0 } == expectedEnds)
    #expect(taps.allSatisfy { !board.isReported(TapAddress(name: $0)) })
    #expect(board.names.count <= TapListener.rowLimit && board.takeProblems() == [])
  }

  @Test("A row has the values of one process, says which others there are, and goes on with the next one")
  func rows() async throws {
    let folder = try TemporaryFolder()
    let listener = TapListener(at: folder.file("t.sock"))
    try listener.open()
    defer { listener.close() }
    func follow(_ tap: TapAddress) -> AsyncStream<String>.Iterator {
      let (news, continuation) = AsyncStream.makeStream(of: String.self)
      LiveSource.tap(tap, from: listener).read(
        LiveSource.Handlers(
          onLine: { line, _ in
            if case .value(let value) = line.content { continuation.yield(value.json) }
            return true
          }, onErrorLine: { continuation.yield($0) }, onEnd: { continuation.yield("\($0)") }))
      return news.makeAsyncIterator()
    }
    var (orders, second) = (follow("orders"), follow("orders@2"))
    var one: TapListenerTests.Program? = try TapListenerTests.Program(listener)
    one?.hello(1)
    one?.value("10")
    #expect(await orders.next() == "10")
    var two: TapListenerTests.Program? = try TapListenerTests.Program(listener)
    two?.hello(2)
    two?.value("20")
    #expect(await second.next() == "20")
    #expect(await orders.next() == "process 2 reports it, too; `tap:orders@2` shows that one")
    one?.value("11")
    #expect(await orders.next() == "11")
    var late = follow("orders")
    #expect(await late.next() == "process 1 is shown; 1 more: `tap:orders@2`")
    one = nil
    #expect(await orders.next() == "process 1 has gone; process 2 is shown from now on")
    two?.value("21")
    #expect(await orders.next() == "21")
    #expect(await second.next() == "21")
    two = nil
    #expect(await orders.next() == "finished")
    #expect(await second.next() == "finished")
  }
}
