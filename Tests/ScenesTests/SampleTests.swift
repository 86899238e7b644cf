import Expressions
import Marbles
import Playback
import SceneFiles
import SceneTestSupport
import Testing

@testable import Scenes

@Suite struct SampleTests {
  @Test func itsOutputsAreThoseOfTheWorkOrder() throws {
    let recording = try Scene.sample.recorded()
    #expect(recording.rows.map(\.name) == ["ints", "strings", "merge", "zip", "latest"])
    #expect(spelled(recording["ints"]) == "1@0 2@1 3@2 4@5 5@8 |@8")
    #expect(spelled(recording["strings"]) == "a@1.5 b@2.5 c@4.5 d@6.5 e@7.5 |@7.5")
    #expect(
      spelled(recording["merge"]) == "1@0 2@1 a@1.5 3@2 b@2.5 c@4.5 4@5 d@6.5 e@7.5 5@8 |@8")
    #expect(spelled(recording["zip"]) == "(1, a)@1.5 (2, b)@2.5 (3, c)@4.5 (4, d)@6.5 (5, e)@8 |@8")
    #expect(
      spelled(recording["latest"])
        == "(2, a)@1.5 (3, a)@2 (3, b)@2.5 (3, c)@4.5 (4, c)@5 (4, d)@6.5 (4, e)@7.5 (5, e)@8 |@8")
    #expect(recording.duration == .seconds(8))
  }

  @Test func itsExpressionsAreWhatTheySay() throws {
    for row in Scene.sample.rows {
      guard let expression = row.expression else { continue }
      let text = "\(row.name) = \(expression.source)"
      let again = try scene(["ints": "1|", "strings": "a|"], [text]).rows[2].expression
      #expect(again?.source == expression.source)
      #expect(again?.operators == expression.operators)
      #expect(again?.references.map(\.name) == expression.references.map(\.name))
    }
  }

  @Test func coloursAndProvenance() throws {
    let recording = try Scene.sample.recorded()
    #expect(recording["merge"].events.prefix(3).map(\.color) == [.red, .red, .green])
    #expect(Set(recording["zip"].events.map(\.color)) == [.blue])
    #expect(Set(recording["latest"].events.map(\.color)) == [.purple])
    #expect(recording.ids("ints") == ["0", "1", "2", "3", "4"])
    #expect(recording.ids("zip") == ["zip#0", "zip#1", "zip#2", "zip#3", "zip#4"])
    #expect(recording.sources("zip")[1] == ["1", "1001"])
    #expect(recording.from("zip")[1] == ["1", "1001"])
    #expect(recording.sources("latest")[0] == ["1", "1000"])
  }

  @Test func steppedItIsTheSame() throws {
    let player = try ScenePlayer(.sample)
    var instants = 0
    while try player.executor.step(until: player.horizon) { instants += 1 }
    try player.executor.end()
    #expect(try player.recording() == Scene.sample.recorded())
    #expect(instants == 10)
  }

  @Test func inRealTimeItIsTheSame() async throws {
    let immediate = try Scene.sample.recorded()
    let batches = try await perform(.sample).batches
    #expect(batches.flatMap { $0 } == immediate.entries)
    var live = Scene.sample.emptyRecording()
    for entry in batches.flatMap({ $0 }) where entry.row >= 2 { live.append(entry) }
    #expect(live == immediate)
  }

  @Test func aThousandRunsGiveOneResult() throws {
    let first = try Scene.sample.recorded()
    for _ in 1..<1000 where try Scene.sample.recorded() != first {
      Issue.record("the sample is not the same twice")
      return
    }
  }
}
