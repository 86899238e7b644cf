internal import Expressions
internal import Operators

/// A place in an expression that reads a row.
struct RowMention {
  var row: String
  var column: Int
  /// Whether several iterators may come from it: in a closure, or where an operator reads a stream again.
  var isRepeated: Bool
  /// Whether each of its values goes several ways, as in a closure that reads its group twice.
  var isForked = false
  /// Whether its values go to streams that go on at the same time, one for each key: a later value may be done with first.
  var isGrouped = false
}

extension Plan {
  /// Each place that reads a row, in order of appearance.
  var mentions: [RowMention] {
    var mentions: [RowMention] = []
    /// - Parameter use: what is done with the values of the plan.
    func visit(_ plan: Plan, _ use: RowMention) {
      var use = use
      switch plan {
      case .row(let name, let column):
        (use.row, use.column) = (name, column)
        mentions.append(use)
      case .diagram, .values, .group: break
      case .rows(let plans): for plan in plans { visit(plan, use) }
      case .call(let call):
        if call.semantics.inner == .byKey { use.isGrouped = true }
        if call.forksGroups { use.isForked = true }
        for input in call.inputs {
          var own = use
          if input.semantics.reading == .again { own.isRepeated = true }
          visit(input.plan, own)
        }
        use.isRepeated = true
        for plan in call.innerStreams { visit(plan, use) }
      }
    }
    visit(self, RowMention(row: "", column: 0, isRepeated: false))
    return mentions
  }

  /// The rows whose values go to streams for several keys: one that is used says nothing about those before it.
  var groupedReferences: [String] { mentions.filter(\.isGrouped).map(\.row) }

  /// The rows that are mentioned exactly once, where each value is read once: a value that an operator on the way drops
  /// has no other way to the output.
  var soleReferences: [String] {
    let mentions = Dictionary(grouping: self.mentions, by: \.row)
    return mentions.filter { $0.value.count == 1 && !$0.value[0].isRepeated && !$0.value[0].isForked }.map(\.key)
  }
}

extension PlannedCall {
  /// Whether its closure reads the group that it is given more than once.
  fileprivate var forksGroups: Bool {
    arguments.contains { argument in
      guard case .grouping(let parameters, let plan)? = argument else { return false }
      return plan.readings(ofGroup: Plan.group(of: parameters)) > 1
    }
  }
}

extension Scene {
  /// The inputs whose values are sent once, and that several iterators may share.
  var sharedSenders: Set<String> {
    let sent = Set(rows.lazy.filter { $0.input?.start.isSent == true }.map(\.name))
    guard !sent.isEmpty else { return [] }
    var counts: [String: Int] = [:]
    for mention in rows.flatMap({ $0.expression?.plan.mentions ?? [] }) where sent.contains(mention.row) {
      counts[mention.row, default: 0] += mention.isRepeated ? 2 : 1
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// Refuses what would stop the process: a throwing stream with two iterators that may wait at once.
  func checkStreams() throws(SceneError) {
    let throwing = Set(rows.lazy.filter { $0.input?.start.isStream == true && $0.input?.canFail == true }.map(\.name))
    guard !throwing.isEmpty else { return }
    var seen: Set<String> = []
    for row in rows {
      guard let expression = row.expression else { continue }
      for mention in expression.plan.mentions.sorted(by: { $0.column < $1.column })
      where throwing.contains(mention.row) && !seen.insert(mention.row).inserted {
        let message =
          "`\(mention.row)` is a stream that fails, and a program stops when two iterators wait for a value of an"
          + " AsyncThrowingStream; read it once, and that row here, or give `\(mention.row)` `source: channel`"
        throw .expression(
          row: row.name, ExpressionError(text: expression.text, column: mention.column, message: message))
      }
    }
  }
}
