internal import Expressions

/// The rows whose stages are recorded, or shown.
public enum StageSelection: Hashable, Sendable {
  /// None.
  case none
  /// Those that say so in the scene, see ``Scene/Row/showsStages``.
  case marked
  /// All outputs.
  case all

  /// Whether a row is one of them.
  public func contains(_ row: Scene.Row) -> Bool {
    switch self {
    case .none: false
    case .marked: row.showsStages && row.expression != nil
    case .all: row.expression != nil
    }
  }
}

extension Scene.Row {
  /// Whether its expression has several operators outside of closures, so that its stages are more than the row itself.
  package var hasSeveralStages: Bool { expression.map { $0.stages.count { $0.depth == 0 } > 1 } ?? false }
}
