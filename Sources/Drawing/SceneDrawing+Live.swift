internal import Marbles
internal import Scenes

/// Scenes with live input: the recording grows.
extension SceneDrawing {
  /// The part of a live recording that a frame can show.
  func recent(of recording: Recording, at moment: FrameState) -> Recording {
    let window = scene.window ?? Scene.liveWindow
    let (first, last) = moment.rowTimes.reduce((moment.time, moment.time)) { (min($0.0, $1), max($0.1, $1)) }
    // Includes events that have just left the window, and their sources.
    var recent = recording.since(first - window - window)
    recent.duration = last
    return recent
  }

  /// The time without events after which a hint is shown.
  private static let timeout = SceneTime.seconds(3)

  /// A hint why no event has arrived for a while.
  func hint(for recording: Recording, at moment: FrameState) -> String? {
    guard isLive, moment.time >= Self.timeout else { return nil }
    let isSilent = recording.rows.allSatisfy {
      !$0.isLive || $0.earlier == 0 && $0.timeline.events.isEmpty && $0.timeline.end == .open
    }
    guard isSilent else { return nil }
    let sources = scene.rows.compactMap(\.live).map { $0.source ?? "" }
    if let tap = sources.first, sources.allSatisfy({ $0.hasPrefix("tap:") }) {
      return "no value yet; start a program with the tap `\(tap.dropFirst(4))`, and MARBLED_TAP set to marbled's socket"
    }
    return "no input yet; the program may buffer its output to a pipe: try stdbuf -oL"
  }
}
