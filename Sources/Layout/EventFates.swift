package import Marbles
internal import Operators
package import Scenes

/// The fate of every event of a recording: which events waited for others, and which reached no output row.
///
/// Waits are derived lazily from `from`, so they work with any operator; drops are those of ``ValueFates``. Events are
/// identified by their row and their position among the recorded events of the row.
package struct EventFates: Sendable {
  private let plan: Recording
  private let theWaits: [Lazy<[SceneTime?]>]
  /// The fates of input values.
  package let values: ValueFates

  package init(of plan: Recording, in scene: Scene) {
    self.plan = plan
    values = ValueFates(of: plan, in: scene)
    theWaits = plan.rows.map { _ in Lazy() }
  }

  /// The time since which a source of an output event has waited; nil when none has.
  ///
  /// A source that also made the previous event of the row is not waiting: the operator holds it.
  package func wait(row: Int, at position: Int) -> SceneTime? {
    guard plan.rows.indices.contains(row), !plan.rows[row].isInput else { return nil }
    let waits = theWaits[row].value { findWaits(in: plan.rows[row]) }
    return waits.indices.contains(position) ? waits[position] : nil
  }

  /// The time at which it was certain that an input event reaches no output row; nil when it does or may.
  package func drop(row: Int, at position: Int) -> SceneTime? { values.drop(row: row, at: position) }

  /// Whether an event of the input row at `position` reaches no output row.
  package func hasDrops(row position: Int) -> Bool { values.hasDrops(row: position) }

  // MARK: Waits

  /// For each event of an output row, the time since which the first of its new sources has waited.
  private func findWaits(in row: Recording.Row) -> [SceneTime?] {
    var walk = LineageWalk()
    var seen: Set<EventKey> = []
    return row.timeline.events.map { event in
      var earliest = event.time
      walk.visit(event.from) { key in
        guard let source = plan[key], seen.insert(key).inserted else { return }
        earliest = min(earliest, source.time)
      }
      return earliest < event.time ? earliest : nil
    }
  }
}
