import Marbles
import Testing

@testable import Scenes

/// Two recordings, compared row by row.
@Suite struct RecordingComparisonTests {
  private static func recording(_ rows: [(String, String)]) throws -> (scene: Scene, recording: Recording) {
    let scene = Scene(name: "x", rows: [])
    let recorded = try rows.map { Recording.Row(name: $0, timeline: try Diagram.parse($1, row: $0).timeline) }
    return (scene, Recording(rows: recorded, duration: .seconds(10)))
  }

  /// Each row, with what is different in it.
  private static func outcomes(
    _ left: [(String, String)], _ right: [(String, String)], within tolerance: SceneTime = .zero
  ) throws -> [String] {
    let comparison = RecordingComparison(try recording(left), try recording(right).recording, within: tolerance)
    let outcomes = comparison.rows.map { row in
      switch row.outcome {
      case .agrees: "\(row.name) agrees"
      case .differs(let difference, _): "\(difference)"
      case .missing: "\(row.name) is missing"
      case .added: "\(row.name) is added"
      }
    }
    #expect(comparison.differences == outcomes.count { !$0.hasSuffix("agrees") })
    return outcomes
  }

  @Test("rows of the same name are compared, in the order of the first recording, and then those of the second")
  func rows() throws {
    #expect(
      try Self.outcomes([("a", "1-2|"), ("b", "x|"), ("c", "|")], [("d", "1"), ("b", "x|"), ("a", "1-3|")])
        == ["a: at 2 s expected 2, got 3", "b agrees", "c is missing", "d is added"])
    #expect(try Self.outcomes([], []) == [])
  }

  @Test(
    "times of the same value may be a tolerance apart",
    arguments: [
      ("1@0 2@1 3@2 |@3", "1@0.01 2@0.99 3@2 |@3.01", 10, "a agrees"),
      ("1@0 2@1 3@2 |@3", "1@0.01 2@0.99 3@2 |@3.01", 9, "a: at 0 s expected 1, got nothing, which came at 0.01 s"),
      // Another value in between has its own partner.
      ("1@1 2@1.005", "2@1 1@1.005", 10, "a: at 1 s expected 1, got nothing"),
      // Another value takes the place of one that is missing.
      ("1@1 2@2", "1@1 3@2.005", 10, "a: at 2 s expected 2, got 3"),
      ("1@1 1@1.01 1@1.02", "1@1.01 1@1.02 1@1.03", 10, "a agrees"),
      ("1@1 1@1.01", "1@1.005", 10, "a: at 1.01 s expected 1, got nothing"),
      ("1@1 |@2", "1@1 ^@2.001", 10, "a: at 2 s expected the end, it failed"),
      ("1@1", "1@1 |@1", 10, "a: expected it to stay open, it finished at 1 s"),
      ("1@5 |@5", "1@5.004 |@5.004", 10, "a agrees"),
    ])
  func tolerance(left: String, right: String, milliseconds: Int, outcome: String) throws {
    let outcomes = try Self.outcomes([("a", left)], [("a", right)], within: .milliseconds(Int64(milliseconds)))
    #expect(outcomes.count == 1 && outcomes[0].hasPrefix(outcome), "\(outcomes)")
  }

  @Test("a tolerance changes nothing where it is 0, and takes linear time where nothing fits")
  func extremes() throws {
    let many = Timeline(events: (0..<3_000).map { Event(time: .zero, value: .int($0), color: .red) }, end: .open)
    let others = Timeline(events: (0..<3_000).map { Event(time: .zero, value: .int(-$0 - 1), color: .red) }, end: .open)
    func recording(_ timeline: Timeline) -> Recording {
      Recording(rows: [Recording.Row(name: "a", timeline: timeline)], duration: .zero)
    }
    let comparison = RecordingComparison(
      (Scene(name: "x", rows: []), recording(many)), recording(others), within: .seconds(1))
    #expect(comparison.differences == 1)
    #expect(try Self.outcomes([("a", "1@0.001")], [("a", "1@0.001")]) == ["a agrees"])
  }
}
