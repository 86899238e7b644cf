import Fuzzing
import Marbles
import Testing

@Suite struct RoundTripTests {
  @Test("reading what was printed gives the same row") func rows() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    for _ in 0..<10_000 {
      let timeline = Arbitrary.timeline(&random)
      let step = random.pick([.seconds(1), .milliseconds(500), .milliseconds(1), .nanoseconds(1)] as [SceneTime])
      let text = timeline.diagram(step: step)
      let read = try Diagram.parse(text, row: "r", step: step).timeline
      guard Notated(read) == Notated(timeline) else {
        Issue.record("seed \(seed): \(text)\n\(Notated(timeline))\n\(Notated(read))")
        return
      }
    }
  }

  @Test("reading what was printed gives the same sheet") func sheets() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    for _ in 0..<3000 {
      let rows = (0..<random.below(4)).map { index in
        (name: random.pick(["row\(index)", random.pick(Arbitrary.strings)]), timeline: Arbitrary.timeline(&random))
      }
      let sheet = DiagramTable(rows: rows, preferredStep: random.pick([nil, .seconds(1), .milliseconds(500)]))
      let text = sheet.description
      let read = try DiagramTable.parse(text)
      guard read.rows.map(\.name) == rows.map(\.name),
        read.rows.map({ Notated($0.timeline) }) == rows.map({ Notated($0.timeline) })
      else {
        Issue.record("seed \(seed):\n\(text)")
        return
      }
    }
  }
}
