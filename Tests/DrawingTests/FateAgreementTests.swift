import Expressions
import Formats
import Marbles
import Narrations
import Operators
import SceneTestSupport
import Scenes
import Testing

@testable import Drawing
@testable import Layout

/// The claims about each input value at each moment: the sentence, the mark in the picture and the JSON agree with
/// each other, and with what the recording says by itself.
@Suite struct FateAgreementTests {
  /// Expressions over the rows `a`, `b` and `c`; with 40 seeds each, 1,000 scenes.
  static let expressions = [
    "merge(a, b).debounce(for: .seconds(1))", "zip(a, b, c)", "combineLatest(a, b, c)", "chain(a, b, c)",
    "race(a, b, c)", "merge(a, b).chunks(ofCount: 3)", "a.chunked(by: b)", "a.chunks(ofCount: 2, or: b)",
    "a.drop(until: b).prefix(until: c)", "merge(a, b).removeDuplicates()", "a.flatMap { _ in b }",
    "a.flatMapLatest { _ in b }", "a.flatMapLatest { _ in \"-x-y|\" }", "a.throttle(for: .seconds(2))",
    "a.throttle(for: .seconds(2), latest: false)", "a.sample(by: merge(b, c))", "a.withLatestFrom(merge(b, c))",
    "a.timeout(after: .seconds(1)).retry(1)", "zip(a.filter { $0 > 2 }, a)", "a.catchError { _ in b }",
    "a.drop(while: { $0 < 3 }).prefix(while: { $0 < 4 })", "a.compactMap { $0 > 2 ? $0 : nil }.distinct()",
    "a.buffer(policy: .bufferingLatest(1)).flatMap { [$0].async.delay(for: .seconds(2)) }",
    "a.buffer(policy: .bufferingOldest(1)).flatMap { [$0].async.delay(for: .seconds(2)) }",
    "a.allSatisfy { $0 < 4 }",
  ]

  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func ofEachSample(name: String) throws {
    try expectAgreement(Scene(sample: try #require(Catalogue.standard[name])))
  }

  @Test(arguments: expressions)
  func ofRandomScenes(expression: String) throws {
    for seed in 0..<rounds(10, long: 40) { try expectAgreement(try random(expression, seed: UInt64(seed))) }
  }

  static let starts: [Scene.Input.Start] = [
    .channel, .stream(.unbounded), .stream(.newest(1)), .stream(.oldest(1)),
  ]

  /// The first row is sent once, to several readers, of which one is slow.
  @Test(arguments: starts, expressions)
  func ofChannelsAndStreams(start: Scene.Input.Start, expression: String) throws {
    for seed in 0..<rounds(2, long: 10) {
      var scene = try random(expression, seed: UInt64(seed))
      let timeline = try #require(scene.rows[0].timeline)
      if case .error(let time, _) = timeline.end {
        scene.rows[0].input?.timeline = Timeline(events: timeline.events, end: .finish(time))
      }
      scene.rows[0].input?.start = start
      scene.rows.append(Scene.Row(name: "slow", content: .output(try Expression.parse("a.map { $0 }"))))
      scene.rows[scene.rows.count - 1].consumingTime = .seconds(2)
      try expectAgreement(scene)
    }
  }

  // MARK: The claims

  private func expectAgreement(_ scene: Scene) throws {
    let recording = try scene.recorded()
    let (marks, narration) = (EventFates(of: recording, in: scene), Narration(of: recording, scene))
    let fates = marks.values
    let uses = self.uses(in: recording)
    for (row, input) in recording.rows.enumerated() where input.isInput {
      let users = fates.users(ofRow: row)
      for (index, event) in input.timeline.events.enumerated() {
        let key = recording.key(row: row, at: index)
        for time in Set(recording.entries.map(\.time)) {
          let fate = fates.fate(of: key, at: time)
          let first = uses[key]?.values.min()
          switch fate {
          case .notYet: #expect(event.time > time)
          case .waiting: #expect(event.time <= time && first.map { $0 > time } ?? true)
          case .used(let use): #expect(use.time == first && use.time <= time)
          case .dropped(let drops):
            #expect(first == nil && drops.count == users.count)
            for drop in drops { expectTrue(drop, of: key, in: recording) }
          }
          let isMarked = marks.drop(row: row, at: index).map { $0 <= time } ?? false
          #expect(isMarked == (fate.name == "dropped"))
          guard event.time <= time else { continue }
          expectTold(key, at: time, narration, fates)
        }
      }
    }
    expectWritten(recording, of: scene, fates)
  }

  /// When each output row used each input value for the first time, by the recording alone.
  private func uses(in recording: Recording) -> [EventKey: [Int: SceneTime]] {
    var uses: [EventKey: [Int: SceneTime]] = [:]
    func use(_ key: EventKey, _ row: Int, _ time: SceneTime) {
      uses[key, default: [:]][row] = min(uses[key]?[row] ?? time, time)
    }
    for (position, row) in recording.rows.enumerated() {
      for event in row.timeline.events { for key in event.from.keys { use(key, position, event.time) } }
      for note in row.notes {
        if case .used = note.note.action { for key in note.note.from.keys { use(key, position, note.time) } }
      }
    }
    return uses
  }

  private func expectTrue(_ drop: ValueFate.Drop, of key: EventKey, in recording: Recording) {
    let row = recording.rows[drop.row]
    switch drop.reason {
    case .dropped(let note):
      #expect(note.from.keys.contains(key) && row.notes.contains { $0.note == note && $0.time <= drop.time })
    case .passedOver:
      #expect(row.timeline.events.contains { $0.from.keys.contains { $0.row == key.row && $0.index > key.index } })
    case .ended: #expect(row.timeline.end.time.map { $0 <= drop.time } == true)
    case .unsent, .untaken:
      let sends = recording.rows[key.row].sends
      #expect(
        row.timeline.end.time.map { $0 <= drop.time } == true
          && sends.indices.contains(key.index) == (drop.reason == .untaken))
      #expect(!sends.indices.contains(key.index) || sends[key.index].taken == nil && sends[key.index].dropped == nil)
    case .taken(let other):
      #expect(other != drop.row && recording.rows[key.row].sends[key.index].taken?.row == other)
    case .lost(let reason): #expect(recording.rows[key.row].sends[key.index].dropped?.reason == reason)
    }
  }

  /// One clause for each row that refers to the value's row, in the words of its fate there.
  private func expectTold(_ key: EventKey, at time: SceneTime, _ narration: Narration, _ fates: ValueFates) {
    let users = fates.users(ofRow: key.row)
    // Which operator of a row it was is tested where sentences are.
    let told = narration.fate(of: key, at: time, in: fates)?.replacing(#/(the \w+ )?`\.?\w+` of /#, with: "")
    guard !users.isEmpty else {
      #expect(told == nil)
      return
    }
    for user in users {
      let name = narration.recording.rows[user].name
      let words: [String] =
        switch fates.fate(of: key, inRow: user, at: time) {
        case .notYet: []
        case .waiting: ["\(name) may still use it"]
        case .used:
          ["\(name) used it", "it opened \(name)", "it ended \(name)", "it made \(name) emit", "\(name) tested it"]
            + ["\(name) failed on it"]
        case .dropped:
          ["\(name) dropped it at", "\(name) went on without it", "\(name) ended"] + ["\(name) did not get it"]
        }
      #expect(words.contains { told?.contains($0) == true }, "\(told ?? "")")
    }
  }

  /// The JSON of the recording states the fates at its end.
  private func expectWritten(_ recording: Recording, of scene: Scene, _ fates: ValueFates) {
    let lines = JSONLines.print(recording, of: scene).split(separator: "\n")
    for (line, entry) in zip(lines, recording.entries) where entry.isValue && recording.rows[entry.row].isInput {
      guard !fates.users(ofRow: entry.row).isEmpty else { continue }
      let state = fates.fate(of: entry.key, at: .distantFuture).name
      #expect(line.contains("\"fate\":{\"state\":\"\(state)\""), "\(line)")
    }
  }

  // MARK: Scenes

  private func random(_ expression: String, seed: UInt64) throws -> Scene {
    var random = SplitMix64(seed: seed)
    var rows = ["a", "b", "c"].map { name -> Scene.Row in
      var time = SceneTime.zero
      var events: [Event] = []
      for index in 0..<Int.random(in: 0...6, using: &random) {
        time += .milliseconds(500 * Int64.random(in: 0...4, using: &random))
        let value: Value = name == "a" ? .int(Int.random(in: 1...4, using: &random)) : .string("\(name)\(index)")
        events.append(Event(time: time, value: value))
      }
      time += .milliseconds(500 * Int64.random(in: 0...4, using: &random))
      let end: Timeline.End =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .open
        case 1: .error(time, message: "lost")
        default: .finish(time)
        }
      return Scene.Row(name: name, content: .input(Scene.Input(Timeline(events: events, end: end), start: .hot)))
    }
    rows.append(Scene.Row(name: "out", content: .output(try Expression.parse(expression))))
    rows.append(Scene.Row(name: "some", content: .output(try Expression.parse("b.filter { $0 != \"b1\" }"))))
    return Scene(name: "random", duration: .seconds(20), rows: rows)
  }
}
