internal import Dispatch
package import Marbles
internal import Playback
package import Scenes
internal import Synchronization

/// Live scenes whose expressions change while they play: one playback hands over to another, and nothing that arrives is lost.
///
/// ```swift
/// let next = try ScenePlayback(edited, speedFactor: .normal, continuing: recording)
/// try next.repeatArrivals(of: recording, until: time)      // as often as needed; `recorded` has what came of it
/// old.handOver()                                           // what arrives now waits
/// next.goOn(from: old, with: recording)
/// next.begin()                                             // repeats the rest, and takes what has waited
/// ```
extension ScenePlayback {
  /// What a playback goes on with.
  struct Inheritance: Sendable {
    /// What it has recorded; nil once that was repeated.
    var recording: Recording?
    /// Up to which scene time the other playback has played.
    let time: SceneTime
    /// The positions of rows in the ``ArrivalRecorder``, by their names.
    let recorded: [String: Int]
    /// Whether the other playback had begun: else nothing has happened, not even at 0.
    let hasBegun: Bool
    /// Whether the other playback had ended by itself, as the ``ArrivalRecorder`` knows.
    let isOver: Bool
  }

  /// Repeats what live rows have recorded since the last call; on any thread, before the playback begins.
  ///
  /// - Parameters:
  ///   - past: the recording; rows have the names of this scene's.
  ///   - time: the scene time up to which nothing else happens.
  /// - Throws: ``SceneError`` when a limit or the cancellation stopped the run.
  package func repeatArrivals(of past: Recording, until time: SceneTime) throws(SceneError) {
    let result = repeating.withLock { _ in
      Result { () throws(SceneError) in try player.repeatArrivals(of: past, until: time) }
    }
    discardInstant()
    try result.get()
  }

  /// What came of the repeated arrivals; on the thread that repeats them.
  package var recorded: Recording { get throws(SceneError) { try player.recording() } }

  /// Ends the playback so that another goes on: what arrives from now on waits for it. Waits for the thread, which first finishes
  /// its instant, unless that takes long.
  ///
  /// The entries of the playback can be taken afterwards.
  package func handOver() {
    let before = life.withLock { life in
      defer { if life != .over { life = .handedOver } }
      return life
    }
    player.releaseQueues()
    outbox.close()
    guard before == .begun else { return }
    drive.stop()
    watchdog.call(after: Self.finishLimit) { [weak drive] in drive?.cancel() }
    done.wait()
  }

  /// Goes on where another playback has ended; before the playback begins.
  ///
  /// - Parameters:
  ///   - other: a playback that was handed over, whose entries have been taken.
  ///   - recording: all of its entries, with the names of this scene's rows.
  package func goOn(from other: ScenePlayback, with recording: Recording) {
    if other.hasBegun { drive.goOn(from: other.drive) }
    stoodStill.withLock { $0 = other.stoodStill.withLock(\.self) }
    let inheritance = Inheritance(
      recording: recording, time: other.player.executor.now, recorded: other.recordedPositions,
      hasBegun: other.hasBegun, isOver: other.life.withLock { $0 == .over })
    player.inherit(other.player.allLiveInputs)
    self.inheritance.withLock { $0 = inheritance }
  }

  /// Repeats what is left, and takes the live rows over.
  func inherit() throws(SceneError) {
    guard let inheritance = inheritance.withLock(\.self), let recording = inheritance.recording else { return }
    if inheritance.hasBegun {
      try player.repeatArrivals(of: recording, until: inheritance.time)
      discardInstant()
    }
    let missing = player.adoptQueues(following: recording)
    if !missing.isEmpty {
      outbox.append(missing, [])
      onChange()
    }
    // It may be large, and the other one who has it changes it.
    self.inheritance.withLock { $0?.recording = nil }
  }

  /// The positions of rows in the ``ArrivalRecorder``, by their names.
  private var recordedPositions: [String: Int] {
    if let inherited = inheritance.withLock({ $0?.recorded }) { return inherited }
    var positions: [String: Int] = [:]
    for (position, row) in scene.rows.enumerated() { positions[row.name] = position }
    // Rows that were added while it played.
    for (position, queue) in player.positionedInputs where positions[queue.row] == nil {
      positions[queue.row] = position
    }
    return positions
  }

  /// The position of a row in the ``ArrivalRecorder``; nil for one that it does not have.
  func recordedPosition(of position: Int) -> Int? {
    guard let recorded = inheritance.withLock({ $0?.recorded }) else { return position }
    return scene.rows.indices.contains(position) ? recorded[scene.rows[position].name] : position
  }

  /// Gives entries to the ``ArrivalRecorder``.
  func record(_ entries: [Recording.Entry]) {
    guard let recorder else { return }
    guard inheritance.withLock({ $0 != nil }) else { return recorder.record(entries) }
    recorder.record(
      entries.compactMap { entry in
        guard let position = recordedPosition(of: entry.row) else { return nil }
        var entry = entry
        entry.row = position
        return entry
      })
  }
}
