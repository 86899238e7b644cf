internal import Marbles
package import Scenes

/// Rebuilds the recording of another process from a snapshot and the events after it.
package struct RecordingFollower: Sendable {
  private let names: EventNames
  /// The positions of the rows that are complete from the start.
  private let known: Set<Int>

  /// - Parameters:
  ///   - scene: the scene that is played.
  ///   - known: the positions of the rows that recordings have in full: messages about their events change nothing.
  package init(_ scene: Scene, known: Set<Int> = []) {
    names = EventNames(scene)
    self.known = known
  }

  /// Takes over all that a snapshot says.
  package func take(_ snapshot: ViewerSnapshot, into recording: inout Recording) {
    for row in snapshot.rows {
      guard let position = names.position(ofRow: row.name), !known.contains(position) else { continue }
      recording.forget(position, earlier: row.earlier)
      if let losses = row.losses { recording.rows[position].losses = losses.counts }
      recording.rows[position].edits = row.edits.map(\.edit)
      if let command = row.command { recording.rows[position].source = command.status }
      recording.rows[position].source.loop = row.loop
    }
    for event in snapshot.events { append(event, to: &recording) }
  }

  /// Adds an event of a row, unless it is known.
  ///
  /// - Returns: the event; nil when it changes nothing.
  @discardableResult
  package func append(_ line: EventLine, to recording: inout Recording) -> Recording.Entry? {
    guard let entry = line.entry(names), !known.contains(entry.row) else { return nil }
    // Rows accept only events after their latest one. Their timeline is read in place: with a second reference to it, each
    // event would copy the row.
    guard recording.rows[entry.row].timeline.end == .open, recording.rows[entry.row].timeline.latest <= entry.time
    else { return nil }
    if entry.isValue, entry.index != recording.rows[entry.row].count {
      guard entry.index > recording.rows[entry.row].count else { return nil }
      // Events in between are missing: the row continues with this one.
      recording.forget(entry.row, earlier: entry.index)
    }
    recording.append(entry)
    return entry
  }

  /// Takes over what a change says of a row; other changes say nothing of a recording.
  ///
  /// - Returns: the event of a row; nil when there is none, or it changes nothing.
  @discardableResult
  package func take(_ change: StreamEvent, into recording: inout Recording) -> Recording.Entry? {
    switch change {
    case .event(let line): return append(line, to: &recording)
    case .losses(let name, let losses):
      if let position = names.position(ofRow: name) { recording.rows[position].losses = losses.counts }
    case .command(let name, let command):
      if let position = names.position(ofRow: name) {
        let loop = recording.rows[position].source.loop
        recording.rows[position].source = command.status
        recording.rows[position].source.loop = loop
      }
    case .loop(let name, let loop):
      if let position = names.position(ofRow: name) { recording.rows[position].source.loop = loop }
    case .snapshot, .motion, .message, .notice, .heartbeat, .end: break
    }
    return nil
  }
}

extension Recording {
  /// Clears a row, of which `earlier` events are not known.
  fileprivate mutating func forget(_ position: Int, earlier: Int) {
    let row = rows[position]
    rows[position] = Recording.Row(
      name: row.name, expression: row.expression, timeline: Timeline(end: .open), capacity: row.capacity,
      forgotten: earlier)
    (rows[position].losses, rows[position].source) = (row.losses, row.source)
  }
}
