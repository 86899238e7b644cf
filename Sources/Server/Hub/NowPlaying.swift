public import HubCore
public import Marbles
public import Player
public import Scenes

/// What is shown now: what a viewer in this process draws.
public struct NowPlaying: Sendable {
  /// What is played.
  public var entry: Playlist.Entry
  /// The ids of its events.
  var names: EventNames
  /// What will have happened at its end.
  public var plan: Recording
  /// What has happened in each row so far, inputs included.
  public var history: Recording
  /// The run itself, for where the playhead is.
  public var performance: Performance
  /// What is shown beside it.
  var display: HubDisplay

  /// Whether the card of the scene is shown, the scene, or its end.
  public var phase: Phase { display.phase }
  /// Its number in the playlist, from 1; nil for a scene that is not in it.
  public var position: Int? { display.position }
  /// How many there are in the playlist.
  public var count: Int { display.count }
  /// The title of what comes next.
  public var next: String { display.next }
  /// Its name.
  public var nextName: String { display.nextName }
  /// The banner.
  public var message: String? { display.message }
  /// What went wrong last.
  public var notice: String? { display.notices.last }
  /// Whether the speed was set by a command, and holds until it is taken back.
  public var isSpeedSet: Bool { display.isSpeedSet }

  /// Where the playhead is.
  public var time: SceneTime {
    switch phase {
    case .ready: .zero
    case .playing: performance.sceneTime
    case .ended: max(performance.sceneTime, plan.duration)
    }
  }

  /// When it ends; nil for a live scene that goes on until another one is played.
  public var duration: SceneTime? { entry.scene.isLive ? entry.scene.duration : plan.duration }

  /// What has happened so far, as a stage draws it: inputs whole, but for those that are live.
  public var recording: Recording {
    var recording = entry.scene.emptyRecording()
    for (position, row) in history.rows.enumerated() where !row.isInput || row.isLive {
      recording.rows[position] = row
    }
    return recording
  }
}
