internal import HubCore
internal import Marbles
internal import Player
internal import SceneFiles
internal import Scenes
internal import Synchronization
internal import Wire

// A relay's side: the numbers and the run of changes are those of the daemon that is followed, so that a viewer may continue
// at any relay.
extension StateStore {
  /// Shows that nothing is known yet.
  ///
  /// - Parameter place: the stream that is followed.
  func wait(for place: String, at now: Int64) {
    let scene = Scene(name: "marbled", about: "Shows what a daemon publishes to \(place).", rows: [])
    let told = PlayingScene(name: scene.name, title: scene.title, about: scene.about, isLive: false)
    let snapshot = ViewerSnapshot(
      run: run, scene: told, notice: "waiting for \(place)", yaml: scene.yaml, duration: .zero, omitted: 0, rows: [])
    follow(
      snapshot, scene, plan: RemotePlan(recording: scene.emptyRecording(), isComplete: true),
      PlayheadMotion(time: .zero, phase: .ready), run: run, sequence: 1, at: now)
  }

  /// Shows what a snapshot says; viewers get a snapshot, too.
  ///
  /// - Parameters:
  ///   - scene: the scene of the snapshot.
  ///   - plan: what is known about it in advance.
  ///   - motion: the motion of the playhead, in wall time of this process.
  ///   - run: the run of the daemon that is followed.
  ///   - sequence: the number of the newest change that the snapshot includes.
  func follow(
    _ snapshot: ViewerSnapshot, _ scene: Scene, plan: RemotePlan, _ motion: PlayheadMotion, run: String, sequence: Int,
    at now: Int64
  ) {
    let follower = RecordingFollower(scene)
    var history = scene.emptyHistory
    follower.take(snapshot, into: &history)
    let playback = RelayedPlayback(
      scene, motion.playback(at: now, until: scene.end(of: plan.recording)), history, now: settings.now)
    contents.withLock { contents in
      contents.follower = follower
      contents.followedNotices = nil
      contents.runs += 1
      contents.playing = NowPlaying(
        run: contents.runs, scene: scene, names: EventNames(scene),
        plan: plan.recording, isPlanned: plan.isComplete, history: history, scenePlayback: playback,
        display: HubDisplay(
          phase: motion.phase, playlist: snapshot.scene.playlist, notices: snapshot.notice.map { [$0] } ?? [],
          isPaused: motion.isPaused, isSpeedSet: motion.isSpeedSet))
      contents.metrics.turns += 1
      if contents.run != run {
        // Other changes may have the same numbers.
        contents.backlog.clear()
        contents.run = run
      }
      contents.backlog.appendBarrier(sequence)
    }
    send(at: now)
  }

  /// Shows a change, and sends it to viewers.
  ///
  /// - Parameters:
  ///   - sequence: its number.
  ///   - age: how long ago it happened, in wall nanoseconds.
  func follow(_ event: StreamEvent, sequence: Int, age: Int64, at now: Int64) {
    contents.withLock { contents in
      guard let follower = contents.follower, contents.playing != nil else { return }
      var event = event
      switch event {
      case .event:
        // In place: a copy would copy the whole history.
        if let entry = follower.take(event, into: &contents.playing!.history) {
          let scene = contents.playing!.scene
          contents.metrics.lastEvent = now
          contents.metrics.count(
            entry, row: scene.rows[entry.row].name, of: scene.name, lateness: Double(age) / 1e9)
        }
      case .losses, .command, .loop:
        follower.take(event, into: &contents.playing!.history)
        contents.noteSources()
      case .motion(let motion):
        // As it is now: the change is as old as its way to this process.
        let motion = motion.later(by: age)
        contents.move(motion, at: now)
        event = .motion(motion)
      case .message(let text): contents.playing!.display.playlist.message = text
      case .notice(let text): contents.playing!.display.notices = text.map { [$0] } ?? []
      case .snapshot, .heartbeat, .end: return
      }
      let isMotion = if case .motion = event { true } else { false }
      contents.backlog.append(HubChange(sequence, run: contents.run, event), isMotion: isMotion)
    }
  }

  /// Corrects the playhead if it is elsewhere.
  func correct(_ motion: PlayheadMotion, at now: Int64) {
    contents.withLock { contents in
      guard let playing = contents.playing, let playback = playing.scenePlayback as? RelayedPlayback else { return }
      let (here, there) = (playback.playback, motion.playback(at: now, until: contents.end))
      let difference = (here.time(at: now) - there.time(at: now)).seconds
      guard
        here.isMoving != there.isMoving || here.speedFactor != there.speedFactor
          || abs(difference) > Self.correctedLead * there.speedFactor.value
      else { return }
      contents.move(motion, at: now)
      contents.backlog.append(HubChange.unnumbered(.motion(motion)))
    }
    send(at: now)
  }

  /// Stops the playhead and shows why, until something is heard again.
  ///
  /// - Parameter reason: why nothing is heard; nil when something is.
  func hold(_ reason: String?, at now: Int64) {
    contents.withLock { contents in
      guard let playing = contents.playing, let playback = playing.scenePlayback as? RelayedPlayback else { return }
      playback.hold(reason != nil)
      let known = contents.followedNotices
      contents.followedNotices = reason == nil ? nil : known ?? playing.display.notices
      contents.playing!.display.notices = reason.map { [$0] } ?? known ?? playing.display.notices
      contents.playing!.display.isPaused = playback.isPaused
      contents.backlog.append(HubChange.unnumbered(.motion(contents.playing!.motion)))
      contents.backlog.append(HubChange.unnumbered(.notice(contents.playing!.notice)))
    }
    send(at: now)
  }
}

extension StateStore.Contents {
  fileprivate mutating func move(_ motion: PlayheadMotion, at now: Int64) {
    (playing?.scenePlayback as? RelayedPlayback)?.move(motion.playback(at: now, until: end))
    playing?.display.phase = motion.phase
    let isPaused = playing?.scenePlayback.isPaused
    playing?.display.isPaused = isPaused ?? motion.isPaused
    playing?.display.isSpeedSet = motion.isSpeedSet
  }

  /// Takes over what is known about the rows' sources.
  fileprivate func noteSources() {
    guard let playing else { return }
    (playing.scenePlayback as? RelayedPlayback)?.note(playing.history)
  }
}

extension PlayheadMotion {
  /// The motion a while later.
  ///
  /// - Parameter nanoseconds: how much later.
  func later(by nanoseconds: Int64) -> PlayheadMotion {
    var motion = self
    motion.time = playback(at: 0, until: .distantFuture).time(at: nanoseconds)
    return motion
  }
}
