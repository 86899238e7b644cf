public import Marbles

extension Scene {
  /// The scene with one input event at another time; all ids stay, and a generated row becomes a written one.
  ///
  /// Between 0 and the scene's duration, where it has one. An end that stood at the row's last event stays at its last
  /// event; another end stays where it is, unless the event comes behind it.
  ///
  /// - Returns: nil when no input row has an event with this id.
  public func moving(_ id: Event.ID, to time: SceneTime) -> Scene? {
    for (position, row) in rows.enumerated() {
      guard var input = row.input, let index = input.timeline.events.firstIndex(where: { $0.id == id }) else {
        continue
      }
      let time = min(max(.zero, time), duration ?? .longestReadable)
      guard time != input.timeline.events[index].time else { return self }
      input.timeline = input.timeline.moving(index, to: time)
      input.random = nil
      var scene = self
      scene.rows[position].content = .input(input)
      return scene
    }
    return nil
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
