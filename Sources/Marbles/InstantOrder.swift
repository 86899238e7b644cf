/// In which order things that are due at one instant happen: values of inputs, timers of operators, and requests of consumers.
///
/// A *wake-up* resumes one task that waits for its time, its value or its row. Its work is all that follows before some task
/// must wait again. On real threads, wake-ups of one instant come in any order, and a second one may come before the work of the
/// first is done. A result that depends on the order is a race of the operators.
public enum InstantOrder: Hashable, Sendable {
  /// One wake-up, then all of its work, then the next: by the position of rows, operators last.
  case inTurn
  /// All wake-ups, then all of their work, a job of each at a time, as the test driver of swift-async-algorithms does. Timers that
  /// the work sets for the same instant are the next batch.
  case together
  /// The wake-ups of a batch in an order that a seed decides, in turn or together, which it decides, too.
  case shuffled(seed: UInt64)

  /// How the wake-ups of a batch happen.
  package struct Draw: Hashable {
    /// Their positions in the batch, which is in the order of ``inTurn``.
    package var positions: [Int]
    /// Whether all of them come before any of their work.
    package var areTogether: Bool
  }

  /// Draws the order of a batch. It depends on nothing else, so that an instant has the same order in each kind of run.
  ///
  /// - Parameters:
  ///   - count: the number of wake-ups.
  ///   - time: the instant.
  ///   - batch: the number of the batch at the instant.
  package func draw(_ count: Int, at time: SceneTime, batch: Int) -> Draw {
    var positions = Array(0..<count)
    guard case .shuffled(let seed) = self else { return Draw(positions: positions, areTogether: self == .together) }
    let instant = SplitMix64.number(UInt64(bitPattern: time.nanoseconds), seed: seed)
    var numbers = SplitMix64(seed: SplitMix64.number(UInt64(batch), seed: instant))
    let areTogether = numbers.next() % 2 == 0
    for last in stride(from: count - 1, to: 0, by: -1) {
      positions.swapAt(last, Int(numbers.next() % UInt64(last + 1)))
    }
    return Draw(positions: positions, areTogether: areTogether)
  }
}

extension InstantOrder {
  /// The orders in which a test finds most races: in turn, together, and as ten seeds decide.
  ///
  /// ```swift
  /// @Test(arguments: InstantOrder.all) func savesInAnyOrder(order: InstantOrder) throws {
  ///   let clock = TestClock(order: order)
  /// ```
  public static let all: [InstantOrder] = [.inTurn, .together] + (1...10).map { .shuffled(seed: $0) }
}

extension InstantOrder: LosslessStringConvertible {
  /// Reads `inTurn`, `together`, `shuffled` (with seed 0) or `shuffled(SEED)`; nil for another text.
  public init?(_ description: String) {
    switch description {
    case "inTurn": self = .inTurn
    case "together": self = .together
    case "shuffled": self = .shuffled(seed: 0)
    default:
      guard description.hasPrefix("shuffled("), description.hasSuffix(")"),
        let seed = UInt64(description.dropFirst("shuffled(".count).dropLast())
      else { return nil }
      self = .shuffled(seed: seed)
    }
  }

  /// The texts without a seed.
  package static let names = ["inTurn", "together", "shuffled"]
  /// What can be written.
  package static let expectation = "inTurn, together or shuffled(SEED)"

  /// The order as scenes and commands write it.
  public var description: String {
    switch self {
    case .inTurn: "inTurn"
    case .together: "together"
    case .shuffled(let seed): "shuffled(\(seed))"
    }
  }
}
