public import Marbles

/// Events by key, and ids as text, which exist only in files and JSON.
extension Recording {
  /// The event with this key; nil when it was forgotten or has not happened.
  public subscript(key: EventKey) -> Event? {
    guard key.row < rows.count else {
      let (row, place) = (key.row - rows.count, key.inner)
      guard rows.indices.contains(row), rows[row].inner.indices.contains(place.stream) else { return nil }
      let events = rows[row].inner[place.stream].events
      return events.indices.contains(place.index) ? events[place.index] : nil
    }
    let (index, events) = (key.index - rows[key.row].earlier, rows[key.row].timeline.events)
    return events.indices.contains(index) ? events[index] : nil
  }

  /// The key of the event at a position among the retained events of a row.
  public func key(row: Int, at position: Int) -> EventKey { EventKey(row: row, index: rows[row].earlier + position) }

  /// The id of an event: the scene's, else `ROW#INDEX`, or `ROW#STREAM/INDEX` in an inner stream.
  public func id(of key: EventKey) -> String {
    if let name = self[key]?.name { return name }
    guard key.row >= rows.count else { return Event.defaultID(row: rows[key.row].name, index: key.index) }
    return "\(rows[key.row - rows.count].name)#\(key.inner.stream)/\(key.inner.index)"
  }

  /// The key of the event with this id; nil when there is none so far. Linear in the number of input events.
  public func key(of id: String) -> EventKey? {
    EventNames(self).key(of: id).flatMap { self[$0] == nil || self.id(of: $0) != id ? nil : $0 }
  }
}

/// Converts between the ids of events and their keys, without a recording of the events.
public struct EventNames: Sendable {
  private let rows: [String]
  private let positions: [String: Int]
  private var names: [EventKey: String] = [:]
  private var keys: [String: EventKey] = [:]

  /// Takes the ids from a recording.
  public init(_ recording: Recording) {
    self.init(recording.rows.lazy.map { (name: $0.name, events: $0.timeline.events, earlier: $0.earlier) })
  }

  /// Takes the ids from a scene, including those of future output events.
  public init(_ scene: Scene) {
    self.init(scene.rows.lazy.map { (name: $0.name, events: $0.timeline?.events ?? [], earlier: 0) })
  }

  private init(_ rows: some Collection<(name: String, events: [Event], earlier: Int)>) {
    self.rows = rows.map(\.name)
    positions = Dictionary(self.rows.enumerated().map { ($1, $0) }) { first, _ in first }
    for (position, row) in rows.enumerated() {
      for (index, event) in row.events.enumerated() {
        guard let name = event.name else { continue }
        let key = EventKey(row: position, index: row.earlier + index)
        names[key] = name
        keys[name] = key
      }
    }
  }

  /// The id of a row's event.
  public func id(of key: EventKey) -> String { names[key] ?? Event.defaultID(row: rows[key.row], index: key.index) }

  /// The position of the row with this name; nil when there is none.
  public func position(ofRow name: String) -> Int? { positions[name] }

  /// The name of the row at this position.
  public func row(_ position: Int) -> String { rows[position] }

  /// The key of the event with this id, whether it has happened or not; nil when no event can have this id.
  public func key(of id: String) -> EventKey? {
    if let key = keys[id] { return key }
    guard let hash = id.utf8.lastIndex(of: UInt8(ascii: "#")), let index = Int(id[id.utf8.index(after: hash)...]),
      (0..<1 << 40).contains(index), let row = positions[String(id[..<hash])]
    else { return nil }
    let key = EventKey(row: row, index: index)
    return names[key] == nil ? key : nil
  }
}
