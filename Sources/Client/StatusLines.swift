internal import Expressions
internal import Marbles
internal import Scenes
internal import Terminal
internal import Wire

/// Formats responses of a daemon for people; control characters in them are escaped.
public enum StatusLines {
  /// Formats a status, one fact per line.
  public static func status(_ json: String) -> String {
    guard let status = DaemonStatus(json: json) else { return DisplayWidth.printable(json) }
    var lines = status.playing.map(playing) ?? ["nothing   idle", "speed     ×1, the scene's"]
    lines += load(status)
    if let editing = status.playing.flatMap(editing) { lines.append(editing) }
    if let message = status.playing?.scene.playlist.message {
      lines.append("message   \(DisplayWidth.printable(message))")
    }
    if let daemon = status.daemon { lines += self.daemon(daemon) }
    for notice in status.notices { lines.append("notice    \(DisplayWidth.printable(notice))") }
    return lines.map { $0.replacing("\n", with: "\n          ") + "\n" }.joined()
  }

  /// A sentence about changed configuration keys that need a restart; nil when there are none.
  public static func restart(_ json: String) -> String? { DaemonStatus(json: json)?.daemon.flatMap(restart) }

  /// Why this program does not understand the daemon with this status; nil when it does.
  public static func mismatch(_ json: String) -> String? {
    DaemonStatus(json: json)?.mismatch.map { DisplayWidth.escaped($0) }
  }

  private static func restart(_ daemon: DaemonStatus.Daemon) -> String? {
    guard !daemon.restartKeys.isEmpty else { return nil }
    return "restart the daemon to apply: \(daemon.restartKeys.joined(separator: ", "))"
  }

  // MARK: Parts of a status

  /// The scene, its speed, its position in the playlist, and its live rows.
  private static func playing(_ playing: DaemonStatus.Playing) -> [String] {
    let (scene, motion) = (playing.scene, playing.motion)
    let origin = motion.isSpeedSet ? "set by control; `marbled control speed scene` resets it" : "the scene's"
    var lines = [
      "\(DisplayWidth.escaped(scene.name))   \(state(playing))",
      scene.isLive ? "speed     live: scene time is wall time" : "speed     ×\(motion.speedFactor), \(origin)",
    ]
    // The name that `control scene` accepts.
    let next = DisplayWidth.escaped(scene.playlist.nextName.isEmpty ? scene.playlist.next : scene.playlist.nextName)
    if !next.isEmpty {
      // A playlist of one scene has no next scene.
      let then = scene.playlist.position != nil && scene.playlist.count == 1 ? nil : "then \(next)"
      let place = [
        scene.playlist.position.map { "\($0) of \(scene.playlist.count)" } ?? "current scene not in it",
        scene.playlist.length.map { DisplayWidth.escaped($0) },
        then,
      ]
      lines.append("playlist  \(place.compactMap { $0 }.joined(separator: ", "))")
    }
    return lines + playing.rows.compactMap(liveRow) + playing.rows.flatMap(troubles)
  }

  /// The current editor and the number of edits; nil for a scene without edits.
  private static func editing(_ playing: DaemonStatus.Playing) -> String? {
    let count = playing.scene.playlist.edits?.count ?? 0
    let edits = "\(count) \(count == 1 ? "edit" : "edits")"
    guard let editor = playing.editor else { return count == 0 ? nil : "edited    \(edits)" }
    return "editing   \(DisplayWidth.escaped(editor)), \(edits)"
  }

  /// Whether the playhead moves, and where it is.
  private static func state(_ playing: DaemonStatus.Playing) -> String {
    let motion = playing.motion
    if motion.phase == .ready { return "about to begin\(motion.isPaused ? ", paused" : "")" }
    let whole = playing.duration.map { " of \(tenths($0.seconds))" } ?? ""
    return "\(motion.isPaused ? "paused" : motion.phase.rawValue) at \(tenths(motion.time.seconds))\(whole) s"
  }

  /// The counters of a live row; nil for other rows.
  private static func liveRow(_ row: DaemonStatus.Row) -> String? {
    let name = DisplayWidth.escaped(row.name)
    guard case .live(let dropped, let malformed, let unrecorded)? = row.losses else {
      return row.waits.map { "waiting   \(name): \(DisplayWidth.escaped($0))" }
    }
    var parts = ["\(row.events) accepted", "\(dropped) dropped", "\(malformed) malformed"]
    if unrecorded > 0 { parts.append("\(unrecorded) not recorded") }
    if let queued = row.queued { parts.append("\(queued) queued") }
    if let rate = row.rate { parts.append("\(rate)/s") }
    if let age = row.sinceLast { parts.append("last \(age.inMilliseconds) s ago") }
    if let delay = row.delay { parts.append("\(delay.inMilliseconds) s old on arrival") }
    if let stream = row.stream {
      parts.append("connection \(DisplayWidth.escaped(row.command ?? "unknown"))")
      parts += stream.notes
    } else if let command = row.command {
      parts.append("command \(DisplayWidth.escaped(command))")
    }
    return "live      \(name): \(parts.joined(separator: ", "))"
  }

