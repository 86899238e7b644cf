import Expressions
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Testing

@testable import Playback
@testable import Scenes

/// What happens inside expressions, recorded without changing anything.
@Suite struct StageTests {
  private static let shipped = SceneLibrary.shipped.names

  @Test("of a shipped scene, all else is recorded the same", arguments: shipped)
  func shippedScenes(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    for order in [InstantOrder.inTurn, .together, .shuffled(seed: 7)] {
      var scene = scene
      scene.order = order
      var comparison = StageComparison(scene)
      #expect(comparison.problem() == nil, "\(name), \(order)")
      #expect(try comparison.problemOfMeter() == nil, "\(name), \(order)")
    }
  }

  @Test("of an operator's sample, all else is recorded the same", arguments: Catalogue.standard.operators.map(\.name))
  func samples(name: String) throws {
    let scene = Scene(sample: try #require(Catalogue.standard[name]))
    var comparison = StageComparison(scene)
    #expect(comparison.problem() == nil)
    #expect(try comparison.problemOfMeter() == nil)
    let row = try #require(comparison.staged?.rows.last)
    #expect(row.stages?.passes.isEmpty == false)
  }

  @Test func aChainHasItsStagesInOrder() throws {
    let expression = try Expression.parse(
      "slow = merge(a, b.map { $0 * 2 }).flatMap { x in [x].async.prefix(1) }.debounce(for: .seconds(1))")
    let stages = expression.stages
    #expect(stages.map(\.name) == ["map", "merge", "prefix", "flatMap", "debounce"])
    #expect(
      stages.map { expression.text(of: $0) } == [
        ".map { $0 * 2 }", "merge(a, b.map { $0 * 2 })", ".prefix(1)", ".flatMap { x in [x].async.prefix(1) }",
        ".debounce(for: .seconds(1))",
      ])
    #expect(try Expression.parse("a.map { $0 }.map { $0 }").stageNames == ["map", "map2"])
    #expect(stages.map(\.depth) == [0, 0, 1, 0, 0])
    #expect(stages[1].sources == [.row("a"), .stage(0)])
    #expect(stages[3].inner == [.stage(2)])
    #expect(stages[2].sources == [.values])
  }
}

/// Long chains of stages.
@Suite struct LongChainTests {
  /// A search that takes twice as long for each call more would take years.
  @Test func eachStageOfALongChainIsARow() throws {
    let calls = String(repeating: ".map { $0 }", count: 150)
    let scene = try scene(["a": "1|"], ["a\(calls)"])
    let recording = try BoundedRun(scene, stages: .all).perform().get()
    let expansion = StageExpansion(of: scene, recording)
    #expect(expansion.scene.rows.count == 151)
    #expect(expansion.scene.rows[150].expression?.text == ".map { $0 }")
  }
}

/// The budget of a record of stages.
@Suite struct StageBudgetTests {
  private func recorder(_ budget: Int) -> StageRecorder {
    StageRecorder(row: 0, of: 1, sourcesAreAncestors: true, executor: PlaybackExecutor(), budget: budget)
  }

  @Test("a stage that is asked very often stops the record, as values do")
  func requests() throws {
    let recorder = recorder(10_000)
    let pass = try #require(recorder.begin(.row("a"), for: nil, madeOf: nil, depth: 0))
    for _ in 0..<5000 { recorder.ask(pass) }
    let recorded = recorder.recorded(notes: [])
    #expect(recorded.cut == .zero)
    let count = recorded.passes[pass].asked.count
    #expect(count > 1000 && count * MemoryLayout<SceneTime>.stride <= 10_000)
    #expect(recorder.begin(.row("a"), for: nil, madeOf: nil, depth: 0) == nil)
  }

  @Test("what inner streams are made of counts, too")
  func innerStreams() {
    let (streams, events) = (recorder(10_000), recorder(10_000))
    for index in 0..<5000 {
      streams.noteStream(for: .none)
      events.note(EventKey(row: 1, stream: 0, index: index), from: .none)
    }
    for recorder in [streams, events] { #expect(recorder.recorded(notes: []).cut == .zero) }
  }

  @Test("a pass without its first request is valid")
  func beforeTheFirstRequest() throws {
    let stride = MemoryLayout<Recording.Stages.Pass>.stride
    let recorder = recorder(stride)
    let pass = try #require(recorder.begin(.row("a"), for: nil, madeOf: nil, depth: 0))
    recorder.ask(pass)
    recorder.end(pass, .finish)
    let recorded = recorder.recorded(notes: [])
    #expect(
      recorded.passes[pass].requests.isEmpty && recorded.passes[pass].end == .open && recorded.passes[pass].left == nil)
  }
}

/// Where each value inside an expression is.
@Suite struct StageFateTests {
  @Test("of an operator's sample, each value is in one place", arguments: Catalogue.standard.operators.map(\.name))
  func samples(name: String) throws {
    let scene = Scene(sample: try #require(Catalogue.standard[name]))
    #expect(try problems(scene).isEmpty)
  }

  @Test("of a shipped scene, each value is in one place", arguments: SceneLibrary.shipped.names)
  func shippedScenes(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    #expect(try problems(scene).isEmpty)
  }

  @Test(
    "each value is in one place, also where an operator reads on after it has ended",
    arguments: [
      ("a: -33[34]1--[12]|", "merge(a.flatMapLatest({ x in [x, 1].async }), a.flatMapLatest { _ in a }).max { $0 }"),
      ("a: -(xy)-^", "race((1...3).async, a).map({ nil }).throttle(for: .steps(2), reducing: { $0 })"),
      ("a: --^", "race(a, [1, 2].async, a).throttle(for: .milliseconds(200), reducing: { _, _ in true })"),
      ("a: 3-|", "a.flatMapLatest({ _ in a.sample(by: [1, nil].async) }).timeout(after: .milliseconds(200))"),
    ])
  func readsOn(input: String, expression: String) throws {
    for order in ["inTurn", "together"] {
      let name = input.prefix(1)
      let text = """
        order: \(order)
        rows:
          \(name): { marbles: "\(input.dropFirst(3))" }
          out: { apply: "\(expression)" }

        """
      let scene = try SceneFile(parsing: text, path: "x.yaml").scene
      #expect(try problems(scene).isEmpty)
      var comparison = StageComparison(scene)
      #expect(comparison.problem() == nil)
      #expect(try comparison.problemOfMeter() == nil)
    }
  }

  private func problems(_ scene: Scene) throws -> [String] {
    let recording = try ScenePlayer(scene, stages: .all).runImmediately()
    return recording.rows.indices.flatMap { row -> [String] in
      guard let fates = StageFates(ofRow: row, in: recording, of: scene) else { return [] }
      return StageAudit(fates, of: recording.rows[row]).problems
    }
  }
}
