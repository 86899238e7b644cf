import Marbles
import Scenes
import TestSupport
import Testing
import Wire

@testable import Inputs

/// Who waits for whom: what the loops over a tap do.
@Suite(.timeLimit(.minutes(30))) struct TapLoopsTests {
  private var loops = TapLoops()

  private mutating func take(_ event: TapReport.Event, _ milliseconds: Int64, iteration: Int = 1) {
    _ = loops.take(TapReport(tap: "a", iteration: iteration, time: .milliseconds(milliseconds), event: event))
  }

  @Test("A loop waits from its request to the value, and is busy until its next request")
  mutating func times() {
    take(.begin, 0)
    #expect(loops.status.isBusy == nil)
    take(.request, 10)
    #expect(loops.status.isBusy == false)
    take(.value(1), 30)
    #expect(loops.status.isBusy == true)
    #expect(loops.status.waiting == .milliseconds(20) && loops.status.busy == nil)
    take(.request, 530)
    take(.value(2), 570)
    #expect(loops.status.waiting == .milliseconds(30) && loops.status.busy == .milliseconds(500))
    take(.finish, 580)
    #expect(loops.status.isBusy == nil)
  }

  @Test("Iterations at the same time are measured apart; a value whose request was lost measures nothing")
  mutating func concurrent() {
    take(.request, 0)
    take(.request, 100, iteration: 2)
    take(.value(1), 200)
    take(.value(2), 200, iteration: 2)
    #expect(loops.status.waiting == .milliseconds(150))
    // The request is missing.
    take(.value(3), 900)
    #expect(loops.status.waiting == .milliseconds(150) && loops.status.busy == nil && loops.status.isBusy == nil)
    take(.request, 1000)
    #expect(loops.status.busy == nil)
    take(.request, 1200, iteration: 2)
    #expect(loops.status.busy == .milliseconds(1000))
  }

  @Test("A send waits until its value is taken; a stream loses values, and has room for others")
  mutating func producers() {
    take(.send(count: 1), 0, iteration: 0)
    #expect(loops.status.sending == 1)
    var value = TapReport(tap: "a", iteration: 0, time: .milliseconds(400), event: .value(1))
    value.waited = .milliseconds(400)
    #expect(loops.take(value) && loops.status.sendWait == .milliseconds(400) && loops.status.room == nil)
    (value.waited, value.remaining) = (nil, 2)
    #expect(loops.take(value) && loops.status.room == 2)
    take(.yield(11, isTerminated: false), 500, iteration: 0)
    take(.yield(12, isTerminated: true), 600, iteration: 0)
    #expect(loops.status.lost == 1 && loops.status.newestLoss == 11 && loops.status.refused == 1)
  }

  @Test("Values without requests, as older programs send them, say nothing about the loop")
  mutating func older() {
    take(.begin, 0)
    take(.value(1), 10)
    take(.value(2), 20)
    #expect(loops.status == LoopStatus())
  }

  @Test("A program is told which kinds of events this version knows; the status has the place, and who waits")
  func row() async throws {
    let folder = try TemporaryFolder()
    let listener = TapListener(at: folder.file("t.sock"))
    try listener.open()
    defer { listener.close() }
    let (statuses, continuation) = AsyncStream.makeStream(of: LoopStatus.self)
    let stopper = LiveSource.tap("orders", from: listener).read(
      LiveSource.Handlers(onLine: { _, _ in true }, onLoop: { continuation.yield($0) }, onEnd: { _ in }))
    defer { stopper.stop() }
    let program = try TapListenerTests.Program(listener)
    #expect(program.firstLine() == TapLine.wishes)
    program.hello()
    program.event("begin", #","file":"Shop/Ship.swift","line":12,"task":"charge""#)
    program.event("request")
    var iterator = statuses.makeAsyncIterator()
    #expect(await iterator.next()?.place == "iteration 1, Shop/Ship.swift:12, task charge")
    let status = await iterator.next()
    #expect(status?.isBusy == false && status?.place == "iteration 1, Shop/Ship.swift:12, task charge")
  }

  @Test("Of a lost value, the part is shown that the row shows; one without that part counts, too")
  func lostParts() async throws {
    let folder = try TemporaryFolder()
    let listener = TapListener(at: folder.file("t.sock"))
    try listener.open()
    defer { listener.close() }
    let (statuses, continuation) = AsyncStream.makeStream(of: LoopStatus.self)
    var settings = LineSettings()
    settings.value = try MemberPath(parsing: ".id")
    let stopper = LiveSource.tap("orders", from: listener).read(
      LiveSource.Handlers(onLine: { _, _ in true }, onLoop: { continuation.yield($0) }, onEnd: { _ in }),
      settings: settings)
    defer { stopper.stop() }
    let program = try TapListenerTests.Program(listener)
    program.hello()
    program.event("yield", #","result":"dropped","value":{"id":7,"secret":"x"}"#)
    program.event("yield", #","result":"dropped","value":{"secret":"x"}"#)
    var iterator = statuses.makeAsyncIterator()
    #expect(await iterator.next()?.newestLoss == 7)
    let status = await iterator.next()
    #expect(status?.newestLoss == .null && status?.lost == 2)
  }
}