  /// What goes wrong in the closures of an output of a live scene.
  private static func troubles(_ row: DaemonStatus.Row) -> [String] {
    guard case .following(_, let failed, let findings)? = row.losses else { return [] }
    let name = DisplayWidth.escaped(row.name)
    let lines = failed == 0 ? [] : ["trouble   \(name): \(failed) \(failed == 1 ? "error" : "errors") became nil"]
    return lines + findings.map { "trouble   \(name): \(DisplayWidth.escaped($0.clause))" }
  }

  /// Viewers, frames, and the resources that they use.
  private static func load(_ status: DaemonStatus) -> [String] {
    let load = status.load
    let behind = "\(load.viewerDrops) \(load.viewerDrops == 1 ? "has" : "have") fallen behind"
    var lines = ["viewers   \(status.viewers), \(bytes(load.viewerQueueBytes)) waiting; \(behind)"]
    if load.frames > 0 {
      lines.append("drawn     \(load.frames) frames, \(load.lateFrames) of them late; \(bytes(load.frameBytes))")
    }
    if let memory = load.memoryBytes {
      lines.append("memory    \(bytes(memory)); \(load.openDescriptors ?? 0) open descriptors")
    }
    return lines
  }

  private static func daemon(_ daemon: DaemonStatus.Daemon) -> [String] {
    let name = DisplayWidth.escaped(daemon.instance)
    var lines = ["daemon    \(name) (process \(daemon.process)), up \(time(daemon.uptime))"]
    if let show = daemon.publish {
      lines.append("publish   \(DisplayWidth.escaped(show.stream)), \(DisplayWidth.escaped(show.state))")
    }
    if let show = daemon.follow {
      let missed = show.missed == 0 ? "" : ", \(show.missed) times with changes missing"
      lines.append("follow    \(DisplayWidth.escaped(show.stream)), \(DisplayWidth.escaped(show.state))\(missed)")
    }
    if let config = daemon.config { lines.append("config    \(DisplayWidth.escaped(config))") }
    if let sentence = restart(daemon) { lines.append("pending   \(DisplayWidth.escaped(sentence))") }
    return lines
  }

  // MARK: Numbers

  /// Seconds, rounded to a tenth.
  private static func tenths(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 1e12) * 10 + 1e-6).rounded(.down))
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// A long duration in its two largest units.
  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(max(seconds, 0), 1e12))
    let units = [("d", seconds / 86_400), ("h", seconds / 3600 % 24), ("min", seconds / 60 % 60), ("s", seconds % 60)]
    let first = units.firstIndex { $0.1 > 0 } ?? 3
    return units[first..<min(first + 2, 4)].map { "\($0.1) \($0.0)" }.joined(separator: " ")
  }

  private static func bytes(_ count: Int) -> String {
    // Can't overflow, whatever a daemon sends.
    func tenths(of unit: Int) -> String { "\(count / unit).\(count % unit * 10 / unit)" }
    return count < 1000
      ? "\(count) bytes" : count < 1_000_000 ? "\(tenths(of: 1000)) kB" : "\(tenths(of: 1_000_000)) MB"
  }

  // MARK: Other answers

  /// Formats a list of scenes.
  public static func scenes(_ json: String) -> String {
    guard let listing = SceneListing(json: json) else { return DisplayWidth.printable(json) }
    let scenes = listing.scenes.map { scene in
      (name: DisplayWidth.escaped(scene.name), about: DisplayWidth.escaped(scene.about), origin: scene.origin)
    }
    let width = scenes.map(\.name.count).max() ?? 0
    return scenes.map { scene in
      let padding = String(repeating: " ", count: width - scene.name.count)
      let origin = scene.origin == "library" ? "" : "\(DisplayWidth.escaped(scene.origin))  "
      return "\(scene.name)\(padding)  \(origin)\(scene.about)".trimmedAtEnd + "\n"
    }.joined()
  }

  /// The message of an error; the body itself when it is not JSON of the daemon.
  public static func message(_ json: String) -> String { ErrorBody(json: json)?.message ?? json }
}

extension String {
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
