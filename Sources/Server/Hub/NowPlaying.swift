internal import HubCore
public import Marbles
internal import Player
public import Scenes

/// The scene that plays now, as a viewer in this process draws it.
public struct NowPlaying: Sendable {
  /// A number that no other run of this process has.
  var run: Int
  /// The scene that is shown.
  public var scene: Scene
  /// The ids of the scene's events.
  var names: EventNames
  /// The recording of the whole run, planned in advance; without outputs unless ``isPlanned``.
  public var plan: Recording
  /// Whether the plan has the outputs: not for a live scene, and not in a relay that can't plan the scene.
  var isPlanned: Bool
  /// What has happened in each row so far, inputs included.
  public var history: Recording
  /// The run, which knows where the playhead is.
  public var scenePlayback: any ShownPlayback
  /// What is shown beside the scene.
  var display: HubDisplay
  /// What viewers were told of the loops over taps, by the position of the row.
  var toldLoops: [Int: LoopStatus] = [:]

  /// Whether the title card, the scene, or its end is shown.
  public var phase: PlaybackState.Phase { display.phase }
  /// The latest notice; nil when there is none.
  public var notice: String? { display.notices.last }
  /// The scene time at the playhead.
  public var time: SceneTime {
    switch phase {
    case .ready: .zero
    case .playing: scenePlayback.sceneTime
    case .ended: max(scenePlayback.sceneTime, plan.duration)
    }
  }

  /// When the scene ends; nil for a live scene without a duration.
  public var duration: SceneTime? { scene.isLive ? scene.duration : plan.duration }

  /// What has changed of the loops over taps since viewers were told.
  var newLoops: [(position: Int, loop: LoopStatus)] {
    guard scene.isLive else { return [] }
    return scene.rows.indices.compactMap { position in
      scenePlayback.sourceStatus(ofRow: position)?.loop.flatMap { $0 == toldLoops[position] ? nil : (position, $0) }
    }
  }

  /// Adds live rows behind all others; the rows that are there keep their history.
  mutating func add(_ rows: [Scene.Row]) {
    scene.rows += rows
    names = EventNames(scene)
    plan.rows += scene.emptyRecording().rows.suffix(rows.count)
    history.rows += scene.emptyHistory.rows.suffix(rows.count)
  }

  /// What has happened so far, as a drawing shows it: inputs in full, except live ones.
  public var recording: Recording {
    var recording = scene.emptyRecording(until: scene.isLive || isPlanned ? nil : plan.duration)
    for (position, row) in history.rows.enumerated() where !row.isInput || row.isLive {
      recording.rows[position] = row
    }
    return recording
  }
}
