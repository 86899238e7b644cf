internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

extension Narration {
  /// What each stage of a row's expression did in the whole run, a sentence each; empty when stages were not recorded.
  public func stageSentences(ofRow row: Int) -> [String] {
    guard let fates = StageFates(ofRow: row, in: recording, expression: rows[row].expression), !fates.stage.isEmpty else { return [] }
    var sentences = ["Inside \(name(ofRow: row)):"]
    for (text, summary) in zip(fates.texts, fates.summaries()) {
      sentences.append("\(shown(text)) \(listed(clauses(summary))).")
    }
    if let cut = fates.stages.cut {
      sentences.append("What happened inside after \(span(cut)) was too much to record.")
    }
    return sentences
  }

  private func clauses(_ summary: StageSummary) -> [String] {
    var clauses = ["takes \(Self.values(summary.taken))", "gives \(summary.given)"]
    if summary.used > 0 { clauses.append("uses \(summary.used) without giving \(summary.used == 1 ? "it" : "them")") }
    for drops in summary.drops { clauses.append("drops \(drops.count) \(drops.reason.clause)") }
    if summary.ended > 0 { clauses.append("loses \(summary.ended) at its end") }
    if summary.held > 0 { clauses.append("still holds \(summary.held)") }
    if summary.mostHeld > 1 { clauses.append("holds \(summary.mostHeld) at most") }
    if summary.passes > 1 { clauses.append("is read \(summary.passes) times") }
    if summary.longestWait > .zero { clauses.append("lets its reader wait \(span(summary.longestWait)) at most") }
    return clauses
  }

  private static func values(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }
}

extension OperatorNote.Reason {
  /// Why several values were dropped, in a clause after their number.
  fileprivate var clause: String {
    switch self {
    case .replacedRestarting, .replaced: "for newer ones"
    case .skipped: "that are not the value of their interval"
    case .full: "that found the buffer full"
    case .filtered: "that do not pass"
    case .duplicate: "that are repeated"
    case .early, .unopened: "that come too early"
    case .cancelled: "whose stream was cancelled"
    case .empty: "whose stream was empty"
    case .lost: "of streams that lost the race"
    case .idle: "that found nothing to do"
    case .ended: "that it could not give before it ended"
    }
  }
}
