package import Marbles
package import Scenes

/// Outputs that are hidden, so that viewers can predict them.
extension SceneDrawing {
  /// The time through which the values of a row are known to the viewer: for inputs, and for outputs that are not
  /// hidden, the time that the row shows.
  func knownTime(ofRow position: Int, at moment: FrameState) -> SceneTime {
    let time = moment.time(ofRow: position)
    guard let revealed = moment.revealed, scene.rows.indices.contains(position),
      scene.rows[position].expression != nil
    else { return time }
    return min(time, revealed)
  }

  /// The time at which a row is drawn: where hidden outputs are blank, the last one that is known.
  func drawnTime(ofRow position: Int, at moment: FrameState) -> SceneTime {
    moment.blanksHidden ? knownTime(ofRow: position, at: moment) : moment.time(ofRow: position)
  }

  /// Whether the value of an event has been emitted but is hidden.
  func isHidden(_ key: EventKey, in recording: Recording, at moment: FrameState) -> Bool {
    guard moment.hidesOutputs, let event = recording[key] else { return false }
    return event.time > knownTime(ofRow: key.row, at: moment)
  }

  /// The first instant at which hidden outputs have emitted or ended; nil when nothing that has happened is hidden.
  ///
  /// - Parameters:
  ///   - recording: the recording so far.
  ///   - moment: the state that is shown.
  package func nextHidden(in recording: Recording, at moment: FrameState) -> SceneTime? {
    guard let revealed = moment.revealed, outcome == nil else { return nil }
    return recording.rows.enumerated().compactMap { position, row -> SceneTime? in
      guard !row.isInput else { return nil }
      let (events, now) = (row.timeline.events, moment.time(ofRow: position))
      let next = events.partitioningIndex { $0.time > revealed }
      let time = next < events.count ? events[next].time : row.timeline.end.time.flatMap { $0 > revealed ? $0 : nil }
      return time.flatMap { $0 <= now ? $0 : nil }
    }.min()
  }
}
