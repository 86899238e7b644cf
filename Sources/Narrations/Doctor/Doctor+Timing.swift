internal import Marbles
internal import Operators
internal import Scenes

/// Lints about operators whose timers and intervals do not fit the times of their values.
extension Doctor {
  /// All of them.
  func timing(_ row: ExaminedRow) -> [Finding] { neverQuiet(row) + lastValueKept(row) + timeoutBelowPeriod(row) }

  /// The fewest values that a debounce has replaced before it is called never quiet.
  private static let fewestReplaced = 3

  /// A debounce emits nothing before its source ends, because each value comes too soon after the one before.
  private func neverQuiet(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { $0.drops.contains(.replacedRestarting) }) { stage, pass in
      guard let source = row.sources(ofPass: pass).first else { return nil }
      let end = ending(ofSource: source, of: row)
      let taken = row.passes[source].events
      let replaced = taken.indices.filter { index in
        row.fates.reason(of: .init(pass: source, index: index)) == .replacedRestarting
      }
      guard replaced.count >= Self.fewestReplaced, replaced.count >= taken.count - 1,
        row.passes[pass].events.allSatisfy({ $0.time >= end.time })
      else { return nil }
      let quiet = row.duration(ofStage: stage, step: scene.step)
      // A burst that the end of its source cuts off is not a stream without pauses.
      if let quiet, end.time - taken[0].time < quiet + quiet { return nil }
      // Nor is one that pauses as the run ends, before the pause has lasted long enough.
      if let quiet, row.passes[source].end == .open, let last = taken.last, end.time - last.time >= quiet { return nil }
      let pause = zip(taken, taken.dropFirst()).map { $1.time - $0.time }.max() ?? .zero
      let waits = quiet.map { ", and it waits for \(span($0))" } ?? ""
      return finding(
        .neverQuiet, stage, of: row, at: taken[0].time,
        "emits nothing before \(end.clause): its \(taken.count) values come without a pause "
          + "of more than \(span(pause))\(waits)")
    }
  }

  /// A throttle has held a value for at least one more interval than it had to.
  private func lastValueKept(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { $0.receiver.holding == .newest && $0.trigger == .time && $0.drops.contains(.replaced) }) {
      stage, pass in
      guard let source = row.sources(ofPass: pass).first,
        let interval = row.duration(ofStage: stage, step: scene.step)
      else { return nil }
      let (given, requests) = (row.passes[pass].events, row.passes[pass].requests)
      for (index, event) in row.passes[source].events.enumerated() {
        let place = StageFates.Place(pass: source, index: index)
        let later = given.partitioningIndex { $0.time > event.time }
        let last = later > 0 ? given[later - 1].time : nil
        let due = max(event.time, last.map { $0 + interval } ?? event.time)
        let release = row.fates.settled(place) ?? recording.duration
        guard release > due, release - due >= interval,
          requests.contains(where: { $0.asked <= due && $0.answered ?? .distantFuture >= release })
        else { continue }
        return finding(
          .lastValueKept, stage, of: row, at: event.time,
          "keeps \(shown(event, of: row)) from \(span(event.time)) to \(span(release))"
            + "\(outcome(of: place, of: row)): its interval was over at \(span(due)), "
            + "but only another value or the end lets it go"
        )
      }
      return nil
    }
  }

  /// What has become of a value that was kept: `, and then drops it for 'd'`
  private func outcome(of place: StageFates.Place, of row: ExaminedRow) -> String {
    switch row.fates.fate(of: place, at: .distantFuture) {
    case .dropped(let note):
      let cause = row.fates.stages.notes[note].cause
      let newer = row.fates.parents(of: cause).first.map { row.fates[$0] }
      return newer.map { ", and then drops it for \(shown($0, of: row))" } ?? ", and then drops it"
    case .given, .shown: return ", and then emits it"
    case .held, .ended, .decided, .counted: return ""
    }
  }

  /// A timeout ends a stream although its values keep coming, each later than the timeout allows.
  private func timeoutBelowPeriod(_ row: ExaminedRow) -> [Finding] {
    row.first(where: \.limitsTime) { stage, pass in
      guard case .error(let time, _) = row.passes[pass].end, timedOut(pass, of: row),
        let limit = row.duration(ofStage: stage, step: scene.step)
      else { return nil }
      return row.firstReading(ofPass: pass, in: scene) { _, position in
        let times = recording.rows[position].timeline.events.map(\.time)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        guard gaps.count > 1, let least = gaps.min(), least > limit, let most = gaps.max() else { return nil }
        let period = least == most ? span(least) : "\(span(least)) to \(span(most))"
        return finding(
          .timeoutBelowPeriod, stage, of: row, at: time,
          "fails at \(span(time)) after \(span(limit)) without a value, but the values "
            + "of \(narration.name(ofRow: position)) come every \(period)")
      }
    }
  }

  /// Whether a pass has failed because no value came in time.
  private func timedOut(_ pass: Int, of row: ExaminedRow) -> Bool {
    row.notes(ofPass: pass).contains { if case .timedOut = $0.note.action { true } else { false } }
  }
}

extension StageFates {
  /// Why a value was dropped in the end; nil when it was not.
  func reason(of place: Place) -> OperatorNote.Reason? {
    guard case .dropped(let note) = fate(of: place, at: .distantFuture) else { return nil }
    return self.note(at: note).note.reason
  }
}
