internal import Marbles
internal import Scenes

/// Scenes whose events come from outside: there is no recording of the whole.
extension Stage {
  /// What a frame of a live scene can show: a plan by itself, for as long as the frame is.
  func recent(of recording: Recording, at moment: Moment) -> Recording {
    let window = scene.window ?? Scene.liveWindow
    let (first, last) = moment.rowTimes.reduce((moment.time, moment.time)) { (min($0.0, $1), max($0.1, $1)) }
    // What became of what has just left, too, and what it was made of.
    var recent = recording.since(first - window - window)
    recent.duration = last
    return recent
  }

  /// How long nothing may come until it is said why that may be.
  private static let patience = SceneTime.seconds(3)

  /// Why nothing has come, when nothing has for long.
  func hint(for recording: Recording, at moment: Moment) -> String? {
    let isSilent = recording.rows.allSatisfy {
      !$0.isLive || $0.earlier == 0 && $0.timeline.events.isEmpty && $0.timeline.end == .open
    }
    guard scene.isLive, isSilent, moment.time >= Self.patience else { return nil }
    return "nothing yet; a program may hold back what it writes to a pipe: try stdbuf -oL"
  }
}
