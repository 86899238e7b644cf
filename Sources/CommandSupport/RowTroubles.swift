internal import Expressions
internal import Inputs
internal import Marbles
public import Scenes

/// What goes wrong in the rows of a run of live rows, as lines for standard error: closures that fail, members that no value has,
/// values that can't be equal, and invalid characters. Sources report their own problems.
public struct RowTroubles: Sendable {
  private var log = TroubleLog()
  /// Whether anything went wrong so far.
  public private(set) var hasAny = false

  /// Creates a log that has told nothing.
  public init() {}

  /// What is to be said now.
  ///
  /// - Parameters:
  ///   - rows: the name of each row, and what it lost.
  ///   - now: the time of a clock that never goes back.
  ///   - isEnd: whether this is the last chance.
  public mutating func lines(
    of rows: [(name: String, losses: ArrivalQueue.Counts)], at now: Duration, isEnd: Bool
  ) -> [String] {
    rows.flatMap { name, losses in
      odd(
        name, losses.invalidCharacters, losses.invalidLines.first, "invalid characters, which are replaced", at: now,
        isEnd: isEnd)
        + odd(
          name, losses.ragged, losses.raggedLine, "fewer or more fields than the header line", at: now, isEnd: isEnd)
        + failed(name, losses, at: now, isEnd: isEnd)
        + findings(name, losses, at: now, isEnd: isEnd)
    }
  }

  /// Lines that are values, and not as they should be.
  ///
  /// - Parameters:
  ///   - first: the number of the first of them.
  ///   - what: what they have.
  private mutating func odd(
    _ row: String, _ count: Int, _ first: Int?, _ what: String, at now: Duration, isEnd: Bool
  ) -> [String] {
    if count > 0 { hasAny = true }
    let first = first.map { "line \($0)" } ?? "a line"
    return log.due("\(row) \(what)", count: count, at: now, isEnd: isEnd).map { line in
      switch line {
      case .first: Self.warning(row, "\(first) has \(what)")
      case .sum: Self.warning(row, "\(count) lines have \(what); the first is \(first)")
      }
    }
  }

  private mutating func failed(
    _ row: String, _ losses: ArrivalQueue.Counts, at now: Duration, isEnd: Bool
  ) -> [String] {
    if losses.failed > 0 { hasAny = true }
    let reason = losses.failureReason ?? "a closure failed"
    return log.due("\(row) closures", count: losses.failed, at: now, isEnd: isEnd).map { line in
      switch line {
      case .first: Self.warning(row, "\(reason); the result is nil")
      case .sum: Self.warning(row, "\(losses.failed) errors became nil; the first: \(reason)")
      }
    }
  }

  /// A later value may have the member, so these are told when some time has passed.
  private mutating func findings(
    _ row: String, _ losses: ArrivalQueue.Counts, at now: Duration, isEnd: Bool
  ) -> [String] {
    if isEnd, !losses.findings.isEmpty { hasAny = true }
    return losses.findings.flatMap { finding in
      log.due("\(row) column \(finding.column)", count: finding.count, mayPass: true, at: now, isEnd: isEnd).map { _ in
        Self.warning(row, finding.clause)
      }
    }
  }

  private static func warning(_ row: String, _ text: String) -> String {
    "warning: row \(row): \(DisplayText.shortened(text, to: 300))"
  }
}
