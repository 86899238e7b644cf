public import Marbles

/// Events by their keys, and ids as text, which exist in files and JSON alone.
extension Recording {
  /// The event that `key` means; nil when it is not held, or has not happened.
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

  /// The key of the event at a position of what is held of a row.
  public func key(row: Int, at position: Int) -> EventKey { EventKey(row: row, index: rows[row].earlier + position) }

  /// The key of an event of an inner stream of the row at `row`.
  public func key(ofInner row: Int, stream: Int, index: Int) -> EventKey {
    EventKey(row: rows.count + row, stream: stream, index: index)
  }

  /// The id of an event as text: as the scene gives it, else `ROW#INDEX`, and of an inner stream `ROW#STREAM/INDEX`.
  public func id(of key: EventKey) -> String {
    if let name = self[key]?.name { return name }
    guard key.row >= rows.count else { return Event.defaultID(row: rows[key.row].name, index: key.index) }
    return "\(rows[key.row - rows.count].name)#\(key.inner.stream)/\(key.inner.index)"
  }

  /// The key of the event that has this id; nil when there is none so far. Takes time by the events of inputs.
  public func key(of id: String) -> EventKey? {
    EventNames(self).key(of: id).flatMap { self[$0] == nil || self.id(of: $0) != id ? nil : $0 }
  }
}

/// From the ids of events to their keys and back, where there is no recording that holds the events.
public struct EventNames: Sendable {
  private let rows: [String]
  private let positions: [String: Int]
  private var names: [EventKey: String] = [:]
  private var keys: [String: EventKey] = [:]

  /// The ids of the events of a recording.
  public init(_ recording: Recording) {
    self.init(recording.rows.lazy.map { (name: $0.name, events: $0.timeline.events, earlier: $0.earlier) })
  }

  /// The ids that a scene gives its events, and those that its outputs' events get.
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

  /// The id of an event of a row.
  public func id(of key: EventKey) -> String { names[key] ?? Event.defaultID(row: rows[key.row], index: key.index) }

  /// The position of the row with this name; nil when there is none.
  public func position(ofRow name: String) -> Int? { positions[name] }

  /// The name of the row at a position.
  public func row(_ position: Int) -> String { rows[position] }

  /// The key of the event that has this id, whether it has happened or not; nil when no row's event can have it.
  public func key(of id: String) -> EventKey? {
    if let key = keys[id] { return key }
    guard let hash = id.utf8.lastIndex(of: UInt8(ascii: "#")), let index = Int(id[id.utf8.index(after: hash)...]),
      (0..<1 << 40).contains(index), let row = positions[String(id[..<hash])]
    else { return nil }
    let key = EventKey(row: row, index: index)
    return names[key] == nil ? key : nil
  }
}
