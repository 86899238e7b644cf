internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

/// Lints about buffers without a limit.
extension Doctor {
  /// The fewest values that a buffer holds where it is called growing.
  private static let fewestBuffered = 4

  /// A buffer without a limit holds more and more values.
  func growingBuffer(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { $0.receiver.holding == .queue(.unbounded) && !$0.isShared }) { stage, pass in
      guard let source = row.sources(ofPass: pass).first else { return nil }
      let events = row.passes[source].events
      // What it loses when it is cancelled is not released.
      let released = events.indices.compactMap { index -> SceneTime? in
        let place = StageFates.Place(pass: source, index: index)
        guard case .given(let given) = row.fates.fate(of: place, at: .distantFuture) else { return nil }
        return row.fates[given].time
      }
      let buffer = Buffer(arrivals: events.map(\.time), releases: released)
      guard let growth = buffer.growth(until: row.passes[source].end.time ?? recording.duration) else { return nil }
      return finding(.growingBuffer, stage, of: row, at: growth.begin, clause(growth))
    }
  }

  /// The buffer of an input that is an `AsyncStream` without a limit holds more and more values for a reader that goes on.
  ///
  /// - Parameter findings: findings in stages. Those about values that wait say already why the values of an input do.
  func growingStreams(besides findings: [Finding]) -> [Finding] {
    let explained: Set<Lint> = [.growingQueue, .queuedInner, .slowConsumer]
    return scene.rows.indices.compactMap { input in
      guard scene.rows[input].input?.start == .stream(.unbounded) else { return nil }
      let (sends, name) = (recording.rows[input].sends, scene.rows[input].name)
      let buffer = Buffer(arrivals: sends.map(\.called), releases: sends.compactMap { $0.taken?.time })
      guard let last = buffer.releases.last, let growth = buffer.growth(until: end(ofRow: input)),
        last >= growth.last.time,
        let reader = sends.lazy.compactMap(\.taken).first?.row,
        let mention = scene.rows[reader].expression?.references.first(where: { $0.name == name }),
        !findings.contains(where: { finding in
          explained.contains(finding.lint)
            && scene.rows[finding.row].expression?.references.contains { $0.name == name } == true
        })
      else { return nil }
      return Finding(
        lint: .growingBuffer, row: reader, columns: mention.column..<mention.column + mention.name.count,
        time: growth.begin,
        sentence: "\(narration.name(ofRow: input)) is an AsyncStream whose buffer \(clause(growth)), because "
          + "\(narration.name(ofRow: reader)) takes them more slowly than they come")
    }
  }

  private func end(ofRow position: Int) -> SceneTime {
    recording.rows[position].timeline.end.time ?? recording.duration
  }

  private func clause(_ growth: Buffer.Growth) -> String {
    "holds more and more values: \(growth.half.count) at \(span(growth.half.time)), and "
      + "\(growth.last.count) at \(span(growth.last.time))"
  }

  /// When values came into a buffer, and when they left it.
  private struct Buffer {
    /// How a buffer grew: since when, and what it held in the middle and as its last value came.
    struct Growth {
      let begin: SceneTime
      let half: QueueLength
      let last: QueueLength
    }

    let arrivals: [SceneTime]
    let releases: [SceneTime]

    /// - Parameters:
    ///   - arrivals: when each value came, in order.
    ///   - releases: when those that have left did, in any order.
    init(arrivals: [SceneTime], releases: [SceneTime]) {
      (self.arrivals, self.releases) = (arrivals, releases.sorted())
    }

    /// How it has grown; nil when it has not, or is empty enough when its source ends at `end`: a buffer is there for bursts.
    func growth(until end: SceneTime) -> Growth? {
      let held = held
      let rest = arrivals.count - releases.partitioningIndex { $0 > end }
      guard let last = held.last, min(last.count, rest) >= Doctor.fewestBuffered, held.isGrowing else { return nil }
      return Growth(
        begin: held.first { $0.count > 1 }?.time ?? last.time, half: held[held.count / 2], last: last)
    }

    /// How many values have come and not left, as each one comes.
    private var held: [QueueLength] {
      var left = 0
      return arrivals.enumerated().map { index, time in
        while left < releases.count, releases[left] <= time { left += 1 }
        return QueueLength(time: time, count: index + 1 - left)
      }
    }
  }
}
