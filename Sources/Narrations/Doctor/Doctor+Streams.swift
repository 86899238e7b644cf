internal import Expressions
public import Marbles
internal import Operators
internal import Scenes

/// Lints about how streams are read, and about the order of what happens.
extension Doctor {
  /// Two loops read an input that is an `AsyncStream`, which gives each value to one of them.
  func unicastTwice() -> [Finding] {
    scene.rows.indices.compactMap { input in
      guard scene.rows[input].input?.start.isStream == true else { return nil }
      let sends = recording.rows[input].sends
      var takers: [Taker] = []
      for (index, send) in sends.enumerated() {
        guard let taken = send.taken else { continue }
        if let known = takers.firstIndex(where: { $0.row == taken.row && $0.iterator == taken.iterator }) {
          takers[known].values.append(index)
        } else {
          takers.append(Taker(row: taken.row, iterator: taken.iterator, time: taken.time, values: [index]))
        }
      }
      guard takers.count > 1, hasLoopsAtOnce(over: scene.rows[input].name), let second = takers.dropFirst().first,
        let mention = scene.rows[second.row].expression?.references.first(where: { $0.name == scene.rows[input].name })
      else { return nil }
      let shares = takers.map { taker in
        let named = taker.values.prefix(Self.named).map {
          narration.setOff(recording.rows[input].timeline.events[$0].value)
        }
        let rest = taker.values.count - named.count
        let loops = takers.filter { $0.row == taker.row }
        let loop = loops.count > 1 ? "loop \(taker.iterator + 1) of " : ""
        return "\(loop)\(narration.name(ofRow: taker.row)) gets \(listed(named + (rest > 0 ? ["\(rest) more"] : [])))"
      }
      return Finding(
        lint: .unicastTwice, row: second.row, columns: mention.column..<mention.column + mention.name.count,
        time: second.time,
        sentence: "\(narration.name(ofRow: input)) is an AsyncStream, which gives each value to one of its "
          + "\(takers.count) loops: \(shares.joined(separator: ", "))")
    }
  }

  /// Whether two iterations of a row go on at once. One after the other may read a stream on purpose.
  private func hasLoopsAtOnce(over name: String) -> Bool {
    let spans = recording.rows.flatMap { row in
      (row.stages?.passes ?? []).filter { $0.stream == .row(name) }.compactMap { pass in
        pass.asked.first.map { (begin: $0, end: pass.end.time ?? .distantFuture) }
      }
    }.sorted { $0.begin < $1.begin }
    // Fewer are recorded of a row that has no stages.
    return spans.count < 2 || zip(spans, spans.dropFirst()).contains { $0.end > $1.begin }
  }

  /// The most values of a loop that a sentence names.
  private static let named = 4

  /// A loop over a stream, and the indices of the values that it took.
  private struct Taker {
    let row: Int
    let iterator: Int
    let time: SceneTime
    var values: [Int]
  }

  /// A row whose result depends on the order of what is due at one instant.
  ///
  /// - Parameters:
  ///   - row: the position of the row.
  ///   - difference: the first difference of what it emits in another order.
  ///   - order: the other order.
  public func orderOfTies(inRow row: Int, _ difference: Difference, with order: InstantOrder) -> Finding {
    Finding(
      lint: .orderOfTies, row: row, columns: 1..<(scene.rows[row].expression?.text.count ?? 0) + 1,
      time: difference.time,
      sentence:
        "\(narration.name(ofRow: row)) depends on the order of an instant: with --order \(order), "
        + difference.sentence)
  }

  /// The fewest values that are dropped unseen, where this is called a waste.
  private static let fewestUnused = 4

  /// A stage computes values of which the next stage drops more than half without a look at them.
  func unusedValues(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { $0.computes }) { stage, pass in
      let events = row.passes[pass].events
      guard let reader = row.passes[pass].reader, case .stage(let next) = row.passes[reader].stream else { return nil }
      let unseen = events.indices.filter { index in
        row.fates.reason(of: .init(pass: pass, index: index))?.isUnseen == true
      }
      guard unseen.count >= Self.fewestUnused, unseen.count * 2 > events.count else { return nil }
      return finding(
        .unusedValues, stage, of: row, at: events[unseen[0]].time,
        "computes \(events.count) values, and \(name(ofStage: next, of: row)) drops "
          + "\(unseen.count) of them unseen")
    }
  }
}

extension OperatorSemantics {
  /// Whether it makes each of its values of one value, at once, so that it could as well do so later.
  fileprivate var computes: Bool { result == .new && isPrompt && receiver.holding == .nothing }
}

extension OperatorNote.Reason {
  /// Whether the value was dropped whatever it was.
  fileprivate var isUnseen: Bool {
    switch self {
    case .replaced, .replacedRestarting, .skipped, .full: true
    default: false
    }
  }
}
