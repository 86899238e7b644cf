import Marbles
import Testing

@testable import Operators

/// What ReactiveX for Python did is recorded for each operator that it has, over the inputs that the operator has now.
@Suite struct ReactiveXResultTests {
  /// Operators that the index knows from RxJS or Rx.NET, and that ReactiveX for Python lacks.
  private static let withoutResult = ["buffer": "a consumer that asks for values, as with `Latest`, is not in Python"]
  /// Operators whose sample ReactiveX has no call for; another expression takes its place.
  private static let withOtherExpression = [
    "chunked": "the sample closes an array by a test, and ReactiveX by a signal",
    "receive": "the sample has a clock that is late at random",
  ]

  private static let operators = Catalogue.standard.operators

  private func names(_ isIncluded: (Operator) throws -> Bool) rethrows -> Set<String> {
    Set(try Self.operators.filter(isIncluded).map(\.name))
  }

  @Test func eachOperatorThatReactiveXHasHasAResultOrAReason() {
    let known = names { called in
      NameIndex.standard.names(of: called.name).contains { $0.library == .rxJS || $0.library == .rxNET }
    }
    let recorded = Set(ReactiveXResult.recorded.map(\.operatorName))
    #expect(recorded == known.subtracting(Self.withoutResult.keys))
    #expect(names { !ReactiveXResult.results(of: $0).isEmpty } == recorded)
  }

  @Test("The first result of an operator is that of its sample: otherwise run `.ci/reactivex-results.py MARBLED`")
  func theSampleComesFirst() throws {
    var others: Set<String> = []
    for called in Self.operators {
      guard let first = ReactiveXResult.results(of: called).first else { continue }
      if first.sample.expression != called.sample.expression {
        others.insert(called.name)
        continue
      }
      let (recorded, now) = (first.sample, called.sample)
      let words = Set(now.expression.split { !$0.isLetter }.map(String.init))
      for (name, diagram) in now.rows where words.contains(name) {
        let other = try #require(recorded.rows.first { $0.name == name }, "\(called.name): \(name)").diagram
        #expect(try timeline(diagram) == timeline(other), "\(called.name): \(name)")
      }
    }
    #expect(others == Set(Self.withOtherExpression.keys))
  }

  @Test("The data are diagrams, and each name is one of the index", arguments: ReactiveXResult.recorded)
  func diagrams(result: ReactiveXResult) throws {
    for (_, diagram) in result.sample.rows { _ = try timeline(diagram) }
    _ = try timeline(result.diagram)
    #expect(result.known != nil, "\(result.call)")
    #expect(result.call.contains("rx.") || result.call.contains("ops."))
  }

  /// The events and the end, without their ids and colours.
  private func timeline(_ text: String) throws -> [String] {
    let timeline = try Diagram.parse(text, row: "a").timeline
    return timeline.events.map { "\($0.value)@\($0.time)" } + ["\(timeline.end)"]
  }
}
