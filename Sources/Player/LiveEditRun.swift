package import Marbles
package import Playback
package import Scenes
internal import Synchronization

/// A live scene with edited expressions: it repeats what has arrived, and may then go on with the stream.
///
/// ```swift
/// let run = try LiveEditRun(edited, after: past, atLeast: .zero, cancellation: cancellation) { … }
/// playback.handOver()                                              // what arrives now waits
/// recording = run.takeOver(from: playback, with: recording)        // with all that the playback has reported
/// run.scenePlayback.begin()
/// ```
package struct LiveEditRun: Sendable {
  /// How long edited expressions may take for what has arrived.
  package static let limit = Duration.seconds(5)
  /// How long after the playhead events may still be recorded.
  private static let recordingDelay = SceneTime.milliseconds(50)

  /// Has repeated what has arrived, and does not play yet.
  package let scenePlayback: ScenePlayback
  /// What came of it so far.
  package let recorded: Recording
  /// Stops it.
  package let cancellation: Cancellation
  private let watchdog: Watchdog

  /// The edited scene.
  package var scene: Scene { scenePlayback.scene }

  /// What a run begins with.
  package struct Past: Sendable {
    /// What has been recorded; rows of the edited scene have the same names.
    package let recording: Recording
    /// Up to which time nothing is recorded any more.
    package let time: SceneTime
    /// Whether the scene has begun to play: else not even what happens at 0 has happened.
    package let hasBegun: Bool
    /// Keeps what arrives; nil for no recording.
    package let recorder: (any ArrivalRecorder)?

    /// - Parameters:
    ///   - playhead: how far the scene has been played; earlier when not all of its events are in the recording.
    ///   - playback: plays the scene; nil when another process does.
    package init(_ recording: Recording, playhead: SceneTime, of playback: ScenePlayback?) {
      (self.recording, hasBegun, recorder) = (recording, playback?.hasBegun ?? true, playback?.recorder)
      time = LiveEditRun.end(of: recording, at: playhead)
    }
  }

  /// Lets an edited scene repeat what has arrived, on the calling thread.
  ///
  /// - Parameters:
  ///   - past: what has arrived.
  ///   - minimum: the scene time that the playhead reaches even without events.
  ///   - reportsInputs: whether the playback reports the entries of all inputs.
  ///   - wall: the wall clock.
  ///   - watchdog: stops expressions that take longer than ``limit``.
  ///   - cancellation: stops the run, also once it plays.
  ///   - onChange: called on the scene's thread when entries can be taken, and at the end.
  /// - Throws: ``SceneError`` when the scene can't be played, or was stopped.
  package init(
    _ scene: Scene, after past: Past, atLeast minimum: SceneTime, reportsInputs: Bool = false,
    wall: WallClock = .monotonic, watchdog: Watchdog = .wall, cancellation: Cancellation,
    onChange: @escaping @Sendable () -> Void
  ) throws(SceneError) {
    let scenePlayback = try ScenePlayback(
      scene, speedFactor: .normal, atLeast: minimum, reportsInputs: reportsInputs, wall: wall, watchdog: watchdog,
      recorder: past.recorder, continuing: past.recording, cancellation: cancellation, onChange: onChange)
    recorded =
      past.hasBegun
      ? try Self.repeating(
        past.recording, until: past.time, on: scenePlayback, cancellation: cancellation, watchdog: watchdog)
      : scene.emptyRecording()
    (self.scenePlayback, self.cancellation, self.watchdog) = (scenePlayback, cancellation, watchdog)
  }

  private init(_ run: LiveEditRun, recorded: Recording) {
    (scenePlayback, cancellation, watchdog) = (run.scenePlayback, run.cancellation, run.watchdog)
    self.recorded = recorded
  }

  /// The run after it has repeated what has arrived since; on any thread, before it plays.
  ///
  /// - Throws: ``SceneError`` when it was stopped; it is over then.
  package func repeated(_ past: Past) throws(SceneError) -> LiveEditRun {
    LiveEditRun(
      self,
      recorded: try Self.repeating(
        past.recording, until: past.time, on: scenePlayback, cancellation: cancellation, watchdog: watchdog))
  }

  private static func repeating(
    _ recording: Recording, until time: SceneTime, on scenePlayback: ScenePlayback, cancellation: Cancellation,
    watchdog: Watchdog
  ) throws(SceneError) -> Recording {
    let hasEnded = Mutex(false)
    watchdog.call(after: limit) { [weak cancellation] in hasEnded.withLock { if !$0 { cancellation?.expire() } } }
    defer { hasEnded.withLock { $0 = true } }
    do throws(SceneError) {
      try scenePlayback.repeatArrivals(of: recording, until: time)
      return try scenePlayback.recorded
    } catch {
      scenePlayback.stop()
      throw error
    }
  }

  private static func end(of recording: Recording, at playhead: SceneTime) -> SceneTime {
    let latest = recording.rows.lazy.filter(\.isLive).map(\.timeline.latest).max() ?? .zero
    return max(latest, playhead - recordingDelay)
  }

  /// Goes on where a playback of the scene without the edit has ended; before the run plays.
  ///
  /// - Parameters:
  ///   - old: the playback, which was handed over, and whose entries have been taken.
  ///   - recording: all of its entries.
  /// - Returns: the recording to which the entries of the run belong. It has the old events, and says where rows were edited.
  package func takeOver(from old: ScenePlayback, with recording: Recording) -> Recording {
    let unseen = scenePlayback.player.unseenArrivals(of: recording)
    scenePlayback.goOn(from: old, with: recording)
    return recording.followed(by: scene, without: unseen, at: old.sceneTime)
  }
}
