import Dispatch
import Expressions
import Marbles
import Operators
import Platform
import SceneTestSupport
import Synchronization
import Testing

@testable import Playback
@testable import Scenes

/// Inputs that are channels or streams, and consumers that take time.
@Suite struct DemandTests {
  /// A scene of one input `a` and outputs, each with the time that its consumer takes.
  private func scene(
    _ diagram: String, _ start: Scene.Input.Start, _ outputs: [(String, consume: SceneTime?)],
    duration: SceneTime? = nil
  ) throws -> Scene {
    var scene = try ScenesTests.scene(["a": diagram], outputs.map(\.0), duration: duration)
    scene.rows[0].input?.start = start
    for (position, output) in outputs.enumerated() { scene.rows[position + 1].consumingTime = output.consume }
    return scene
  }

  private func diagram(_ row: Recording.Row) -> String { row.timeline.diagram(step: .seconds(1)) }

  /// `called-returned by row.iterator at taken`, with the time and the reason of a loss.
  private func text(_ sends: [Recording.Send]) -> [String] {
    sends.map { send in
      let returned = send.returned.map { "\($0)" } ?? "…"
      let taken = send.taken.map { " \($0.row).\($0.iterator) at \($0.time)" } ?? ""
      let dropped = send.dropped.map { " \($0.reason) at \($0.time)" } ?? ""
      return "\(send.called)–\(returned)\(taken)\(dropped)"
    }
  }

  // MARK: Consumers

  @Test func aConsumerThatTakesTimeAsksLater() throws {
    let recording = try scene("123----|", .hot, [("b = a.map { $0 }", .seconds(2)), ("c = b.map { $0 }", nil)])
      .recorded()
    #expect(diagram(recording.rows[1]) == "1-2-3--|")
    #expect(diagram(recording.rows[2]) == "1-2-3--|")
  }

  /// The end stands where the consumer asks for it, and rows that read the row get it then.
  @Test func theEndIsThereWhenItIsAskedFor() throws {
    let recording = try scene("1|", .hot, [("b = a.map { $0 }", .seconds(3))]).recorded()
    #expect(recording.rows[1].timeline.end == .finish(.seconds(3)))
  }

  @Test func readersOfARowAreNotSlowedByItsConsumer() throws {
    let recording = try scene("12|", .hot, [("b = a.map { $0 }", .seconds(5)), ("c = a.map { $0 }", nil)]).recorded()
    #expect(diagram(recording.rows[1]) == "1----2----|")
    #expect(diagram(recording.rows[2]) == "12|")
  }

  @Test func consumersAreChecked() throws {
    var scene = try scene("1|", .hot, [("b = a.map { $0 }", .zero)])
    #expect(failure { _ = try scene.recorded() } == .consumingTime(row: "b", .zero))
    scene.rows[1].consumingTime = .seconds(1)
    scene.dialect = .asv
    #expect(failure { _ = try scene.recorded() } == .consumerOfDemandDiagrams(row: "b"))
  }

  // MARK: Channels

