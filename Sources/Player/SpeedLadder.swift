public import Marbles

/// The speeds that the keys `+` and `-` select.
public enum SpeedLadder {
  /// The speeds, slowest first.
  public static let factors: [SpeedFactor] = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 50, 100]

  /// The next faster speed; the same at the top.
  public static func faster(than factor: SpeedFactor) -> SpeedFactor { factors.first { $0 > factor } ?? factor }

  /// The next slower speed; the same at the bottom.
  public static func slower(than factor: SpeedFactor) -> SpeedFactor { factors.last { $0 < factor } ?? factor }
}
