package import Expressions
package import Scenes

/// Input of a live scene's row that did not become events, or is not recorded.
package enum RowLosses: Hashable, Sendable {
  /// Of a live row: values dropped because the queue was full, malformed lines, and events that a recording lacks.
  case live(dropped: Int, malformed: Int, unrecorded: Int = 0)
  /// Of a row that follows others: values that were forgotten before it asked for them, values for which a closure failed, so
  /// that the result was `null`, and what its closures do to every value without an error.
  case following(missed: Int, failed: Int = 0, findings: [ClosureFinding] = [])

  package init(_ counts: ArrivalQueue.Counts, isLive: Bool) {
    self =
      isLive
      ? .live(dropped: counts.dropped, malformed: counts.malformed, unrecorded: counts.unrecorded)
      : .following(missed: counts.missed, failed: counts.failed, findings: counts.findings)
  }

  /// As counts; missing ones are 0.
  package var counts: ArrivalQueue.Counts {
    switch self {
    case .live(let dropped, let malformed, let unrecorded):
      var counts = ArrivalQueue.Counts(dropped: dropped, malformed: malformed)
      counts.unrecorded = unrecorded
      return counts
    case .following(let missed, let failed, let findings):
      var counts = ArrivalQueue.Counts(missed: missed)
      counts.failed = failed
      counts.findings = findings
      return counts
    }
  }

  /// Members that are seldom needed are left out when they are 0.
  func write(to object: inout JSONObject) {
    switch self {
    case .live(let dropped, let malformed, let unrecorded):
      object.add("live", true)
      object.add("dropped", dropped)
      object.add("malformed", malformed)
      if unrecorded > 0 { object.add("unrecorded", unrecorded) }
    case .following(let missed, let failed, let findings):
      object.add("live", false)
      object.add("missed", missed)
      if failed > 0 { object.add("failed", failed) }
      if !findings.isEmpty {
        object.add("findings", objects: findings) {
          $0.add("column", $1.column)
          $0.add("count", $1.count)
          $0.add("message", $1.message)
        }
      }
    }
  }

  /// Nil when there are no losses in the object: the row is not in a live scene.
  init?(_ members: JSONMembers) {
    guard let isLive = members.flag("live") else { return nil }
    self =
      isLive
      ? .live(
        dropped: members.count("dropped"), malformed: members.count("malformed"),
        unrecorded: members.count("unrecorded"))
      : .following(
        missed: members.count("missed"), failed: members.count("failed"),
        findings: members.objects("findings").map { finding in
          ClosureFinding(
            column: finding.count("column"), count: finding.count("count"), message: finding.text("message") ?? "")
        })
  }
}
