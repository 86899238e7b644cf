package import Marbles
internal import Operators
package import Scenes

/// The fate of every event of a recording: which events waited for others, and which reached no output row.
///
/// Waits are derived lazily from `from`, so they work with any operator; drops are those of ``ValueFates``. Events are
/// identified by their row and their position among the recorded events of the row.
package struct EventFates: Sendable {
  private let plan: Recording
  private let theWaits: [Lazy<RowWaits>]
  /// The fates of input values.
  package let values: ValueFates

  package init(of plan: Recording, in scene: Scene) {
    self.plan = plan
    values = ValueFates(of: plan, in: scene)
    theWaits = plan.rows.map { _ in Lazy() }
  }

  /// When the sources of an output event came that waited for it, the first ones first.
  ///
  /// A source that also made an earlier event of the row is not waiting: the operator holds it.
  package func waits(row: Int, at position: Int) -> ArraySlice<SceneTime> {
    guard plan.rows.indices.contains(row), !plan.rows[row].isInput else { return [] }
    return theWaits[row].value { RowWaits(of: plan.rows[row], in: plan) }[position]
  }

  /// The time at which it was certain that an input event reaches no output row; nil when it does or may.
  package func drop(row: Int, at position: Int) -> SceneTime? { values.drop(row: row, at: position) }

  /// Whether an event of the input row at `position` reaches no output row.
  package func hasDrops(row position: Int) -> Bool { values.hasDrops(row: position) }
}

/// When the sources of the events of an output row came that waited for them.
private struct RowWaits: Sendable {
  private var times: [SceneTime] = []
  /// For each event, the end of its part of the times.
  private var ends: [Int] = []

  init(of row: Recording.Row, in plan: Recording) {
    var walk = LineageWalk()
    var seen: Set<EventKey> = []
    ends.reserveCapacity(row.timeline.events.count)
    for event in row.timeline.events {
      let start = times.count
      walk.visit(event.from) { key in
        guard let source = plan[key], seen.insert(key).inserted, source.time < event.time else { return }
        times.append(source.time)
      }
      times[start...].sort()
      ends.append(times.count)
    }
  }

  subscript(position: Int) -> ArraySlice<SceneTime> {
    guard ends.indices.contains(position) else { return [] }
    return times[(position > 0 ? ends[position - 1] : 0)..<ends[position]]
  }
}
