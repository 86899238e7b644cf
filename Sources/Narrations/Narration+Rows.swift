public import Marbles
public import Scenes

extension Narration {
  /// One line for each row: its expression, how many values it has emitted, and the newest.
  public var rowLines: [String] {
    recording.rows.indices.map { position in
      let row = recording.rows[position]
      let source = row.expression.map { shown($0) } ?? (row.isLive ? "live input" : "input")
      let events = row.timeline.events
      let count = row.count == 1 ? "1 value" : "\(row.count) values"
      let newest = events.last.map { ", the newest \(setOff($0.value))" } ?? ""
      let end =
        switch row.timeline.end {
        case .open: ""
        case .finish: "; finished"
        case .error(_, let message): "; failed: \(shown(message))"
        }
      return "\(name(ofRow: position)): \(source); \(events.isEmpty ? "no values" : count)\(newest)\(end)."
    }
  }

  /// Where the playhead is: `At 4.5 of 9 seconds, paused. Speed 2. Scene 1 of 2: zip.`
  ///
  /// - Parameters:
  ///   - scene: the scene that is played.
  ///   - time: the time of the playhead.
  ///   - duration: the duration of the scene; nil when it is unknown.
  ///   - state: what the playhead does: `playing`, `paused` or `at the end`.
  ///   - speed: the playback speed; nil in a live scene.
  ///   - place: the place among several scenes.
  public func position(
    in scene: Scene, at time: SceneTime, of duration: SceneTime?, _ state: String, speed: SpeedFactor?,
    place: ScenePlace? = nil
  ) -> String {
    let now = duration.map { "\(min(time, $0).inMilliseconds) of \(span($0))" } ?? span(time)
    let speed = speed.map { " Speed \($0)." } ?? ""
    let scene = DisplayText.shortened(scene.title, to: Self.messageLength)
    return "At \(now), \(state).\(speed) \(place?.opening ?? "Scene"): \(scene)."
  }
}
