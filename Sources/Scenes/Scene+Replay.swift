internal import Marbles

extension Scene {
  /// The scene with what its live rows have recorded as given timelines, so that it can be played again.
  ///
  /// Events that are no longer retained are missing; the others then move to the beginning together.
  public func replaying(_ recording: Recording) -> Scene {
    guard isLive else { return self }
    let recorded = zip(rows, recording.rows).filter { $0.0.live != nil }.map(\.1)
    let isWhole = recorded.allSatisfy { $0.earlier == 0 }
    let start = isWhole ? .zero : recorded.compactMap { $0.timeline.events.first?.time }.min() ?? .zero
    var scene = self
    for (position, row) in recording.rows.enumerated() where rows.indices.contains(position) {
      guard rows[position].live != nil else { continue }
      let events = row.timeline.events.changed { $0.time = $0.time - start }
      let end = row.timeline.end.moved { max(.zero, $0 - start) }
      scene.rows[position].content = .input(Input(Timeline(events: events, end: end), start: .unbuffered))
    }
    scene.duration = duration.map { max(.zero, $0 - start) }
    scene.window = window ?? Self.liveWindow
    if about.isEmpty { scene.about = "Recorded live." }
    return scene
  }
}
