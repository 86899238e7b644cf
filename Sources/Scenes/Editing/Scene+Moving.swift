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
    let time = min(max(.zero, time), duration ?? .longestReadable)
    let old = input.timeline.events[key.index].time
    guard time != old else { return Moved(scene: self, key: key) }
    // Events at the same instant keep their order.
    let index =
      time > old
      ? input.timeline.events[(key.index + 1)...].prefix { $0.time < time }.count + key.index
      : key.index - input.timeline.events[..<key.index].reversed().prefix { $0.time > time }.count
    input.timeline = input.timeline.moving(key.index, to: time)
    input.random = nil
    var scene = self
    scene.rows[key.row].content = .input(input)
    return Moved(scene: scene, key: EventKey(row: key.row, index: index))
  }
}

extension Timeline {
  /// The timeline with the event at `index` at another time.
  fileprivate func moving(_ index: Int, to time: SceneTime) -> Timeline {
    let previous = events.last?.time
    var events = events
    events[index].time = time
    let latest = events.map(\.time).max() ?? time
    func moved(_ end: SceneTime) -> SceneTime { end == previous ? latest : max(end, latest) }
    return switch end {
    case .finish(let end): Timeline(events: events, end: .finish(moved(end)))
    case .error(let end, let message): Timeline(events: events, end: .error(moved(end), message: message))
    case .open: Timeline(events: events, end: .open)
    }
  }
}
