import Dispatch
import Expressions
import Marbles
import Operators
import Player
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

@testable import Narrations

/// Compares sentences with the recordings of scenes.
@Suite struct NarrationTruthTests {
  /// Expressions over the rows `a`, `b` and `c`, beyond the samples of the catalogue.
  static let compositions = [
    "merge(a, b).debounce(for: .seconds(1))", "zip(a, b, c)", "zip(a.map { $0 }, merge(b, c))",
    "combineLatest(a, b, c)", "combineLatest(a, zip(b, c))", "chain(a, b, c)", "race(a, b, c)",
    "merge(a, b).chunks(ofCount: 3)", "a.chunked(by: b)", "a.chunks(ofCount: 2, or: b)", "a.prefix(until: b)",
    "a.drop(until: b)", "merge(a, b).removeDuplicates()", "merge(a, b).reductions(\"\") { \"\\($0)\\($1)\" }",
    "a.flatMap { _ in b }", "a.flatMapLatest { _ in b }", "a.delay(for: .seconds(0.5)).throttle(for: .seconds(2))",
    "a.throttle(for: .seconds(2), latest: false)", "a.sample(by: merge(b, c))", "a.withLatestFrom(merge(b, c))",
    "merge(a, b).adjacentPairs()", "a.timeout(after: .seconds(1))", "zip(a, a)", "combineLatest(a, a)",
    "[a, b].async.joined(separator: c)", "a.interspersed(every: 2, with: 0)", "a.max(by: { $0 < $1 })",
    "a.contains(\"nothing of the kind\")", "a.repeated(2)", "a.retry(1)", "zip(a, b).filter { _ in true }.prefix(2)",
    "a.debounce(for: .seconds(0.5)).map { [$0] }", "a.catchError { _ in b }", "a.chunked(on: { $0 })", "a", "\"x-y|\"",
    "a.reduce(0) { $0 }", "a.buffer(policy: .bounded(1)).share()", "a.chunked(by: .repeating(every: .seconds(2)))",
  ]

  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func everySampleIsToldAsItWas(name: String) throws {
    try expectTrue(Scene(sample: try #require(Catalogue.standard[name])))
  }

  @Test(arguments: compositions)
  func compositionsAreToldAsTheyWere(expression: String) throws {
    for seed in 0..<rounds(4, long: 12) { try expectTrue(try random(expression, seed: UInt64(seed))) }
  }

  @Test func shippedScenesAreToldAsTheyWere() throws {
    for name in SceneLibrary.shipped.names {
      let file = try #require(try SceneLibrary.shipped.file(named: name))
      if !file.scene.isLive { try expectTrue(file.scene) }
    }
  }

  /// A reader that finds nothing wrong with anything would prove nothing.
  @Test(arguments: [
    ("waited 1.5 s", "waited 2.5 s"), ("`2` from ints", "`4` from ints"), ("`b` from", "`a` from"),
    ("2.5 s: ", "2 s: "),
    ("holds `3`", "holds `2`"), ("waits for row strings", "waits for row ints"), ("emits (2, b)", "emits (2, c)"),
    ("`2` from ints waited 1.5 s for ", ""), ("; zip", " after 3 rounds; zip"), ("zip emits", "merge emits"),
    ("holds `3` from ints and waits for row strings", "holds nothing"),
  ])
  func theReaderFindsWhatIsWrong(part: String, replacement: String) throws {
    let narration = Narration(of: try Scene.sample.recorded(), .sample)
    let entry = try #require(narration.recording.entries.first { $0.row == 3 && $0.time == .seconds(2.5) })
    var sentence = narration.sentence(for: entry)
    #expect(ClaimReader(sentence, of: entry, in: narration).faults == [])
    #expect(sentence.text.contains(part))
    sentence.text = sentence.text.replacing(part, with: replacement)
    #expect(ClaimReader(sentence, of: entry, in: narration).faults != [])
  }

  // MARK: One sentence each, and nothing of the future

  @Test(arguments: compositions)
  func everyEventHasOneSentenceInOrder(expression: String) throws {
    let scene = try random(expression, seed: 7)
    let recording = try scene.recorded()
    let sentences = Narration(of: recording, scene).sentences
    let entries = recording.entries
    #expect(sentences.map(\.time) == entries.map(\.time) && sentences.map(\.row) == entries.map(\.row))
    for (position, row) in recording.rows.enumerated() {
      let told = sentences.filter { $0.row == position }
      #expect(told.compactMap(\.event) == row.timeline.events.indices.map { EventKey(row: position, index: $0) })
      #expect(told.count { $0.event == nil } == 1)
    }
    #expect(sentences.allSatisfy { !$0.text.contains("\n") && $0.text.hasSuffix(".") })
  }

  @Test(arguments: compositions + Catalogue.standard.operators.map(\.sample.expression))
  func whatIsToldWhileItHappensIsWhatIsToldOfTheWhole(expression: String) throws {
    for seed in 0..<4 {
      let scene = try random(expression, seed: UInt64(seed))
      let recording = try scene.recorded()
      let whole = Narration(of: recording, scene, style: .spoken)
      var live = Narration(beginning: scene, style: .spoken)
      let entries = recording.entries
      for time in Set(entries.map(\.time)).sorted() {
        let instant = entries.filter { $0.time == time }
        for (row, recorded) in recording.rows.enumerated() {
          for note in recorded.notes where note.time == time { live.append(note, ofRow: row) }
        }
        for entry in instant where entry.kind != .open { live.append(entry) }
        for entry in instant { #expect(live.sentence(for: entry) == whole.sentence(for: entry)) }
      }
    }
  }

  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func aPerformanceIsToldAsItsRecording(name: String) throws {
    let scene = Scene(sample: try #require(Catalogue.standard[name]))
    let whole = Narration(of: try scene.recorded(), scene).sentences
    let news = DispatchSemaphore(value: 0)
    let scenePlayback = try ScenePlayback(
      scene, speedFactor: 500, reportsInputs: true, reportsNotes: true, onChange: { news.signal() })
    scenePlayback.begin()
    var narration = Narration(beginning: scene)
    var told: [Sentence] = []
    var isOver = false
    while !isOver {
      news.wait()
      isOver = scenePlayback.isOver
      let (entries, notes) = scenePlayback.takeEverything()
      for (row, note) in notes { narration.append(note, ofRow: row) }
      for entry in entries { narration.append(entry) }
      told += entries.map { narration.sentence(for: $0) }
    }
    #expect(told == whole.filter { !$0.text.hasSuffix("is still open.") })
    #expect(narration.recording.rows.map(\.notes) == (try scene.recorded()).rows.map(\.notes))
  }

  /// What operators did without emitting a value is told of values, rows and times that are on record.
  @Test(arguments: compositions + Catalogue.standard.operators.map(\.sample.expression))
  func notesAreToldAsTheyWere(expression: String) throws {
    for seed in 0..<rounds(4, long: 12) {
      let scene = try random(expression, seed: UInt64(seed))
      let narration = Narration(of: try scene.recorded(), scene)
      for (position, row) in narration.recording.rows.enumerated() {
        for note in row.notes {
          guard let sentence = narration.sentence(about: note, ofRow: position) else { continue }
          let reader = ClaimReader(sentence, of: note, inRow: position, in: narration)
          #expect(reader.faults == [])
        }
      }
    }
  }

  // MARK: Support

  private func expectTrue(_ scene: Scene, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let narration = Narration(of: try scene.recorded(), scene)
    for entry in narration.recording.entries {
      let reader = ClaimReader(narration.sentence(for: entry), of: entry, in: narration)
      #expect(reader.faults == [], sourceLocation: sourceLocation)
    }
  }

  /// Three rows of random events, on a grid so that some come together, an expression over them, and one over that;
  /// some inputs are cold, and some outputs stand above their inputs.
  private func random(_ expression: String, seed: UInt64) throws -> Scene {
    var random = SplitMix64(seed: seed)
    var rows = ["a", "b", "c"].map { name -> Scene.Row in
      var time = SceneTime.zero
      var events: [Event] = []
      for index in 0..<Int.random(in: 0...7, using: &random) {
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
      let start: Scene.Input.Start = seed.isMultiple(of: 3) ? .cold : .hot
      return Scene.Row(name: name, content: .input(Scene.Input(Timeline(events: events, end: end), start: start)))
    }
    let out = Scene.Row(name: "out", content: .output(try Expression.parse(expression)))
    rows.insert(out, at: seed.isMultiple(of: 2) ? rows.count : 0)
    let calm = try Expression.parse("out.debounce(for: .seconds(0.5))")
    rows.append(Scene.Row(name: "calm", content: .output(calm)))
    return Scene(name: "random", duration: .seconds(20), rows: rows)
  }
}
