internal import Expressions
package import Marbles
internal import Operators
internal import Scenes

/// How many values wait in the buffer of a row, in the course of time.
package struct BufferFill: Hashable, Sendable {
  /// The number of values from a time on.
  package struct Change: Hashable, Sendable {
    /// When the number changed.
    package var time: SceneTime
    /// The number of values.
    package var count: Int
  }

  /// The changes, in order of time; empty for a row that is no buffer of another row, and for a buffer that never holds two
  /// values at once.
  package private(set) var changes: [Change] = []
  /// The greatest number.
  package private(set) var greatest = 0

  /// The buffer of a row without one.
  package init() {}

  init(ofRow position: Int, in plan: Recording, of scene: Scene) {
    guard scene.rows.indices.contains(position), plan.rows.indices.contains(position),
      case .call(let call)? = scene.rows[position].expression?.plan, case .queue = call.semantics.receiver.holding,
      call.semantics.inner == nil, case .row(let name, _)? = call.receiver, let source = scene.position(of: name),
      plan.rows.indices.contains(source)
    else { return }
    let row = plan.rows[position]
    let lost = row.notes.filter { if case .dropped = $0.note.action { true } else { false } }
    let steps =
      plan.rows[source].timeline.events.map { (time: $0.time, count: 1) }
      + row.timeline.events.map { (time: $0.time, count: -1) } + lost.map { (time: $0.time, count: -1) }
    var found: [Change] = []
    for step in steps.sorted(by: { $0.time < $1.time }) {
      let count = (found.last?.count ?? 0) + step.count
      if found.last?.time == step.time {
        found[found.count - 1].count = count
      } else {
        found.append(Change(time: step.time, count: count))
      }
    }
    let most = found.lazy.map(\.count).max() ?? 0
    if most > 1 { (changes, greatest) = (found, most) }
  }
}
