import Marbles
import Operators
import SceneTestSupport
import Testing

@testable import Expressions

/// What every operator of the catalogue promises, whatever it does.
@Suite struct OperatorContract {
  static let names = Catalogue.standard.operators.map(\.name)

  /// The sample of an operator, run at once.
  private func played(_ called: Operator) throws -> Played {
    let rows = try called.sample.rows.map { row in
      (name: row.name, timeline: try Diagram.parse(row.diagram, row: row.name).timeline)
    }
    return try play(rows, called.sample.expression)
  }

  /// `share`'s order is Apple's to choose where it has several consumers; its sample has one.
  @Test(arguments: names)
  func allRunsGiveOneResult(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let first = try played(called)
    for _ in 1..<rounds(100, long: 1000) {
      guard try played(called) == first else {
        Issue.record("\(called.sample.expression) is not the same twice")
        return
      }
    }
  }

  @Test(arguments: names)
  func everyValueComesFromEventsThatHaveHappened(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let played = try played(called)
    #expect(!played.timeline.events.isEmpty || name == "ignoreElements")
    // What an operator makes up has nothing behind it; everything else has.
    let makesUp = called.forms.contains { form in
      let semantics = form.semantics(form.parameters.map { _ in nil })
      return semantics.makes != nil || semantics.inner == .replacement || semantics.receiver.reading == .again
    }
    for (event, sources) in zip(played.timeline.events, played.sources) {
      #expect(makesUp || !sources.isEmpty, "\(event.value)")
      #expect(Set(sources).count == sources.count)
      for source in sources {
        let row = String(source.prefix(1))
        let index = try #require(Int(source.dropFirst()))
        #expect(try #require(played.inputs[row]).events[index].time <= event.time)
      }
    }
  }

  @Test(arguments: names)
  func aSampleUsesItsOperatorAndItsRows(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let expression = try Expression.parse(called.sample.expression)
    #expect(expression.operators.contains(name))
    let rows = called.sample.rows.map(\.name)
    #expect(expression.references.allSatisfy { rows.contains($0.name) })
    for row in called.sample.rows { _ = try Diagram.parse(row.diagram, row: row.name) }
  }

  @Test(arguments: names)
  func aSampleEnds(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    #expect(try played(called).timeline.end != .open)
    for text in ["|", "1|"] {
      let rows = try called.sample.rows.map {
        (name: $0.name, timeline: try Diagram.parse(text, row: $0.name).timeline)
      }
      #expect(try play(rows, called.sample.expression).timeline.end != .open, "\(text)")
    }
  }

  @Test(
    arguments: names.filter { !["AsyncTimerSequence", "catchError", "mapError", "repeated", "retry"].contains($0) })
  func anErrorInItsInputEndsItWithThatMessage(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let failing = Timeline(events: [], end: .error(.seconds(1), message: "the sensor is lost"))
    let rows = called.sample.rows.map { (name: $0.name, timeline: failing) }
    guard case .error(let time, let message) = try play(rows, called.sample.expression).timeline.end else {
      Issue.record("\(called.sample.expression) does not fail")
      return
    }
    #expect(message == "the sensor is lost")
    switch name {
    case "delay": #expect(time == .seconds(2.5))
    case "receive": #expect(time > .seconds(1) && time < .seconds(3))
    default: #expect(time == .seconds(1))
    }
  }
}
