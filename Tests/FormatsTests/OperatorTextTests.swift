import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import Formats
@testable import Narrations
@testable import Operators

/// Each operator of the catalogue has a sentence, Swift source, names elsewhere, guidance and a sample, or is listed here with
/// the reason.
@Suite struct OperatorTextTests {
  /// Operators whose sample has no Swift source. Those of marbled need no entry: no library has them.
  private static let withoutSwift = [
    "buffer": "the sample has a slow consumer",
    "flatMap": "the sample makes streams of a diagram",
    "flatMapLatest": "the sample makes streams of a diagram",
  ]
  private static let withoutRxName = [
    "animation": "only marbled draws", "buffer": "RxJS never waits for a consumer", "compacted": "RxJS has none",
    "compactMap": "RxJS has none", "contains": "RxJS has none", "innerJoin": "RxJS has none",
    "interspersed": "RxJS has none",
    "mapError": "RxJS has none", "silence": "RxJS has none",
  ]
  private static let withoutCombineName = [
    "adjacentPairs": "Combine has none", "animation": "only marbled draws", "compacted": "Combine has none",
    "distinct": "Combine has none", "grouped": "Combine has none", "innerJoin": "Combine has none",
    "interspersed": "Combine has none",
    "joined": "Combine has none",
    "race": "Combine has none", "repeated": "Combine has none", "sample": "Combine has none",
    "silence": "Combine has none", "windowed": "Combine has none", "withLatestFrom": "Combine has none",
  ]

  private static let operators = Catalogue.standard.operators
  private static let names = Set(operators.map(\.name))

  private func names(_ isIncluded: (Operator) throws -> Bool) rethrows -> Set<String> {
    Set(try Self.operators.filter(isIncluded).map(\.name))
  }

  /// Its own, or one that follows from its semantics.
  @Test func eachHasASentence() {
    for called in Self.operators {
      let semantics = called.forms[0].semantics(called.forms[0].parameters.map { _ in nil })
      #expect(EventSentence.phrase(of: called.name, semantics) != nil, "\(called.name)")
    }
  }

  @Test func eachHasSwiftSourceOrAReason() throws {
    let missing = try names { called in
      let scene = Scene(sample: called)
      return SceneFormat.swift.write(SceneDocument(scene, try scene.recorded())).contains("// No test of")
    }
    // In Swift, `receive` is an operator of Playback.
    let own = names { $0.origin == .marbled && $0.name != "receive" }
    #expect(missing == own.union(Self.withoutSwift.keys))
  }

  @Test func eachHasNamesElsewhereOrAReason() {
    #expect(names { $0.rxName == nil } == Set(Self.withoutRxName.keys))
    #expect(names { $0.combineName == nil } == Set(Self.withoutCombineName.keys))
  }

  @Test func eachHasGuidanceAndASampleThatShowsIt() throws {
    for called in Self.operators {
      #expect(!called.guidance.isEmpty, "\(called.name)")
      let output = try #require(try Scene(sample: called).recorded().rows.last)
      #expect(!output.timeline.events.isEmpty || called.name == "ignoreElements", "\(called.name)")
    }
  }
}
