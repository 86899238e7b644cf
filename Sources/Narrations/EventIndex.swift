internal import Marbles
public import Scenes

/// Where each event stands, by its id.
///
/// Most ids say it themselves, `ROW#INDEX`; only those of inputs that were given others are kept.
public struct EventIndex: Sendable {
  private let rows: [String: Int]
  private var others: [String: EventPosition] = [:]

  /// The index of a recording, whole or so far.
  public init(_ recording: Recording) {
    rows = Dictionary(recording.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (position, row) in recording.rows.enumerated() where row.isInput {
      for (index, event) in row.timeline.events.enumerated() {
        note(event.id, at: EventPosition(row: position, index: index))
      }
    }
  }

  /// Takes note of what was last added to a recording.
  mutating func note(_ entry: Recording.Entry, in recording: Recording) {
    guard case .value(let event) = entry.kind else { return }
    let row = recording.rows[entry.row]
    note(event.id, at: EventPosition(row: entry.row, index: row.earlier + row.timeline.events.count - 1))
  }

  private mutating func note(_ id: String, at position: EventPosition) {
    if said(by: id) != position { others[id] = position }
  }

  /// Where the event with this id stands; nil when it has not happened.
  public func position(of id: String, in recording: Recording) -> EventPosition? {
    if let position = others[id] { return position }
    guard var position = said(by: id) else { return nil }
    // Where a row forgets, its events move up.
    position.index -= recording.rows[position.row].earlier
    let events = recording.rows[position.row].timeline.events
    return events.indices.contains(position.index) && events[position.index].id == id ? position : nil
  }

  /// The place that an id made of a row's name and an index names.
  private func said(by id: String) -> EventPosition? {
    guard let hash = id.utf8.lastIndex(of: UInt8(ascii: "#")), let index = Int(id[id.utf8.index(after: hash)...]),
      index >= 0, let row = rows[String(id[..<hash])]
    else { return nil }
    return EventPosition(row: row, index: index)
  }
}
