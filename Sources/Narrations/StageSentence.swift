internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

extension Narration {
  /// What each stage of a row's expression did in the whole run, a sentence each; empty when stages were not recorded.
  public func stageSentences(ofRow row: Int) -> [String] {
    guard let fates = StageFates(ofRow: row, in: recording, expression: rows[row].expression), !fates.stage.isEmpty
    else { return [] }
    var sentences = ["Inside \(name(ofRow: row)):"]
    for (position, summary) in fates.summaries().enumerated() {
      sentences.append("\(shown(fates.texts[position])) \(listed(clauses(summary, of: fates.stage[position]))).")
    }
    if let cut = fates.stages.cut {
      sentences.append("What happened inside after \(span(cut)) was too much to record.")
    }
    return sentences
  }

  private func clauses(_ summary: StageSummary, of stage: Stage) -> [String] {
    var clauses: [String] = []
    if !stage.sources.isEmpty { clauses.append("takes \(Self.values(summary.taken))") }
    if !stage.inner.isEmpty {
      clauses.append("reads \(Self.values(summary.takenInner)) of the streams that its closure returns")
    }
    clauses.append("gives \(clauses.isEmpty ? Self.values(summary.given) : String(summary.given))")
    if summary.used > 0 { clauses.append("uses \(summary.used) without giving \(summary.used == 1 ? "it" : "them")") }
    for drops in summary.drops { clauses.append("drops \(drops.count) \(drops.reason.clause)") }
    if summary.ended > 0 { clauses.append("loses \(summary.ended) when it ends") }
    if summary.cancelled > 0 { clauses.append("loses \(summary.cancelled) when it is cancelled") }
    if summary.held > 0 { clauses.append("still holds \(summary.held)") }
    if summary.mostHeld > 1 { clauses.append("holds \(summary.mostHeld) at most") }
    if summary.passes > 1 { clauses.append("is read \(summary.passes) times") }
    if summary.longestPause > .zero { clauses.append("is not asked for \(span(summary.longestPause))") }
    return clauses
  }

  private static func values(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }
}

extension OperatorNote.Reason {
  /// Why several values were dropped, in a clause after their number.
  var clause: String {
    switch self {
    case .replacedRestarting, .replaced: "for newer ones"
    case .skipped: "inside of intervals"
    case .full: "because the buffer is full"
    case .filtered, .matched: "by its condition"
    case .duplicate, .repeated, .repeatedKey: "as repeated"
    case .early, .unopened: "as too early"
    case .cancelled: "with its stream"
    case .empty: "with an empty stream"
    case .lost: "because another stream was first"
    case .between: "between windows"
    case .unfilled: "because their window was not full"
    case .unmatched: "without a partner"
    case .surplus: "because of too many keys"
    case .unread: "as nothing reads the streams of their keys"
    case .idle: "because there is nothing to do"
    case .ended: "because it ends first"
    }
  }
}
