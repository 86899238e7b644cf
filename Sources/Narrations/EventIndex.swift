internal import Marbles
public import Scenes

/// Where each event stands, by its id.
///
/// Most ids say it themselves, `ROW#INDEX`; only those of inputs that were given others are kept, and those of the
/// recording that it begins with are looked up when the first such id is asked for.
public struct EventIndex: Sendable {
  private let rows: [String: Int]
  private let beginning: Recording
  private let theGiven = Once<[String: EventPosition]>()
  private var added: [String: EventPosition] = [:]

  /// The index of a recording, whole or so far.
  public init(_ recording: Recording) {
    rows = Dictionary(recording.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
    beginning = recording
  }

  /// Takes note of what was last added to a recording.
  mutating func note(_ entry: Recording.Entry, in recording: Recording) {
    guard case .value(let event) = entry.kind else { return }
    let row = recording.rows[entry.row]
    let position = EventPosition(row: entry.row, index: row.earlier + row.timeline.events.count - 1)
    if said(by: event.id) != position { added[event.id] = position }
  }

  /// Where the event with this id stands; nil when it has not happened.
  public func position(of id: String, in recording: Recording) -> EventPosition? {
    // Where a row forgets, its events move up.
    func present(_ position: EventPosition) -> EventPosition? {
      let row = recording.rows[position.row]
      let index = position.index - row.earlier
      guard row.timeline.events.indices.contains(index), row.timeline.events[index].id == id else { return nil }
      return EventPosition(row: position.row, index: index)
    }
    if let position = said(by: id).flatMap(present) { return position }
    return (added[id] ?? given[id]).flatMap(present)
  }

  /// Where the events stand whose ids don't say it.
  private var given: [String: EventPosition] {
    theGiven.value {
      var given: [String: EventPosition] = [:]
      for (row, recorded) in beginning.rows.enumerated() where recorded.isInput {
        for (index, event) in recorded.timeline.events.enumerated() {
          let position = EventPosition(row: row, index: recorded.earlier + index)
          if said(by: event.id) != position { given[event.id] = position }
        }
      }
      return given
    }
  }

  /// The place that an id made of a row's name and an index names.
  private func said(by id: String) -> EventPosition? {
    guard let hash = id.utf8.lastIndex(of: UInt8(ascii: "#")), let index = Int(id[id.utf8.index(after: hash)...]),
      index >= 0, let row = rows[String(id[..<hash])]
    else { return nil }
    return EventPosition(row: row, index: index)
  }
}
