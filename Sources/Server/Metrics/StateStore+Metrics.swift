internal import HubCore
internal import Player
internal import Scenes
internal import Synchronization
internal import Wire

// The counters of a daemon for its operators.
extension StateStore {
  /// The number of viewers, their unread bytes, and how often viewers fell behind, past ones included.
  var viewerLoad: (viewers: Int, queued: Int, drops: Int) {
    contents.withLock { contents in
      var load = (viewers: contents.viewerCount, queued: 0, drops: contents.metrics.drops)
      for viewer in contents.viewers.values {
        let unread = viewer.cursor.map { contents.backlog.unread(after: $0) } ?? 0
        // A viewer that no longer reads has fallen behind, too.
        let isBehind = unread > settings.viewerQueueBytes
        load.queued += isBehind ? 0 : unread
        load.drops += viewer.drops + (isBehind ? 1 : 0)
      }
      return load
    }
  }

  /// Notes the end of a job that planned a scene.
  func count(_ outcome: PreparationQueue.Outcome, since start: Int64) {
    let seconds = Double(settings.now() - start) / 1e9
    contents.withLock { $0.metrics.planning.count(outcome, seconds: seconds) }
  }

  /// Notes the lines of a request.
  func count(_ report: InputReport) { contents.withLock { $0.metrics.add(report) } }

  /// Notes that a viewer was refused.
  func countRefusedViewer() { contents.withLock { $0.metrics.refusedViewers += 1 } }

  /// Why viewers see nothing move, as a sentence; nil while something plays.
  var standstill: String? {
    if let show = settings.following?.status {
      if !show.isConnected { return "\(show.stream): \(show.state)" }
      if show.entries == 0 { return "waiting for \(show.stream)" }
    }
    let (playing, notice) = contents.withLock { contents in
      let playing = contents.playing.map { playing in
        // A relay shows what it has lost before the notices of the daemon that it follows.
        let loss = contents.followedNotices == nil ? nil : playing.display.notices.last
        return (loss ?? playing.display.standstill, playing.scenePlayback)
      }
      return (playing, contents.notices.last)
    }
    guard let (standstill, scenePlayback) = playing else {
      return "nothing is played" + (notice.map { ": \($0)" } ?? "")
    }
    return standstill ?? (scenePlayback.isPaused ? "playback is paused" : nil)
  }

