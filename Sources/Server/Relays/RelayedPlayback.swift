internal import Marbles
internal import Player
internal import Scenes
internal import Synchronization
internal import Wire

/// The run of a scene in the daemon that is followed.
final class RelayedPlayback: ShownPlayback {
  private struct State {
    /// The motion of the playhead, in wall time of this process.
    var motion: PlaybackState
    /// Where the playhead stands while nothing is heard; nil while it follows.
    var held: SceneTime?
    var losses: [Int: ArrivalQueue.Counts] = [:]
    var sources: [Int: SourceStatus] = [:]
  }

  let scene: Scene
  private let state: Mutex<State>
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - scene: the scene that is played.
  ///   - motion: the motion of the playhead.
  ///   - recording: the losses and the sources of the rows.
  ///   - now: reads the wall clock, in nanoseconds.
  init(_ scene: Scene, _ motion: PlaybackState, _ recording: Recording, now: @escaping @Sendable () -> Int64) {
    (self.scene, self.now) = (scene, now)
    state = Mutex(State(motion: motion))
    note(recording)
  }

  var playback: PlaybackState {
    state.withLock { state in
      guard let held = state.held else { return state.motion }
      var playback = state.motion
      (playback.anchor, playback.wallAnchor, playback.isPaused) = (held, now(), true)
      return playback
    }
  }

  var sceneTime: SceneTime {
    let now = now()
    return state.withLock { $0.held ?? $0.motion.time(at: now) }
  }

  /// Changes the motion of the playhead.
  func move(_ motion: PlaybackState) { state.withLock { $0.motion = motion } }

  /// Stops the playhead while nothing is heard, or lets it follow again.
  func hold(_ isHeld: Bool) {
    let now = now()
    state.withLock { state in
      state.held = isHeld ? state.held ?? state.motion.time(at: now) : nil
    }
  }

  /// Takes over the losses and the sources of the rows.
  func note(_ recording: Recording) {
    state.withLock { state in
      for (position, row) in recording.rows.enumerated() {
        state.losses[position] = row.losses
        state.sources[position] = CommandState(row.source)?.status
      }
    }
  }

  func losses(ofRow position: Int) -> ArrivalQueue.Counts {
    state.withLock { $0.losses[position] ?? ArrivalQueue.Counts() }
  }

  func sourceStatus(ofRow position: Int) -> SourceStatus? { state.withLock { $0.sources[position] } }

  /// Nil: the input is in the daemon that is followed.
  func liveInput(_ row: String) -> ArrivalQueue? { nil }

  func closeLiveInputs() {}

  func ping(_ caller: @escaping @Sendable () -> Void) { caller() }
}
