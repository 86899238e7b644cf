import Marbles
import Operators
import SceneTestSupport
import Testing

@testable import Scenes

/// What is recorded of the streams that closures make of values.
@Suite struct InnerRecordingTests {
  /// Each inner stream of the last row: what it was made of, when it began, what it emitted, how it was over.
  private func inner(
    _ expression: String, _ inputs: KeyValuePairs<String, String>, duration: SceneTime? = nil
  ) throws -> [String] {
    let recording = try scene(inputs, [expression], duration: duration).recorded()
    return try #require(recording.rows.last).inner.map { spelled($0) }
  }

  @Test("flatMap's streams begin one after another, each when the last has finished")
  func inTurn() throws {
    #expect(
      try inner("a.flatMap { _ in \"x-y|\" }", ["a": "1-2---|"]) == [
        "1 a#0 from 0: x@0 y@2 |@3",
        "2 a#1 from 3: x@3 y@5 |@6",
      ])
  }

  @Test("flatMapLatest cancels a stream when a newer value comes")
  func latest() throws {
    #expect(
      try inner("a.flatMapLatest { _ in \"x-y-z|\" }", ["a": "1--2----|"]) == [
        "1 a#0 from 0: x@0 y@2 cancelled@3",
        "2 a#1 from 3: x@3 y@5 z@7 |@8",
      ])
  }

  @Test("catchError's stream has the error as its cause, not an event")
  func catching() throws {
    #expect(try inner("a.catchError { _ in \"x-y|\" }", ["a": "1-2-^"]) == ["error  from 4: x@4 y@6 |@7"])
  }

  @Test("a stream of a row, of an array, of a row that starts late")
  func kinds() throws {
    #expect(
      try inner("a.flatMap { n in b.map { $0 * n } }", ["a": "2--3|", "b": "1-2|"]) == [
        "2 a#0 from 0: 2@0 4@2 |@3",
        "3 a#1 from 3: 3@3 6@3 |@3",
      ])
    #expect(
      try inner("a.flatMap { [$0, $0 + 1].async }", ["a": "1-5|"]) == [
        "1 a#0 from 0: 1@0 2@0 |@0", "5 a#1 from 2: 5@2 6@2 |@2",
      ])
  }

  @Test("streams that fail, that are abandoned, and that are open at the end of the run")
  func ends() throws {
    #expect(try inner("a.flatMap { _ in \"x-^\" }", ["a": "1---|"]) == ["1 a#0 from 0: x@0 ^@2 error"])
    #expect(
      try inner("a.flatMap { _ in \"x-y-z|\" }.prefix(2)", ["a": "1----|"]) == ["1 a#0 from 0: x@0 y@2 cancelled@2"])
    #expect(
      try inner("a.flatMap { _ in \"x-y-z|\" }", ["a": "1----|"], duration: .seconds(3)) == [
        "1 a#0 from 0: x@0 y@2 open"
      ])
    #expect(
      try inner("a.flatMapLatest { _ in \"x--y\" }", ["a": "1|"], duration: .seconds(5)) == [
        "1 a#0 from 0: x@0 y@3 open"
      ])
  }

  @Test("streams inside of streams are recorded too, with their depth")
  func nested() throws {
    let recording = try scene(["a": "1|"], ["a.flatMap { _ in \"x-y|\".flatMap { _ in \"p|\" } }"]).recorded()
    let inner = recording.rows[1].inner
    #expect(
      inner.map { String(repeating: "  ", count: $0.depth) + spelled($0) } == [
        "1 a#0 from 0: p@0 p@2 |@3", "  x  from 0: p@0 |@1", "  y  from 2: p@2 |@3",
      ])
    #expect(recording.through(1) == ["out#0": ["out#0/0"], "out#1": ["out#0/1"]])
  }

  @Test("whatever comes after, an output event is known to have come through an inner one")
  func through() throws {
    let recording = try scene(
      ["a": "1-2---|"], ["a.flatMap { _ in \"x-y|\" }.map { $0 }.delay(for: .seconds(1))"]
    ).recorded()
    #expect(
      recording.through(1) == [
        "out#0": ["out#0/0"], "out#1": ["out#0/1"], "out#2": ["out#1/0"], "out#3": ["out#1/1"],
      ])
    #expect(recording.from("out") == [["a#0"], ["a#0"], ["a#1"], ["a#1"]])
    let paired = try scene(["a": "12|"], ["a.flatMap { _ in \"x|\" }.adjacentPairs()"]).recorded()
    #expect(paired.through(1) == ["out#0": ["out#0/0", "out#1/0"]])
  }

  @Test("an inner event is known by its place, whatever ids the scene gives its events")
  func ids() throws {
    var scene = try scene(["a": "1|"], ["a.flatMap { _ in \"xy|\" }"])
    scene.rows[0].content = .input(
      Timeline(events: [Event(name: "out#0/1", time: .zero, value: 1, color: .red)], end: .finish(.seconds(1))))
    let recording = try scene.recorded()
    let keys = (0..<2).map { EventKey(row: recording.rows.count + 1, stream: 0, index: $0) }
    #expect(keys.map { recording.id(of: $0) } == ["out#0/0", "out#0/1"])
    #expect(keys.map { recording[$0]?.value } == ["x", "y"])
    #expect(recording.key(of: "out#0/1") == EventKey(row: 0, index: 0))
  }

  @Test("being recorded changes nothing that a row does")
  func changesNothing() throws {
    for called in Catalogue.standard.operators {
      let scene = Scene(sample: called)
      var watched = try ScenePlayer(scene).runImmediately()
      for position in watched.rows.indices {
        (watched.rows[position].inner, watched.rows[position].through) = ([], [:])
      }
      #expect(try ScenePlayer(scene, recordsInner: false).runImmediately() == watched, "\(called.name)")
    }
  }

  @Test("every event of flatMap's row comes from exactly one inner event, at the same time", arguments: 0..<60)
  func oneSource(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func diagram(_ letters: String) -> String {
      letters.map { "\($0)" + String(repeating: "-", count: Int(random.below(4))) }.joined() + "|"
    }
    let name = ["flatMap", "flatMapLatest"][Int(seed % 2)]
    let closures = [
      "_ in \"\(diagram("xyz"))\"", "_ in b", "[$0, 7].async", "_ in b.delay(for: .seconds(1))",
    ]
    let closure = closures[Int(random.below(4))]
    let recording = try scene(
      ["a": diagram("1234"), "b": diagram("pqr")], ["a.\(name) { \(closure) }"]
    ).recorded()
    let row = recording.rows[2]
    var taken: Set<EventKey> = []
    for (index, event) in row.timeline.events.enumerated() {
      let key = try #require(row.through[index]?.only)
      let source = try #require(recording[key])
      #expect(source.time == event.time && source.value == event.value && source.from == event.from)
      #expect(taken.insert(key).inserted, "two events of one")
    }
    // flatMap loses none.
    if name == "flatMap" { #expect(taken.count == row.inner.reduce(0) { $0 + $1.events.count }) }
  }

  @Test("inner events count as events of their row")
  func limits() throws {
    let scene = try scene(["a": "1|"], ["a.flatMap { _ in \"xyxyxyxy|\" }.filter { $0 == \"z\" }"])
    #expect(
      failure { _ = try ScenePlayer(scene, budget: .events(5)).runImmediately() }
        == .tooManyEvents(row: "out", limit: 5))
  }
}

/// `1 a#0 from 0: x@0 y@2 |@3`
private func spelled(_ inner: Recording.Inner) -> String {
  var words = inner.events.map { "\($0.value)@\($0.time)" }
  switch inner.end {
  case .finish(let time): words.append("|@\(time)")
  case .error(let time, let message): words.append("^@\(time) \(message)")
  case .cancelled(let time): words.append("cancelled@\(time)")
  case .open: words.append("open")
  }
  return
    "\(inner.value) \(inner.from.keys.map { "a#\($0.index)" }.joined(separator: ",")) from \(inner.begin): \(words.joined(separator: " "))"
}
