internal import Drawing
internal import Marbles
internal import Playback
internal import Scenes

/// The start of a scene whose player is not ready yet.
struct SceneStart {
  /// The position of the scene.
  let place: Int
  /// The scene time at which it starts.
  let time: SceneTime
  var speedFactor: SpeedFactor
  var isPaused: Bool

  mutating func setPaused(_ isPaused: Bool) { self.isPaused = isPaused }

  /// The motion that is to come; until then the playhead stands at its start.
  func playback(at wall: Int64) -> PlaybackState {
    PlaybackState(from: time, at: wall, speedFactor: speedFactor, isPaused: isPaused)
  }
}

/// A playhead that is held while the scene is edited, or while it is dragged.
struct HeldPlayback {
  var time: SceneTime
  /// Whether it plays after the release.
  let goesOn: Bool
  /// The drawing of the scene without a preview.
  let drawing: SceneDrawing
}

/// Starting scenes at a time, and holding them there. The player of a scene is made, and catches up with the start, beside the
/// thread that draws.
extension LocalPlayback {
  /// The position of the scene that is shown once its player is ready.
  var next: Int { starting?.place ?? current }

  /// The speed of that scene.
  var speedFactor: SpeedFactor { starting?.speedFactor ?? scenePlayback.speedFactor }

  /// Starts the scene at an index. If it can't be played, the current scene continues until ``advance()`` throws the
  /// error.
  func start(
    _ place: Int, speedFactor: SpeedFactor, from time: SceneTime = .zero, isPaused: Bool = false
  ) {
    let scene = drawings[place].scene
    let least = Self.least(of: drawings[place], hasEnd: hasEnd)
    let start = SceneStart(place: place, time: min(time, least), speedFactor: speedFactor, isPaused: isPaused)
    let make = {
      @Sendable [wall, changes, drawing = drawings[place], recorder = recorder(scene)]
      (cancellation: Cancellation) throws(SceneError) in
      // The scene may never have been on the screen.
      drawing.prepare(until: { cancellation.isSet })
      let player = try ScenePlayback(
        scene, speedFactor: speedFactor, from: start.time, isPaused: isPaused, atLeast: least, wall: wall,
        recorder: recorder, cancellation: cancellation, onChange: { changes.report() })
      do throws(SceneError) { try player.catchUp() } catch {
        player.stop()
        throw error
      }
      return player
    }
    forgetEdit()
    (starting, held, finishedAt) = (start, nil, nil)
    guard scene.isLive else {
      starter.start(make)
      return takeStart(waiting: resultWait)
    }
    starter.cancel()
    finish(start, Result { () throws(SceneError) in try make(Cancellation()) })
  }

  /// Plays the newest scene once its player is ready.
  ///
  /// - Parameter limit: how long to wait for it; nil for as long as it takes.
  func takeStart(waiting limit: Duration?) {
    guard let start = starting, let result = starter.take(waiting: limit) else { return }
    finish(start, result)
  }

  private func finish(_ start: SceneStart, _ result: Result<ScenePlayback, SceneError>) {
    starting = nil
    do throws(SceneError) {
      let player = try result.get()
      // Keys may have been pressed meanwhile.
      player.setSpeedFactor(start.speedFactor)
      if player.isPaused != start.isPaused { start.isPaused ? player.pause() : player.resume() }
      play(start.place, on: player)
    } catch {
      failure = error
    }
  }

  /// Forgets a scene that has not started.
  func cancelStart() {
    starter.cancel()
    starting = nil
  }

  func hold(at time: SceneTime) {
    // Live input can't be repeated.
    guard !drawing.scene.isLive else { return }
    if held == nil {
      held = HeldPlayback(time: time, goesOn: playhead.state != .paused, drawing: drawing)
      cancelStart()
      scenePlayback.pause()
    }
    held?.time = time
  }

  func release() {
    guard let held else { return }
    refusal = nil
    drawings[current] = drawing.remeasured
    start(current, speedFactor: speedFactor, from: held.time, isPaused: !held.goesOn)
  }
}
