import Dispatch
import Foundation
import Inputs
import Marbles
import Operators
import Player
import SceneTestSupport
import Synchronization
import Testing

@testable import Playback
@testable import Scenes

/// Rows whose events come from outside, in time that the test passes.
@Suite struct LiveRowTests {
  /// The rows called so are live; the others are diagrams.
  private static func live(
    _ names: [String], capacity: Int = Scene.Live.defaultCapacity, _ inputs: KeyValuePairs<String, String> = [:],
    _ outputs: [String] = [], duration: SceneTime? = nil
  ) throws -> Scene {
    var scene = try scene(inputs, outputs, duration: duration)
    let rows = names.map { Scene.Row(name: $0, content: .live(Scene.Live(capacity: capacity))) }
    scene.rows.insert(contentsOf: rows, at: 0)
    return scene
  }

  /// What a timeline does, done from outside: each event and the end arrive when their times come.
  private static func replayed(
    _ timelines: KeyValuePairs<String, String>, into outputs: [String], wall: SimulatedDay = SimulatedDay()
  ) throws -> Recording {
    let player = try ScenePlayer(try live(timelines.map(\.key), outputs))
    let drive = RealTimeDrive(executor: player.executor, wall: wall.clock)
    for (name, text) in timelines {
      let input = try #require(player.liveInput(name))
      let timeline = try Diagram.parse(text, row: name).timeline
      for event in timeline.events { wall.at(event.time) { input.offer(event.value) } }
      switch timeline.end {
      case .finish(let time): wall.at(time) { input.finish() }
      case .error(let time, let message): wall.at(time) { input.fail(message) }
      case .open: break
      }
    }
    try drive.run(until: player.horizon)
    return try player.recording()
  }

  private static func live(_ names: [String], _ outputs: [String]) throws -> Scene { try live(names, [:], outputs) }

