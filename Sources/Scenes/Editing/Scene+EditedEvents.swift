public import Marbles

/// Where events are after an edit, as events are called by their places.
extension Scene {
  /// The event that an edit changes or inserts, by its key after the edit; nil for other edits, and for one that does not fit
  /// the scene.
  public func editedEvent(of edit: SceneEdit) -> EventKey? {
    switch edit {
    case .moveEvent(let key, let time): moving(key, to: time)?.key
    case .insertEvent(_, let row, let time):
      self.row(row)?.input.map { EventKey(row: row, index: $0.timeline.events.placeOfNew(at: time.clamped(for: self))) }
    case .setValue(let key, _), .setColor(let key, _): key
    default: nil
    }
  }

  /// The key of an input event after an edit; nil when the event is removed, or when the edit replaces all events.
  public func key(of key: EventKey, after edit: SceneEdit) -> EventKey? {
    switch edit {
    case .moveEvent(let other, _) where other.row == key.row:
      guard let new = editedEvent(of: edit) else { return nil }
      return other == key ? new : key.inRemoved(other)?.withInserted(new)
    case .insertEvent(_, let row, _) where row == key.row: return editedEvent(of: edit).map(key.withInserted)
    case .removeEvent(let other) where other.row == key.row: return key.inRemoved(other)
    case .setInput(let row, _) where row == key.row: return nil
    case .insertRow(_, let position): return key.inRow(key.row + (max(0, min(rows.count, position)) <= key.row ? 1 : 0))
    case .removeRow(let position):
      return position == key.row ? nil : key.inRow(key.row - (position < key.row ? 1 : 0))
    case .moveRow(let position, let target):
      let target = max(0, min(rows.count - 1, target))
      if position == key.row { return key.inRow(target) }
      let without = key.row - (position < key.row ? 1 : 0)
      return key.inRow(without + (target <= without ? 1 : 0))
    case .all, .replaceScene: return nil
    default: return key
    }
  }
}

extension EventKey {
  fileprivate func inRow(_ row: Int) -> EventKey { EventKey(row: row, index: index) }

  fileprivate func withInserted(_ other: EventKey) -> EventKey {
    EventKey(row: row, index: index + (other.index <= index ? 1 : 0))
  }

  fileprivate func inRemoved(_ other: EventKey) -> EventKey? {
    self == other ? nil : EventKey(row: row, index: index - (other.index < index ? 1 : 0))
  }
}

extension [Event] {
  /// The index of an event that is inserted at a time: behind those of the same instant.
  func placeOfNew(at time: SceneTime) -> Int { lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0 }
}
