internal import Marbles
internal import Operators
internal import Scenes

/// Lints about failures.
extension Doctor {
  /// All of them.
  func failures(_ row: ExaminedRow) -> [Finding] { errorSwallowed(row) + retryWithoutDelay(row) }

  /// An operator finishes as if all was well, although one of its sources has failed.
  private func errorSwallowed(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { !$0.handlesFailures }) { stage, pass in
      guard case .finish(let finish) = row.passes[pass].end else { return nil }
      for source in row.passes(readByPass: pass) {
        guard case .error(let time, let message) = row.passes[source].end, time <= finish else { continue }
        let open = row.passes[pass].requests.contains { $0.asked <= time && $0.answered ?? .distantFuture >= time }
        return finding(
          .errorSwallowed, stage, of: row, at: time,
          "finishes at \(span(finish)), although its source failed at \(span(time)) with "
            + "\"\(narration.shown(message))\"\(open ? "" : ", while nothing asked for a value")")
      }
      return nil
    }
  }

  /// A failed stream is started again more than once at one instant, and fails each time.
  private func retryWithoutDelay(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { $0.receiver.reading == .again }) { stage, pass in
      var restarts: [SceneTime: (count: Int, message: String)] = [:]
      for note in row.notes(ofPass: pass) {
        guard case .restarted(let message) = note.note.action else { continue }
        restarts[note.time, default: (0, message)].count += 1
      }
      guard let (time, most) = restarts.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) else { return nil }
      return finding(
        .retryWithoutDelay, stage, of: row, at: time,
        "starts its source again \(most.count) times at \(span(time)), without a pause: each "
          + "time it fails with \"\(narration.shown(most.message))\"")
    }
  }
}

extension OperatorSemantics {
  /// Whether it continues after a failure of its source, as `catchError` and `retry` do.
  var handlesFailures: Bool { inner == .replacement || receiver.reading == .again }
}