  @Test("A row whose source has stopped before its end stays open, and so do its outputs; the scene ends")
  func abandoned() throws {
    let wall = SimulatedDay()
    let player = try ScenePlayer(try Self.live(["a"], ["a.debounce(for: .seconds(5))"]))
    let drive = RealTimeDrive(executor: player.executor, wall: wall.clock)
    let input = try #require(player.liveInput("a"))
    wall.at(.seconds(1)) { input.offer(1) }
    wall.at(.seconds(2)) { input.abandon() }
    wall.at(.seconds(3)) { #expect(input.offer(2) == .ended) }
    try drive.run(until: player.horizon)
    let rows = try player.recording().rows
    #expect(rows.map(\.timeline.end) == [.open, .open])
    // As after a silence, rather than at once, as at an end.
    #expect(rows.map { $0.timeline.events.map(\.time) } == [[.seconds(1)], [.seconds(6)]])
  }

  @Test("A sender that waits for room ends with its task, without blocking others")
  func cancelledSender() async throws {
    let input = ArrivalQueue(row: "a", executor: PlaybackExecutor(), credits: 1) { _ in }
    #expect(await input.sendSuspending(1))
    let (first, second) = (Task { await input.sendSuspending(2) }, Task { await input.sendSuspending(3) })
    while input.suspendedSenders < 2 { await Task.yield() }
    first.cancel()
    #expect(await first.value == false)
    #expect(input.suspendedSenders == 1)
    input.giveBack(1)
    #expect(await second.value)
    let late = Task { await input.sendSuspending(4) }
    late.cancel()
    #expect(await late.value == false)
    #expect(input.suspendedSenders == 0)
  }

  @Test(
    "What arrives makes of every operator what the same events make that are replayed",
    arguments: [
      "merge(a, b)", "a.debounce(for: .seconds(1.5))", "merge(a, b).debounce(for: .seconds(1))", "zip(a, b)",
      "combineLatest(a, b)", "a.reductions(+)", "a.removeDuplicates()", "b.map { $0 * 2 }",
      "a.throttle(for: .seconds(2))", "a.chunks(ofCount: 2)", "a.chunked(by: .repeating(every: .seconds(3)))",
      "a.timeout(after: .seconds(2))", "a.delay(for: .seconds(1))", "merge(a, a)", "a.withLatestFrom(b)",
      "a.flatMap { x in [x, x].async }", "a.prefix(2)", "a.share()",
    ])
  func replayAndArrivalAreOne(expression: String) throws {
    let inputs: KeyValuePairs = ["a": "1-2--33-[45]---6-|", "b": "-7-8-9------0-------|"]
    guard let expected = try? scene(inputs, [expression]).recorded() else {
      Issue.record("\(expression) can't be played")
      return
    }
    let arrived = try Self.replayed(inputs, into: [expression])
    #expect(spelled(arrived["a"]) == spelled(expected["a"]))
    #expect(spelled(arrived["out"]) == spelled(expected["out"]))
    #expect(arrived.from("out") == expected.from("out"))
    #expect(arrived.sources("out") == expected.sources("out"))
  }

  @Test("An error of the source ends its row, and what is made of it, with that error")
  func errors() throws {
    let arrived = try Self.replayed(["a": "1-2-#"], into: ["a.map { $0 + 1 }"])
    #expect(spelled(arrived["a"]) == "1@0 2@2 ^@4 error")
    #expect(spelled(arrived["out"]) == "2@0 3@2 ^@4 error")
  }

  @Test("A run goes on as long as a row is live, and no longer")
  func theEndOfTheLastSource() throws {
    let arrived = try Self.replayed(["a": "1|", "b": " 40s x|"], into: ["a.debounce(for: .seconds(2))"])
    #expect(spelled(arrived["b"]) == "x@40 |@41")
    #expect(arrived.duration == .seconds(41))
  }

  @Test("Endless sources go on for ten seconds after the last live row has ended")
  func endlessSources() throws {
    let arrived = try Self.replayed(["a": "1----|"], into: ["AsyncTimerSequence(interval: .seconds(4))"])
    #expect(arrived["out"].events.map(\.time) == [.seconds(4), .seconds(8), .seconds(12)])
    #expect(arrived["out"].end == .open)
  }

  @Test("A row holds its newest events and counts the others, and so do the rows made of it")
  func rings() throws {
    let player = try ScenePlayer(
      try Self.live(["a"], capacity: 100, [:], ["a.map { $0 * 2 }", "both = merge(a, out)"]))
    let input = try #require(player.liveInput("a"))
    for index in 0..<1000 {
      #expect(input.offer(.int(index)) == .accepted)
      try player.executor.advance(to: .milliseconds(Int64(index)))
    }
    let recording = try player.recording()
    for (row, total) in zip(recording.rows, [1000, 1000, 2000]) {
      #expect(row.earlier + row.timeline.events.count == total)
      #expect((100...125).contains(row.timeline.events.count))
    }
    let first = try #require(recording["out"].events.first)
    #expect(recording.ids("out").first == "out#\(recording.rows[1].earlier)")
    #expect(first.value == .int(recording.rows[1].earlier * 2))
    #expect(recording.sources("out").first == ["a#\(recording.rows[1].earlier)"])
    try player.executor.end()
  }

  @Test("What an operator asks for too late is counted")
  func missedValues() throws {
    let player = try ScenePlayer(try Self.live(["a", "b"], capacity: 10, [:], ["zip(a, b)"]))
    let (a, b) = (try #require(player.liveInput("a")), try #require(player.liveInput("b")))
    for index in 0..<100 {
      a.offer(.int(index))
      try player.executor.advance(to: .zero)
    }
    for _ in 0..<3 {
      b.offer("x")
      try player.executor.advance(to: .seconds(1))
    }
    let recording = try player.recording()
    // Zip holds the first one; then comes the oldest that is held.
    let oldest = recording.rows[0].earlier
    #expect(recording["out"].events.map(\.value.description) == ["(0, x)", "(\(oldest), x)", "(\(oldest + 1), x)"])
    #expect(player.losses(ofRow: 2).missed == oldest - 1)
    #expect(player.losses(ofRow: 0) == ArrivalQueue.Counts())
    try player.executor.end()
  }

  @Test("Large values are held only as far as there is room for their parts")
  func ringsOfLargeValues() throws {
    let player = try ScenePlayer(try Self.live(["a"], [:], ["a.map { $0 }"]))
    let large = Value.array(Array(repeating: .int(1), count: 50_000))
    let input = try #require(player.liveInput("a"))
    for _ in 0..<100 {
      input.offer(large)
      try player.executor.advance(to: .seconds(1))
    }
    for row in try player.recording().rows {
      #expect(row.timeline.events.count <= 20)
      #expect(row.earlier + row.timeline.events.count == 100)
    }
    try player.executor.end()
  }

  @Test("A use that begins later starts with later events")
  func aLateUseStartsNow() throws {
    let arrived = try Self.replayed(["a": "1-2-3-4-5|"], into: ["chain(timer, a)"].map { $0.replacingTimer })
    #expect(spelled(arrived["out"]) == "0@3 3@4 4@6 5@8 |@9")
  }

  @Test("What a running total is made of is bounded, however long it runs")
  func lineageIsBounded() throws {
    let player = try ScenePlayer(try Self.live(["a"], [:], ["a.reductions(+)"]))
    let input = try #require(player.liveInput("a"))
    for _ in 0..<5000 {
      input.offer(1)
      try player.executor.advance(to: .zero)
      input.giveBack(1)
    }
    let last = try #require(try player.recording()["out"].events.last)
    #expect(last.value == 5000)
    #expect((32..<128).contains(last.sources.count))
    #expect(last.sources.last == EventKey(row: 0, index: 4999))
    try player.executor.end()
  }

  @Test("Many events pass, and what is kept of them does not grow")
  func manyEventsLater() throws {
    let player = try ScenePlayer(
      try Self.live(["a"], capacity: 50, [:], ["a.map { $0 + 1 }", "last = a.debounce(for: .seconds(1))"]))
    let input = try #require(player.liveInput("a"))
    let count = rounds(20_000, long: 100_000)
    for index in 0..<count {
      input.offer(.int(index))
      guard index % 1000 == 999 else { continue }
      try player.executor.advance(to: .milliseconds(Int64(index)))
      input.giveBack(1000)
    }
    input.finish()
    try player.executor.advance(to: .seconds(200))
    let recording = try player.recording()
    #expect(recording.rows.map { $0.earlier + $0.timeline.events.count }.prefix(2) == [count, count])
    #expect(recording.rows.allSatisfy { $0.timeline.events.count <= 63 })
    #expect(recording["out"].events.last?.value == .int(count))
    #expect(player.executor.sleepers.isEmpty && player.executor.liveTasks == 0)
    #expect(input.counts == ArrivalQueue.Counts())
  }

  // MARK: Credits

  @Test("A source that can't wait loses what is too much, and it is counted")
  func offers() throws {
    let player = try ScenePlayer(try Self.live(["a"], ["a.map { $0 }"]))
    let input = try #require(player.liveInput("a"))
    let answers = (0..<ArrivalQueue.credits + 5).map { input.offer(.int($0)) }
    #expect(answers.count { $0 == .accepted } == ArrivalQueue.credits)
    #expect(answers.suffix(5) == [.dropped, .dropped, .dropped, .dropped, .dropped])
    #expect(input.counts.dropped == 5)
    input.giveBack(1)
    #expect(input.offer(0) == .accepted)
    #expect(input.offer(0) == .dropped)
    input.finish()
    #expect(input.offer(0) == .ended)
    #expect(!input.send(0))
    try player.executor.runImmediately()
    let recording = try player.recording()
    #expect(recording["a"].events.count == ArrivalQueue.credits + 1)
    #expect(recording["a"].end == .finish(.zero))
  }

  @Test("A source that can wait does, and no event is lost")
  func sends() async throws {
    try await onOwnThread {
      let count = 20_000
      let news = DispatchSemaphore(value: 0)
      let scenePlayback = try ScenePlayback(
        try Self.live(["a"], ["a.map { $0 + 1 }"]), speedFactor: 1, onChange: { news.signal() })
      let input = try #require(scenePlayback.liveInput("a"))
      scenePlayback.begin()
      DispatchQueue.global().async {
        for index in 0..<count { input.send(.int(index)) }
        input.finish()
      }
      var values: [[Value]] = [[], []]
      while true {
        news.wait()
        let isOver = scenePlayback.isOver
        let entries = scenePlayback.takeEntries()
        #expect(entries.count <= 4 * ArrivalQueue.credits)
        for case (let row, .value(let event)) in entries.map({ ($0.row, $0.kind) }) { values[row].append(event.value) }
        if isOver { break }
      }
      #expect(values[0] == (0..<count).map { .int($0) })
      #expect(values[1] == (1...count).map { .int($0) })
      #expect(input.counts == ArrivalQueue.Counts())
    }
  }

  @Test("Without reports of arrivals, a source waits only for those who take the outputs, and no event is lost")
  func unreported() async throws {
    try await onOwnThread {
      let news = DispatchSemaphore(value: 0)
      let playback = try ScenePlayback(
        try Self.live(["a"], ["a.filter { $0 < 0 }"]), speedFactor: 1, reportsArrivals: false, outboxLimit: 10,
        onChange: { news.signal() })
      let input = try #require(playback.liveInput("a"))
      playback.begin()
      for index in 0..<20_000 { #expect(input.send(.int(index)), "none of these has an output") }
      var accepted = 0
      while !playback.waitsForObserver { if input.offer(-1) == .accepted { accepted += 1 } }
      while input.offer(-1) == .accepted { accepted += 1 }
      #expect(accepted <= 10 + ArrivalQueue.credits)
      var entries = playback.takeEntries()
      input.finish()
      while !playback.isOver {
        news.wait()
        entries += playback.takeEntries()
      }
      entries += playback.takeEntries()
      #expect(entries.filter(\.isValue).map(\.row) == Array(repeating: 1, count: accepted))
      #expect(entries.filter { !$0.isValue }.map(\.row) == [0, 1])
    }
  }

  @Test("A playback that is stopped lets its waiting sources go")
  func stopping() async throws {
    try await onOwnThread {
      let scenePlayback = try ScenePlayback(try Self.live(["a"], []), speedFactor: 1)
      let input = try #require(scenePlayback.liveInput("a"))
      scenePlayback.begin()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        while input.send(1) {}
        done.signal()
      }
      scenePlayback.stop()
      #expect(done.wait(timeout: .now() + 10) == .success)
      #expect(scenePlayback.error == nil)
    }
  }

  @Test("A live scene has the speed of the wall, and time goes on behind one that stands still")
  func steering() async throws {
    try await onOwnThread {
      let changed = DispatchSemaphore(value: 0)
      let scenePlayback = try ScenePlayback(try Self.live(["a"], []), speedFactor: 1) { changed.signal() }
      scenePlayback.begin()
      #expect(!scenePlayback.setSpeedFactor(2))
      #expect(scenePlayback.speedFactor == 1)
      scenePlayback.pause()
      #expect(scenePlayback.isPaused)
      let time = scenePlayback.sceneTime
      scenePlayback.liveInput("a")?.send(1)
      scenePlayback.liveInput("a")?.finish()
      while !scenePlayback.isOver { changed.wait() }
      #expect(scenePlayback.sceneTime == time)
      #expect(scenePlayback.takeEntries().count == 2)
      scenePlayback.resume()
      #expect(!scenePlayback.isPaused)
      scenePlayback.stop()
    }
  }

  // MARK: Errors

  @Test("What needs to be known before is refused")
  func refusals() throws {
    let scene = try Self.live(["a"], ["a.map { $0 }"])
    #expect(
      failure { _ = try scene.recorded() }?.description
        == "row a is live, so the scene can't be run to its end; use `play`")
    var fast = scene
    fast.speedFactor = 2
    #expect(
      failure { _ = try ScenePlayer(fast) }?.description
        == "row a is live, so scene time is wall time; the speed factor must be 1, not 2")
    var expecting = scene
    expecting.rows[1].expectation = try Scene.Expectation(parsing: "1|", row: "out")
    #expect(
      failure { _ = try ScenePlayer(expecting) }?.description
        == "row out has `expect:`, but row a of the scene is live; remove `expect:`")
  }
}

extension String {
  /// An expression that ends after three seconds stands for `timer`.
  fileprivate var replacingTimer: String {
    split(separator: "timer", omittingEmptySubsequences: false).joined(separator: "[0].async.delay(for: .seconds(3))")
  }
}
