internal import HubCore

/// How long plans of scenes took, and why there was none.
struct PlanningCounts: Sendable {
  /// Wall seconds per job, failed ones included.
  private(set) var seconds = Histogram(bounds: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5])
  /// The number of failed jobs by reason; each reason is there from the start.
  private(set) var failures = Dictionary(uniqueKeysWithValues: Self.reasons.map { ($0, 0) })

  private static let reasons = ["invalid", "too_large", "out_of_time", "cancelled", "busy", "edit"]

  mutating func count(_ outcome: PreparationQueue.Outcome, seconds: Double) {
    self.seconds.add(seconds)
    let reason: String? =
      switch outcome {
      case .ready: nil
      case .refused: "edit"
      case .failed(.invalid): "invalid"
      case .failed(.tooLarge): "too_large"
      case .failed(.outOfTime): "out_of_time"
      case .failed(.cancelled): "cancelled"
      case .failed(.busy): "busy"
      }
    if let reason { failures[reason, default: 0] += 1 }
  }
}
