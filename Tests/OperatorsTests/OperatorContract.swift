import Marbles
import Testing

@testable import Operators

/// What every operator of the catalogue promises, whatever it does.
@Suite struct OperatorContract {
  static let ints = "1@0 2@1 3@2 4@5 5@8 |@8"
  static let strings = "a@1.5 b@2.5 c@4.5 d@6.5 e@7.5 |@7.5"

  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func aThousandRunsGiveOneResult(name: String) throws {
    let sample = try #require(Catalogue.standard[name]).sample
    let first = try play(["ints": Self.ints, "strings": Self.strings], sample)
    #expect(!first.timeline.events.isEmpty)
    for _ in 1..<1000 {
      guard try play(["ints": Self.ints, "strings": Self.strings], sample) == first else {
        Issue.record("\(sample) is not the same twice")
        return
      }
    }
  }

  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func everyValueComesFromEventsThatHaveHappened(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let played = try play(["ints": Self.ints, "strings": Self.strings], called.sample)
    for (event, sources) in zip(played.timeline.events, played.sources) {
      #expect(!sources.isEmpty)
      #expect(Set(sources).count == sources.count)
      for source in sources {
        let row = try #require(source.hasPrefix("ints") ? "ints" : "strings")
        let index = try #require(Int(source.dropFirst(row.count)))
        #expect(try #require(played.inputs[row]).events[index].time <= event.time)
      }
    }
  }

  @Test(arguments: Catalogue.standard.operators.filter { !$0.isEndless }.map(\.name))
  func whenItsInputsFinishItFinishes(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let rows: [Rows] = [
      ["ints": Self.ints, "strings": Self.strings], ["ints": "|", "strings": "|"], ["ints": "1|", "strings": "|"],
    ]
    for rows in rows {
      guard case .finish(let time) = try play(rows, called.sample).timeline.end else {
        Issue.record("\(called.sample) does not finish")
        continue
      }
      #expect(time <= .seconds(8))
    }
  }

  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func anErrorInAnInputEndsItWithThatMessage(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let ints = try Diagram.parse("1@0 2@1 |@8", row: "ints").timeline.events
    let failing = Timeline(events: ints, end: .error(.seconds(3), message: "the sensor is lost"))
    let strings = try Diagram.parse(Self.strings, row: "strings").timeline
    let played = try play([("ints", failing), ("strings", strings)], called.sample)
    #expect(played.timeline.end == .error(.seconds(3), message: "the sensor is lost"))
  }
}
