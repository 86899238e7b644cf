internal import Marbles

/// Recordings that become one.
extension RecordedRun {
  /// The last instant: the end of the run, or of what was read of it.
  private var last: SceneTime { max(end ?? .zero, rows.flatMap(\.timeline.times).max() ?? .zero) }

  /// This run, and then another one: its time 0 is the end of this one. A row that both have goes on.
  package func followed(by other: RecordedRun) -> RecordedRun {
    var run = self
    let start = last
    for row in other.rows {
      let events = row.timeline.events.changed { $0.time = $0.time + start }
      let end = row.timeline.end.moved { $0 + start }
      if let position = rows.firstIndex(where: { $0.name == row.name }) {
        run.rows[position].timeline = Timeline(events: rows[position].timeline.events + events, end: end)
      } else {
        run.rows.append((row.name, Timeline(events: events, end: end)))
      }
    }
    run.end = start + other.last
    run.isStopped = other.isStopped
    run.unrecorded += other.unrecorded
    run.isCut = isCut || other.isCut
    return run
  }

  /// This run with the rows of another one, which began at the same time. A row whose name is taken gets a number: `log2`.
  ///
  /// - Parameter names: other names that are taken, such as those of outputs.
  package func beside(_ other: RecordedRun, reserving names: Set<String> = []) -> RecordedRun {
    var run = self
    var taken = names.union(rows.map(\.name))
    for row in other.rows {
      var (name, number) = (row.name, 2)
      while !taken.insert(name).inserted {
        name = "\(row.name)\(number)"
        number += 1
      }
      run.rows.append((name, row.timeline))
    }
    run.end = max(last, other.last)
    run.isStopped = isStopped || other.isStopped
    run.unrecorded += other.unrecorded
    run.isCut = isCut || other.isCut
    return run
  }
}
