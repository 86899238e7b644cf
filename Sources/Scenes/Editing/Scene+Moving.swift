public import Marbles

extension Scene {
  /// The result of moving an event.
  public struct Moved: Sendable {
    /// The scene with the event at its new time.
    public var scene: Scene
    /// The new key of the event, which may have passed others.
    public var key: EventKey
  }

  /// Moves an input event to another time; a generated row becomes a written one.
  ///
  /// The time is clamped to 0 and the scene's duration, if it has one. An end at the last event moves along with the
  /// last event; another end stays, unless the event moves past it.
  ///
  /// - Returns: nil when no input row has this event.
  public func moving(_ key: EventKey, to time: SceneTime) -> Moved? {
    guard rows.indices.contains(key.row), var input = rows[key.row].input,
      input.timeline.events.indices.contains(key.index)
    else { return nil }
    let time = time.clamped(for: self)
    var events = input.timeline.events
    let old = events[key.index].time
    guard time != old else { return Moved(scene: self, key: key) }
    // Events at the same instant keep their order.
    let index =
      time > old
      ? events[(key.index + 1)...].prefix { $0.time < time }.count + key.index
      : key.index - events[..<key.index].reversed().prefix { $0.time > time }.count
    events[key.index].time = time
    input.timeline = input.timeline.replacing(events)
    input.random = nil
    var scene = self
    scene.rows[key.row].input = input
    return Moved(scene: scene, key: EventKey(row: key.row, index: index))
  }
}
