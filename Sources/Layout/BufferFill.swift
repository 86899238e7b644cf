internal import Expressions
package import Marbles
internal import Operators
internal import Scenes

/// How many values wait in the buffer of a row, from a time on.
package struct BufferFill: Hashable, Sendable {
  /// When the number changed.
  package var time: SceneTime
  /// The number of values.
  package var count: Int
}

extension BufferFill {
  /// The changes of the buffer of a row, in order of time; empty for a row that is no buffer of another row, and for a buffer
  /// that never holds two values at once.
  static func changes(ofRow position: Int, in plan: Recording, of scene: Scene) -> [BufferFill] {
    guard scene.rows.indices.contains(position), plan.rows.indices.contains(position),
      case .call(let call)? = scene.rows[position].expression?.plan, case .queue = call.semantics.receiver.holding,
      case .row(let name, _)? = call.receiver, let source = scene.position(of: name),
      plan.rows.indices.contains(source)
    else { return [] }
    let row = plan.rows[position]
    let lost = row.notes.filter { if case .dropped = $0.note.action { true } else { false } }
    let changes =
      plan.rows[source].timeline.events.map { (time: $0.time, count: 1) }
      + row.timeline.events.map { (time: $0.time, count: -1) } + lost.map { (time: $0.time, count: -1) }
    var fills: [BufferFill] = []
    for change in changes.sorted(by: { $0.time < $1.time }) {
      let count = (fills.last?.count ?? 0) + change.count
      if fills.last?.time == change.time {
        fills[fills.count - 1].count = count
      } else {
        fills.append(BufferFill(time: change.time, count: count))
      }
    }
    return fills.contains { $0.count > 1 } ? fills : []
  }
}
