internal import HubCore
internal import Marbles
internal import Player
internal import SceneFiles
internal import Scenes
internal import Wire

// The current scene in the types that clients receive.
extension NowPlaying {
  var motion: PlayheadMotion {
    PlayheadMotion(
      time: time, speedFactor: scenePlayback.speedFactor, isSpeedSet: display.isSpeedSet, isPaused: display.isPaused,
      phase: phase)
  }

  var summary: PlayingScene {
    PlayingScene(
      name: scene.name, title: scene.title, about: scene.about, isLive: scene.isLive, playlist: display.playlist)
  }

  /// The part of the state that a snapshot has. The rest is not shared: a row that is shared is copied when its next value
  /// comes, and encoding takes a while.
  func newest(_ events: Int) -> NowPlaying {
    var playing = self
    playing.history = history.newest(events)
    return playing
  }

  /// The members of a snapshot that follow those of the motion.
  func snapshotMembers(run: String, events: Int) -> String {
    let entries = history.entries.filter { $0.kind != .open }
    var texts: [String] = []
    var bytes = 0
    // Newest first, until the limit is reached.
    for entry in entries.reversed().prefix(events) {
      let text = EventLine(entry, names).json
      bytes += text.utf8.count
      guard bytes <= EncodedSnapshot.maximumBytes else { break }
      texts.append(text)
    }
    // Of those that ``newest(_:)`` has left; the others are counted as earlier ones.
    let untold = entries.dropLast(texts.count)
    var untoldValues = [Int](repeating: 0, count: history.rows.count)
    for entry in untold where entry.isValue { untoldValues[entry.row] += 1 }
    let rows = history.rows.enumerated().map { position, row in
      ViewerSnapshot.Row(
        name: row.name, isInput: row.isInput, expression: row.expression,
        earlier: row.earlier + untoldValues[position],
        losses: scene.isLive ? RowLosses(row.losses, isLive: row.isLive) : nil,
        command: CommandState(row.source), loop: row.source.loop,
        // Of events that a viewer gets.
        edits: row.edits.filter { $0.index >= row.earlier + untoldValues[position] }.map(RowEdit.init))
    }
    return ViewerSnapshot(
      run: run, scene: summary, notice: notice, yaml: scene.withoutSources.yaml, duration: duration,
      omitted: history.rows.reduce(untold.count) { $0 + $1.earlier }, rows: rows
    ).members(encodedEvents: texts.reversed())
  }

  /// The scene and its rows for a status.
  ///
  /// - Parameters:
  ///   - events: the sequence number of the newest change.
  ///   - now: the wall time, in nanoseconds.
  func status(events: Int, at now: Int64) -> DaemonStatus.Playing {
    let isLive = scene.isLive
    let rows = history.rows.enumerated().map { position, row in
      var status = DaemonStatus.Row(
        name: row.name, isInput: row.isInput, events: row.earlier + row.timeline.events.count,
        end: DaemonStatus.Row.End(row.timeline.end),
        losses: isLive ? RowLosses(scenePlayback.losses(ofRow: position), isLive: row.isLive) : nil)
      guard isLive else { return status }
      let measure = RowMeasure(row, at: time)
      (status.sinceLast, status.rate) = (measure.sinceLast, measure.rate)
      if let source = scenePlayback.sourceStatus(ofRow: position) {
        (status.queued, status.delay, status.command) = (source.queued, source.delay, source.phase?.description)
        status.stream = source.stream
      }
      status.waits = RowWait(ofRow: position, in: history, of: scene)?.text(at: time)
      return status
    }
    let pen = display.pen.flatMap { now < $0.end ? $0 : nil }
    return DaemonStatus.Playing(
      motion: motion, scene: summary, duration: duration, editor: pen?.editor, events: events, rows: rows)
  }
}

extension DaemonStatus.Row.End {
  fileprivate init(_ end: Timeline.End) {
    switch end {
    case .open: self = .open
    case .finish: self = .finish
    case .error: self = .error
    }
  }
}
