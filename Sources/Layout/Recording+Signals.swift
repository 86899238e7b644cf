package import Marbles
internal import Operators
package import Scenes

extension Recording {
  /// The events of rows that released what a row held at an instant.
  package func signals(ofRow position: Int, at time: SceneTime) -> [EventKey] {
    guard rows.indices.contains(position) else { return [] }
    let notes = rows[position].notes
    return notes[notes.partitioningIndex { $0.time >= time }...].prefix { $0.time == time }
      .flatMap { $0.note.action == .used(.triggered) ? $0.note.from.newest(1) : [] }
  }
}
