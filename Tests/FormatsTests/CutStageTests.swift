import Expressions
import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import Formats

/// Records of stages that end early, because there is too much: at any point, and in each format.
@Suite struct CutStageTests {
  private static let expressions = [
    "a.map { $0 * 2 }.filter { $0 > 2 }.debounce(for: .seconds(1))",
    "a.removeDuplicates().flatMap { [$0, $0].async.prefix(1) }.map { $0 * 2 }",
    "merge(a, a.delay(for: .seconds(1))).chunks(ofCount: 2)",
    "zip(a, a.share().map { $0 }).buffer(policy: .bufferingLatest(1))",
    "a.map { 1 / ($0 - 1) }.retry(1).reductions(0, +)",
    "a.flatMapLatest { _ in a.prefix(1) }.removeDuplicates()",
  ]

  @Test("a record that is cut at any point is valid, and changes nothing else", arguments: expressions)
  func cuts(expression: String) throws {
    let rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse("1-12|", row: "a").timeline)),
      Scene.Row(name: "out", content: .output(try Expression.parse(expression))),
    ]
    let scene = Scene(name: "test", rows: rows)
    let plain = try BoundedRun(scene).perform().get()
    var last: Recording.Stages?
    var cuts = 0
    for bytes in stride(from: 0, to: 100_000, by: rounds(64, long: 8)) {
      var budget = RunBudget.standard
      budget.stageBytes = bytes
      let recording = try BoundedRun(scene, budget: budget, stages: .all).perform().get()
      #expect(recording.withoutStages == plain)
      let fates = try #require(StageFates(ofRow: 1, in: recording, of: scene))
      if fates.stages.cut == nil { break }
      guard fates.stages != last else { continue }
      last = fates.stages
      cuts += 1
      #expect(StageAudit(fates, of: recording.rows[1]).problems == [], "\(bytes) bytes")
      // Pictures take longer.
      write(scene, recording, inPictures: cuts % rounds(9, long: 1) == 0)
    }
    #expect(cuts > rounds(5, long: 10))
  }

  private func write(_ scene: Scene, _ recording: Recording, inPictures: Bool) {
    for format in SceneFormat.allCases {
      var document = SceneDocument(scene, recording)
      switch format {
      case .frame, .ansi, .cast, .svg, .html:
        guard inPictures else { continue }
        document.showStages(of: .all)
      default: break
      }
      #expect(!format.write(document).isEmpty)
    }
    let expansion = StageExpansion(of: scene, recording)
    #expect(expansion.recording.rows.last?.timeline.events.count == recording.rows.last?.timeline.events.count)
  }
}
