public import Marbles
public import Scenes

/// A mistake that a run showed: which one, where in the expression, and what happened.
public struct Finding: Hashable, Sendable, Comparable {
  /// The mistake.
  public var lint: Lint
  /// The position of the row.
  public var row: Int
  /// The part of the row's expression: columns of its text, from 1, in characters.
  public var columns: Range<Int>
  /// When the recording first shows it.
  public var time: SceneTime
  /// What happened, as a sentence without a full stop.
  public var sentence: String

  /// By row, then by place and name, for reports.
  public static func < (left: Finding, right: Finding) -> Bool {
    (left.row, left.columns.lowerBound, left.lint) < (right.row, right.columns.lowerBound, right.lint)
  }
}