  /// The metrics of playback and viewers, for `GET /metrics`.
  func metricsText() -> MetricsText {
    let (load, frames) = (viewerLoad, frames.counts)
    let now = settings.now()
    var (counted, losses, display, notices) = contents.withLock { contents in
      let display = contents.playing?.display
      return (contents.metrics, contents.playing?.losses, display, (display?.notices ?? contents.notices).count)
    }
    if let losses { counted.add(losses) }
    var text = MetricsText()
    text.add("marbled_frames_total", .counter, "Frames that were drawn on the terminal.", frames.frames)
    text.add("marbled_frame_bytes_total", .counter, "Bytes of frames that were written to the terminal.", frames.bytes)
    text.add("marbled_frame_lateness_seconds", "How late frames were drawn, in wall time.", frames.lateness)
    text.add("marbled_turns_total", .counter, "Turns of scenes.", counted.turns)
    text.add(
      "marbled_scenes_left_out", .gauge, "Scenes that the playlist skips because they could not be played.",
      display?.leftOutUntil.count { $0 > now } ?? 0)
    text.add("marbled_notices", .gauge, "Problems for the operator, as `marbled status` lists them.", notices)
    text.add("marbled_planning_seconds", "How long scenes were planned, in wall time.", counted.planning.seconds)
    text.add(
      "marbled_planning_failures_total", .counter, "Scenes that were not planned, by reason.",
      counted.planning.failures.sorted { $0.key < $1.key }.map { ([("reason", $0.key)], $0.value) })
    if let last = counted.lastEvent {
      text.add(
        "marbled_last_event_age_seconds", .gauge, "Time since the newest event of any row.",
        Double((now - last) / 1_000_000) / 1000)
    }
    text.add(
      "marbled_input_lines_total", .counter, "Lines that clients sent to live rows, by what became of them.",
      [
        ([("result", "accepted")], counted.lines.accepted), ([("result", "dropped")], counted.lines.dropped),
        ([("result", "malformed")], counted.lines.malformed),
      ])
    text.add("marbled_events_total", .counter, "Events in the rows of scenes.", counted.events)
    text.add("marbled_event_lateness_seconds", "How late events were sent, in wall time.", counted.lateness)
    text.add("marbled_viewers", .gauge, "Open event streams.", load.viewers)
    text.add(
      "marbled_viewers_refused_total", .counter, "Viewers that were refused, because there were too many.",
      counted.refusedViewers)
    text.add("marbled_viewer_queue_bytes", .gauge, "Unread bytes of viewers.", load.queued)
    text.add(
      "marbled_viewer_drops_total", .counter, "How often a viewer fell behind and was sent a snapshot.", load.drops)
    text.add(
      "marbled_viewers_stuck_total", .counter, "Viewers that were closed because they did not read.", counted.stuck)
    text.add(
      "marbled_live_dropped_total", .counter, "Values that full live rows dropped.",
      counted.losses.mapValues(\.dropped))
    text.add(
      "marbled_live_malformed_total", .counter, "Malformed lines for live rows.",
      counted.losses.mapValues(\.malformed))
    text.add(
      "marbled_live_missed_total", .counter, "Values that were forgotten before a row asked for them.",
      counted.losses.mapValues(\.missed))
    text.add(
      "marbled_live_invalid_total", .counter, "Lines of text with invalid characters.",
      counted.losses.mapValues(\.invalidCharacters))
    text.add(
      "marbled_live_unrecorded_total", .counter, "Events of live rows that the recording lacks.",
      counted.losses.mapValues(\.unrecorded))
    text.add(
      "marbled_output_nil_total", .counter, "Closures of output rows that failed for a value.",
      counted.losses.mapValues(\.failed))
    // With the lock, as what plays is not to be copied.
    let lag = contents.withLock { $0.playing.map(LiveLag.init) } ?? LiveLag()
    text.add("marbled_live_queued", .gauge, "Values of live rows that wait for the scene.", lag.queued)
    text.add("marbled_live_age_milliseconds", .gauge, "Time since the newest value of a row.", lag.ages)
    text.add(
      "marbled_live_delay_milliseconds", .gauge, "How old the newest value was on arrival, by its source.", lag.delays)
    text.add(
      "marbled_live_restarts", .gauge, "How often the command of a live row was restarted, or its connection was lost.",
      lag.restarts)
    text.add("marbled_stream_lag", .gauge, "Entries that the group of a row has not been given yet.", lag.lags)
    text.add("marbled_stream_pending", .gauge, "Entries that a group has not acknowledged.", lag.pending)
    text.add("marbled_stream_claimed", .gauge, "Entries taken over from consumers without a sign of life.", lag.claimed)
    text.add("marbled_stream_set_aside", .gauge, "Entries set aside after too many deliveries.", lag.setAside)
    text.add(
      "marbled_output_findings", .gauge,
      "Places in closures that ask for a member that no value has, or compare values that are never equal.",
      lag.findings)
    text.add("marbled_output_held", .gauge, "Values that an output row holds.", lag.held)
    text.add(
      "marbled_output_unread", .gauge, "Values that wait at their source, as an output row has not asked for them.",
      lag.unread)
    text.add("marbled_output_wait_milliseconds", .gauge, "How long an output row has held values.", lag.waits)
    if let show = settings.publishing?.status {
      text.add("marbled_publish_connected", .gauge, "Whether changes are published.", show.isConnected ? 1 : 0)
      text.add("marbled_publish_entries_total", .counter, "Entries that were published.", show.entries)
    }
    if let show = settings.following?.status {
      text.add("marbled_follow_connected", .gauge, "Whether the publisher is followed.", show.isConnected ? 1 : 0)
      text.add("marbled_follow_entries_total", .counter, "Entries of the publisher that were read.", show.entries)
      text.add("marbled_follow_missed_total", .counter, "How often changes of the publisher were missing.", show.missed)
      text.add(
        "marbled_follow_age_milliseconds", .gauge, "How old the newest entry of the publisher was on arrival.",
        Int((show.age ?? 0) * 1000))
    }
    return text
  }

  /// The same in short, for `GET /v1/status`.
  var load: DaemonStatus.Load {
    let (load, frames) = (viewerLoad, frames.counts)
    return DaemonStatus.Load(
      frames: frames.frames, lateFrames: frames.late, frameBytes: frames.bytes, viewerDrops: load.drops,
      viewerQueueBytes: load.queued, memoryBytes: ProcessUsage.residentBytes,
      openDescriptors: ProcessUsage.openDescriptors)
  }
}

extension NowPlaying {
  /// The losses of live rows and of the rows that follow them.
  var losses: [Metrics.Row: ArrivalQueue.Counts] {
    guard scene.isLive else { return [:] }
    let rows = scene.rows.enumerated().map { position, row in
      (Metrics.Row(scene: scene.name, row: row.name), scenePlayback.losses(ofRow: position))
    }
    return Dictionary(rows) { first, _ in first }
  }
}
