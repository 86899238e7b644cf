public import Marbles

/// Two recordings, compared row by row: the rows of the first one in their order, then those that only the second one has.
public struct RecordingComparison: Sendable {
  /// A row, and how both recordings have it.
  public struct Row: Sendable {
    /// The name of the row.
    public let name: String
    /// How both recordings have it.
    public let outcome: Outcome
  }

  /// The result of comparing a row.
  public enum Outcome: Sendable {
    /// Both have the same values and the same end at the same times.
    case agrees
    /// They differ, first there; the first recording is what is expected.
    case differs(Difference, DiagramComparison)
    /// The second recording lacks the row.
    case missing
    /// The first recording lacks the row.
    case added
  }

  /// The rows.
  public let rows: [Row]

  /// Compares two recordings.
  ///
  /// - Parameters:
  ///   - expected: the first recording, and its scene, which has the step and the dialect of the diagrams.
  ///   - actual: the second recording.
  ///   - tolerance: how far apart the times of the same value may be; live runs never agree exactly.
  public init(
    _ expected: (scene: Scene, recording: Recording), _ actual: Recording, within tolerance: SceneTime = .zero
  ) {
    let (scene, recording) = expected
    let others = Dictionary(actual.rows.map { ($0.name, $0.timeline) }) { first, _ in first }
    let known = Set(recording.rows.map(\.name))
    rows =
      recording.rows.map { row in
        guard let other = others[row.name] else { return Row(name: row.name, outcome: .missing) }
        let aligned = other.aligned(to: row.timeline, within: tolerance)
        guard
          let difference = Difference(
            row: row.name, expected: row.timeline, actual: aligned, dialect: scene.dialect)
        else { return Row(name: row.name, outcome: .agrees) }
        let diagrams = DiagramComparison(row.timeline, aligned, step: scene.step, dialect: scene.dialect)
        return Row(name: row.name, outcome: .differs(difference, diagrams))
      } + actual.rows.filter { !known.contains($0.name) }.map { Row(name: $0.name, outcome: .added) }
  }

  /// The number of rows that differ, or that one recording lacks.
  public var differences: Int { rows.count { if case .agrees = $0.outcome { false } else { true } } }
}
