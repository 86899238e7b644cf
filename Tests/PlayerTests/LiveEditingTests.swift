import Dispatch
import Expressions
import Inputs
import Marbles
import Platform
import SceneTestSupport
import Scenes
import Synchronization
import Testing

@testable import Drawing
@testable import Playback
@testable import Player

/// Expressions of a live scene that change while values arrive.
@Suite struct LiveEditingTests {
  /// Lets something happen on a thread that may wait.
  private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: body)) }
    }
  }

  private static func output(_ name: String, _ expression: String) throws -> Scene.Row {
    Scene.Row(name: name, content: .output(try Expression.parse(expression)))
  }

  private static func scene(_ expression: String, capacity: Int = 10_000) throws -> Scene {
    let live = Scene.Row(name: "a", content: .live(Scene.Live(capacity: capacity)))
    return Scene(name: "live", rows: [live, try output("b", expression)])
  }

  private static func source(_ scene: Scene) throws -> (LocalPlayback, ArrivalQueue) {
    let queue = Mutex<ArrivalQueue?>(nil)
    let source = try LocalPlayback(
      drawings: [SceneDrawing(scene: scene, plan: try scene.plan())]
    ) { playback in queue.withLock { $0 = playback.liveInput("a") } }
    source.begin {}
    return (source, queue.withLock { $0! })
  }

  private static func setting(_ row: Int, _ expression: String) throws -> SceneEdit {
    .setExpression(row: row, try Expression.parse(expression))
  }

  /// Waits until a row has so many events.
  private static func await(_ count: Int, ofRow row: Int, in source: LocalPlayback) -> PlaybackSnapshot {
    while true {
      let snapshot = source.snapshot()
      if snapshot.recording.rows[row].count >= count { return snapshot }
      pause()
    }
  }

  /// Leaves the processor to the threads that are waited for.
  private static func pause() { usleep(1000) }

  private static func values(_ row: Recording.Row) -> [Value] { row.timeline.events.map(\.value) }

  @Test("While an expression is typed, its results over what has arrived are shown; Escape brings the old ones back")
  func preview() async throws {
    try await onOwnThread {
      let scene = try Self.scene("a.map { $0 + 1 }")
      let (source, queue) = try Self.source(scene)
      defer { source.end() }
      for value in 1...3 { queue.send(.int(value)) }
      _ = Self.await(3, ofRow: 1, in: source)
      source.handle(.edit(try Self.setting(1, "a.map { $0 * 10 }"), phase: .preview))
      #expect(Self.values(source.snapshot().recording.rows[1]) == [10, 20, 30])
      // What arrives meanwhile is recorded, and its results follow.
      queue.send(4)
      var snapshot = Self.await(4, ofRow: 0, in: source)
      while Self.values(snapshot.recording.rows[1]).count < 4 {
        Self.pause()
        snapshot = source.snapshot()
      }
      #expect(snapshot.recording.rows.map(Self.values) == [[1, 2, 3, 4], [10, 20, 30, 40]])
      source.handle(.edit(try Self.setting(1, "a.map { $0 * 100 }.prefix(2)"), phase: .preview))
      #expect(Self.values(source.snapshot().recording.rows[1]) == [100, 200])
      source.handle(.edit(nil, phase: .kept))
      snapshot = source.snapshot()
      #expect(snapshot.recording.rows.map(Self.values) == [[1, 2, 3, 4], [2, 3, 4, 5]])
      #expect(snapshot.drawing.scene == scene && !snapshot.edits.canUndo)
    }
  }

  @Test(
    "An edit that is kept follows the stream: nothing is lost, old marbles stay, and each result is that of all values")
  func follows() async throws {
    try await onOwnThread {
      let count = 3000
      let (source, queue) = try Self.source(try Self.scene("a.reductions(0) { $0 + $1 }"))
      defer { source.end() }
      let feeder = DispatchQueue(label: "feeder")
      let isFed = DispatchGroup()
      feeder.async(group: isFed) { for value in 1...count { queue.send(.int(value)) } }
      _ = Self.await(200, ofRow: 1, in: source)
      source.handle(.edit(try Self.setting(1, "a.reductions(0) { $0 - $1 }"), phase: .preview))
      source.handle(.edit(try Self.setting(1, "a.reductions(0) { $0 - $1 }"), phase: .kept))
      _ = Self.await(500, ofRow: 1, in: source)
      source.handle(.edit(try Self.setting(1, "a.reductions(0) { $0 + 1 }"), phase: .kept))
      _ = Self.await(900, ofRow: 1, in: source)
      source.handle(.undo)
      let total = try Self.output("total", "b.reductions(0) { $0 + 1 }")
      source.handle(.edit(.insertRow(total, at: 1), phase: .kept))
      _ = Self.await(1500, ofRow: 2, in: source)
      source.handle(.edit(try Self.setting(2, "a.map { $0 }"), phase: .kept))
      isFed.wait()
      queue.finish()
      while source.snapshot().playhead.state != .finished { Self.pause() }
      let rows = source.snapshot().recording.rows
      #expect(rows.map(\.name) == ["a", "total", "b"])
      #expect(Self.values(rows[0]) == (1...count).map { .int($0) })
      // A row that was added has the results of all values, and those of another row's new expression.
      #expect(Self.values(rows[1]) == (1...count).map { .int($0) })
      let edits = rows[2].edits
      #expect(
        edits.map(\.old) == [
          "a.reductions(0) { $0 + $1 }", "a.reductions(0) { $0 - $1 }", "a.reductions(0) { $0 + 1 }",
          "a.reductions(0) { $0 - $1 }",
        ])
      let meanings: [@Sendable (Int) -> Int] = [
        { $0 * ($0 + 1) / 2 }, { -$0 * ($0 + 1) / 2 }, { $0 }, { -$0 * ($0 + 1) / 2 }, { $0 },
      ]
      let expected = (1...count).map { number in
        Value.int(meanings[edits.count { $0.index < number }](number))
      }
      #expect(Self.values(rows[2]) == expected)
      #expect(edits.allSatisfy { $0.unseen == 0 } && rows.allSatisfy { $0.timeline.end != .open })
      // Lines lead to the events that the results were made from, which have another position now.
      #expect(rows[2].timeline.events.enumerated().allSatisfy { $1.sources.last == EventKey(row: 0, index: $0) })
    }
  }

  @Test("Beyond the events that are kept, the edit says from which on its results count") func forgotten() async throws
  {
    try await onOwnThread {
      let (source, queue) = try Self.source(try Self.scene("a.map { $0 }", capacity: 8))
      defer { source.end() }
      for value in 1...100 { queue.send(.int(value)) }
      let before = Self.await(100, ofRow: 1, in: source)
      source.handle(.edit(try Self.setting(1, "a.reductions(0) { $0 + 1 }"), phase: .kept))
      queue.send(101)
      let snapshot = Self.await(101, ofRow: 1, in: source)
      let edit = try #require(snapshot.recording.rows[1].edits.first)
      #expect(edit.unseen == before.recording.rows[0].earlier && edit.unseen >= 90)
      #expect(snapshot.recording.rows[1].timeline.events.last?.value == .int(101 - edit.unseen))
    }
  }

  @Test("A row that has ended with its old expression goes on with the new one, and the other way round")
  func ends() async throws {
    try await onOwnThread {
      let (source, queue) = try Self.source(try Self.scene("a.prefix(2)"))
      defer { source.end() }
      for value in 1...5 { queue.send(.int(value)) }
      _ = Self.await(5, ofRow: 0, in: source)
      #expect(source.snapshot().recording.rows[1].timeline.end != .open)
      source.handle(.edit(try Self.setting(1, "a.map { $0 }"), phase: .kept))
      queue.send(6)
      #expect(Self.values(Self.await(3, ofRow: 1, in: source).recording.rows[1]) == [1, 2, 6])
      source.handle(.undo)
      while source.snapshot().recording.rows[1].timeline.end == .open { Self.pause() }
      queue.send(7)
      #expect(Self.values(Self.await(7, ofRow: 0, in: source).recording.rows[1]) == [1, 2, 6])
    }
  }

  @Test("An edit that can't be made says why, and changes nothing") func refused() async throws {
    try await onOwnThread {
      let (source, queue) = try Self.source(try Self.scene("a.map { $0 }"))
      defer { source.end() }
      queue.send(1)
      _ = Self.await(1, ofRow: 1, in: source)
      source.handle(.edit(.removeRow(0), phase: .kept))
      #expect(source.snapshot().notice == "row a receives values, so it stays")
      source.handle(.edit(try Self.setting(1, "zip(a, nope)"), phase: .preview))
      queue.send(2)
      #expect(Self.values(Self.await(2, ofRow: 1, in: source).recording.rows[1]) == [1, 2])
    }
  }

  @Test(
    "What repeats arrivals emits what those have caused that came one by one",
    arguments: [
      "a.debounce(for: .milliseconds(20))", "a.throttle(for: .milliseconds(30))", "a.reductions(0) { $0 + $1 }",
      "a.chunked(by: .repeating(every: .milliseconds(25)))", "merge(a, c)", "zip(a, c)", "combineLatest(a, c)",
      "a.flatMapLatest { x in AsyncTimerSequence(interval: .milliseconds(7)).prefix(3).map { _ in x } }",
      "c.withLatestFrom(a)", "a.removeDuplicates()",
    ]) func repeats(expression: String) async throws
  {
    try await onOwnThread { try Self.checkRepeating(expression) }
  }

  private static func checkRepeating(_ expression: String) throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let live = ["a", "c"].map { Scene.Row(name: $0, content: .live(Scene.Live())) }
      let scene = Scene(name: "live", rows: live + [try Self.output("b", expression)])
      let player = try ScenePlayer(scene)
      var time = SceneTime.zero
      for value in 0..<30 {
        // Several may arrive at one instant.
        if !Int.random(in: 0..<3, using: &random).isMultiple(of: 3) {
          time += .milliseconds(Int64.random(in: 1..<40, using: &random))
        }
        player.liveInput(Bool.random(using: &random) ? "a" : "c")?.offer(.int(value / 2))
        try player.executor.letIn(at: time)
      }
      try player.executor.advance(to: time + .seconds(1))
      let recording = try player.recording()
      let other = try ScenePlayer(scene, continuing: recording)
      try other.repeatArrivals(of: recording, until: time + .seconds(1))
      let repeated = try other.recording()
      #expect(repeated.rows.map(\.timeline.events.count) == recording.rows.map(\.timeline.events.count), "seed \(seed)")
      for (new, old) in zip(repeated.rows, recording.rows) {
        #expect(
          new.timeline.events.map { [$0.time.description, $0.value.description] }
            == old.timeline.events.map { [$0.time.description, $0.value.description] }, "seed \(seed)")
      }
      for player in [player, other] { try player.executor.end() }
    }
  }

  @Test("What is forgotten before it is repeated is counted, in the row and in the edit") func gap() async throws {
    try await onOwnThread {
      let scene = try Self.scene("a.reductions(0) { $0 + 1 }", capacity: 4)
      let player = try ScenePlayer(scene)
      func send(_ values: ClosedRange<Int>, at time: SceneTime) throws {
        for value in values { player.liveInput("a")?.offer(.int(value)) }
        try player.executor.letIn(at: time)
      }
      try send(1...3, at: .seconds(1))
      let early = try player.recording()
      let other = try ScenePlayer(scene, continuing: early)
      try other.repeatArrivals(of: early, until: .seconds(1))
      #expect(other.unseenArrivals(of: early) == ["a": Recording.Unseen(all: 0, skipped: 0)])
      try send(4...20, at: .seconds(2))
      let late = try player.recording()
      let lost = late.rows[0].earlier - 3
      try #require(lost > 0)
      let unseen = Recording.Unseen(all: lost, skipped: lost)
      #expect(other.unseenArrivals(of: late) == ["a": unseen])
      try other.repeatArrivals(of: late, until: .seconds(2))
      #expect(other.unseenArrivals(of: late) == ["a": unseen] && other.losses(ofRow: 1).missed == lost)
      #expect(try other.recording().rows[1].timeline.events.last?.value == .int(20 - lost))
      let edit = try #require(
        late.followed(by: try Self.scene("a.map { $0 }"), without: ["a": unseen], at: .seconds(2)).rows[1].edits.first)
      #expect(edit.unseen == lost && edit.skipped == lost)
      for player in [player, other] { try player.executor.end() }
    }
  }
}