  @Test func sendWaitsForTheReader() throws {
    let recording = try scene("123---|", .channel, [("b = a.map { $0 }", .seconds(2))]).recorded()
    #expect(diagram(recording.rows[0]) == "123---|")
    #expect(diagram(recording.rows[1]) == "1-2-3-|")
    #expect(text(recording.rows[0].sends) == ["0–0 1.0 at 0", "1–2 1.0 at 2", "2–4 1.0 at 4"])
    let notes = recording.rows[0].notes.map { "\($0.time) \($0.note.action)" }
    #expect(
      notes == [
        "1 delivered(Operators.OperatorNote.Delivery.waits)",
        "2 delivered(Operators.OperatorNote.Delivery.taken(row: 1, after: 1))",
        "2 delivered(Operators.OperatorNote.Delivery.waits)",
        "4 delivered(Operators.OperatorNote.Delivery.taken(row: 1, after: 2))",
      ])
  }

  @Test func withoutAReaderTheFirstSendNeverReturns() throws {
    var scene = try scene("12|", .channel, [("b = c.map { $0 }", nil)])
    scene.rows.append(Scene.Row(name: "c", content: .input(Timeline(end: .finish(.zero)))))
    let recording = try scene.recorded()
    #expect(text(recording.rows[0].sends) == ["0–…"])
    #expect(diagram(recording.rows[0]) == "12|")
  }

  @Test func aReaderThatEndsLeavesTheNextSendWaiting() throws {
    let recording = try scene("123|", .channel, [("b = a.prefix(2)", nil)]).recorded()
    #expect(text(recording.rows[0].sends) == ["0–0 1.0 at 0", "1–1 1.0 at 1", "2–…"])
  }

  @Test func aChannelGivesEachValueToOneReader() throws {
    let recording = try scene("1234|", .channel, [("b = a.map { $0 }", nil), ("c = a.map { $0 }", nil)]).recorded()
    #expect(diagram(recording.rows[1]) == "1-3-|")
    #expect(diagram(recording.rows[2]) == "-2-4|")
  }

  /// Iterators that wait get the error. One that asks later is told that the channel is over.
  @Test func theErrorMarkFails() throws {
    let one = try scene("1^", .channel, [("b = a.map { $0 }", nil)]).recorded()
    #expect(diagram(one.rows[1]) == "1^")
    let late = try scene("1^", .channel, [("b = a.map { $0 }", .seconds(3)), ("c = a.map { $0 }", .seconds(4))])
      .recorded()
    #expect(late.rows[1...].map { diagram($0).last } == ["|", "^"])
  }

  // MARK: Streams

  @Test func aStreamIsSplitBetweenItsReaders() throws {
    let recording = try scene("1234|", .stream(.unbounded), [("b = a.map { $0 }", nil), ("c = a.map { $0 }", nil)])
      .recorded()
    #expect(diagram(recording.rows[1]) == "1-3-|")
    #expect(diagram(recording.rows[2]) == "-2-4|")
    #expect(text(recording.rows[0].sends) == ["0–0 1.0 at 0", "1–1 2.0 at 1", "2–2 1.0 at 2", "3–3 2.0 at 3"])
  }

  @Test func eachIteratorOfARowTakesValues() throws {
    let recording = try scene("1234|", .stream(.unbounded), [("b = zip(a, a)", nil)]).recorded()
    #expect(diagram(recording.rows[1]) == "-[(1,2)]-[(3,4)]|" || recording.rows[1].count == 2)
    #expect(recording.rows[0].sends.compactMap(\.taken?.iterator).sorted() == [0, 0, 1, 1])
  }

  @Test(arguments: [
    (StreamBuffer.newest(1), "1--3-|", ["0–0 1.0 at 0", "1–1 full(newest(1)) at 2", "2–2 1.0 at 3"]),
    (.oldest(1), "1--2-|", ["0–0 1.0 at 0", "1–1 1.0 at 3", "2–2 full(oldest(1)) at 2"]),
    (.unbounded, "1--2--3--|", ["0–0 1.0 at 0", "1–1 1.0 at 3", "2–2 1.0 at 6"]),
    (.newest(0), "1----|", ["0–0 1.0 at 0", "1–1 full(newest(0)) at 1", "2–2 full(newest(0)) at 2"]),
  ])
  func aBufferDrops(buffer: StreamBuffer, expected: String, sends: [String]) throws {
    let recording = try scene("123--|", .stream(buffer), [("b = a.map { $0 }", .seconds(3))]).recorded()
    #expect(text(recording.rows[0].sends) == sends)
    #expect(
      recording.rows[1].timeline.events.map(\.value) == expected.filter(\.isNumber).map { .int($0.wholeNumberValue!) })
  }

  /// `timeout` cancels the request, which ends an AsyncStream for all that read it.
  @Test func aCancelledRequestEndsAStreamForAll() throws {
    let recording = try scene(
      "1----2-3|", .stream(.unbounded), [("b = a.timeout(after: .seconds(2))", nil), ("c = a.map { $0 }", nil)]
    ).recorded()
    #expect(recording.rows[0].cutOff == Recording.Taking(row: 1, iterator: 0, time: .seconds(2)))
    #expect(recording.rows[2].timeline.end == .finish(.seconds(2)))
    #expect(recording.rows[0].sends.map(\.dropped?.reason) == [nil, .over, .over])
  }

  @Test func aThrowingStreamWithTwoReadersIsRefused() throws {
    let scene = try scene("1^", .stream(.unbounded), [("b = a.map { $0 }", nil), ("c = merge(b, a)", nil)])
    guard case .expression(let row, let error)? = failure({ _ = try scene.recorded() }) else {
      Issue.record("another error")
      return
    }
    #expect((row, error.column) == ("c", 14))
    #expect(error.message.contains("source: channel"))
  }

  /// One place of the text, and two iterators that wait at once.
  @Test func aSecondIteratorThatWaitsFailsInsteadOfStoppingTheProcess() throws {
    var scene = try ScenesTests.scene(["a": "1----^"], ["b = twin(a)"], catalogue: .testing)
    scene.rows[0].input?.start = .stream(.unbounded)
    let recording = try scene.recorded(catalogue: .testing)
    let message = String(describing: SharedRequest(row: "a"))
    #expect(recording.rows[1].timeline.end == .error(.zero, message: message))
  }

  /// The request of the stream before is cancelled, which ends the stream, so there is nothing to fail on.
  @Test func aRequestAfterACancelledOneIsNoSecondOne() throws {
    var scene = try ScenesTests.scene(["t": "1-2--|", "a": "-----------^"], ["b = t.flatMapLatest { _ in a }"])
    scene.rows[1].input?.start = .stream(.unbounded)
    for order in [InstantOrder.inTurn, .together, .shuffled(seed: 1), .shuffled(seed: 2)] {
      scene.order = order
      let recording = try scene.recorded()
      #expect(recording.rows[2].timeline.end == .finish(.seconds(5)))
      #expect(recording.rows[1].cutOff?.time == .seconds(2))
    }
  }

  // MARK: Fates

  @Test func theFatesOfSentValues() throws {
    let split = try scene("1234|", .stream(.unbounded), [("b = a.map { $0 }", nil), ("c = a.filter { $0 > 2 }", nil)])
    let recording = try split.recorded()
    let fates = ValueFates(of: recording, in: split)
    func fate(_ index: Int, _ row: Int) -> ValueFate {
      fates.fate(of: EventKey(row: 0, index: index), inRow: row, at: .seconds(9))
    }
    #expect(fate(0, 2) == .dropped([.init(row: 2, time: .zero, reason: .taken(by: 1))]))
    #expect(fate(1, 1) == .dropped([.init(row: 1, time: .seconds(1), reason: .taken(by: 2))]))
    guard case .dropped(let drops) = fate(1, 2), case .dropped = drops[0].reason else {
      Issue.record("\(fate(1, 2))")
      return
    }
    let left = try scene("1234|", .channel, [("b = a.prefix(2)", nil)])
    let leftFates = ValueFates(of: try left.recorded(), in: left)
    func reason(_ index: Int) -> String {
      guard case .dropped(let drops) = leftFates.fate(of: EventKey(row: 0, index: index), at: .seconds(9)) else {
        return ""
      }
      return drops[0].reason.name
    }
    #expect(reason(2) == "untaken")
    #expect(reason(3) == "unsent")
  }

  // MARK: Repeatable

  static let starts: [Scene.Input.Start] = [
    .channel, .stream(.unbounded), .stream(.newest(1)), .stream(.oldest(2)), .stream(.newest(0)),
  ]
  static let outputs = [
    ["b = a.map { $0 }", "c = a.filter { $0 > 1 }"], ["b = zip(a, a)"],
    ["b = a.debounce(for: .seconds(1))", "c = a.map { $0 }"],
    ["b = a.timeout(after: .seconds(2))", "c = a.map { $0 }"],
    ["b = a.buffer(policy: .bounded(1))", "c = a.prefix(2)"],
    ["b = merge(a, a, a)"], ["b = a.flatMapLatest { _ in a }"], ["b = a.retry(2)"],
    ["b = race(a, a)", "c = a.share()"],
    ["b = a.repeated(3)"], ["b = a.throttle(for: .seconds(1))"], ["b = combineLatest(a, a)"],
  ]

  /// At once, in steps, in real time, in each order, and again: the same recording, and nothing that is left.
  @Test(arguments: starts, outputs)
  func allDrivesAgree(start: Scene.Input.Start, outputs: [String]) throws {
    for (diagram, order) in [
      ("12(34)--5|", InstantOrder.inTurn), ("(123)4-5", .together), ("1-2--(34)5--|", .shuffled(seed: 7)),
    ] {
      var scene = try scene(diagram, start, outputs.map { ($0, nil) }, duration: .seconds(12))
      scene.order = order
      scene.rows[1].consumingTime = .milliseconds(1500)
      let immediate = try scene.recorded()

      let stepped = try ScenePlayer(scene)
      while try stepped.executor.step(until: stepped.horizon) {}
      try stepped.executor.end()
      let stepwise = try stepped.recording()
      #expect(stepwise == immediate)
      #expect(stepwise.rows.map(\.notes) == immediate.rows.map(\.notes))

      let wall = Mutex<Int64>(0)
      let clock = WallClock(now: { wall.withLock { $0 } }) { wake, deadline in
        guard !wake.wait(nanoseconds: 0) else { return }
        wall.withLock { $0 = max($0, deadline ?? $0) }
      }
      let real = try ScenePlayer(scene)
      try RealTimeDrive(executor: real.executor, speedFactor: 1, wall: clock).run(until: real.horizon)
      let inRealTime = try real.recording()
      #expect(inRealTime == immediate)
      #expect(inRealTime.rows.map(\.notes) == immediate.rows.map(\.notes))

      for _ in 0..<rounds(2, long: 20) { #expect(try scene.recorded() == immediate) }
      #expect(try leavesNothing(scene))
    }
  }

  /// Each value costs the same: the jobs of an instant do not grow, and neither does what an iterator holds.
  @Test(arguments: [Scene.Input.Start.channel, .stream(.unbounded)])
  func manyValues(start: Scene.Input.Start) throws {
    let count = rounds(5000, long: 20_000)
    var scene = try scene("", start, [("b = a.map { $0 }", nil), ("c = a.map { $0 }", nil)])
    let events = (0..<count).map { Event(name: nil, time: .seconds($0), value: .int($0)) }
    scene.rows[0].input?.timeline = Timeline(events: events, end: .finish(.seconds(count)))
    let recording = try scene.recorded()
    #expect(recording.rows[1].count + recording.rows[2].count == count)
    #expect(recording.rows[0].sends.allSatisfy { $0.taken?.time == $0.called && $0.returned == $0.called })
  }

  @Test func theSameEachTime() throws {
    var scene = try scene("12(34)--5|", .channel, [("b = a.map { $0 }", .seconds(1)), ("c = zip(a, a)", nil)])
    for start in [Scene.Input.Start.channel, .stream(.newest(1))] {
      scene.rows[0].input?.start = start
      let first = try scene.recorded()
      for _ in 0..<rounds(100, long: 2000) { #expect(try scene.recorded() == first) }
    }
  }

  private func leavesNothing(_ scene: Scene) throws -> Bool {
    weak var executor: PlaybackExecutor?
    do {
      let player = try ScenePlayer(scene)
      executor = player.executor
      _ = try player.runImmediately()
    }
    return executor == nil
  }

  /// A run that is stopped leaves no task in a `send` or a request either.
  @Test(arguments: starts)
  func aStoppedRunLeavesNothing(start: Scene.Input.Start) throws {
    for read in 1...60 {
      weak var executor: PlaybackExecutor?
      do {
        let scene = try scene("123---4|", start, [("b = a.buffer(policy: .bounded(1)).prefix(2)", .seconds(2))])
        let player = try ScenePlayer(scene, cancellation: Cancellation(expiringAtRead: read))
        executor = player.executor
        _ = try? player.runImmediately()
      }
      #expect(executor == nil, "stopped at read \(read)")
    }
  }
}
