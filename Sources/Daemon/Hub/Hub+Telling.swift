internal import Marbles
internal import Scenes

extension Hub {
  /// How many of the newest events a snapshot tells; it says how many it leaves out.
  static let eventsInSnapshot = 20_000

  /// How the playhead moves, for a change and for what contains it.
  func motion(of standing: Standing) -> JSONObject {
    var motion = JSONObject()
    motion.add("time", standing.time)
    motion.add("speedFactor", standing.performance.speedFactor)
    motion.add("speedFrom", standing.isSpeedSet ? "control" : "scene")
    motion.add("paused", isPaused)
    motion.add("phase", standing.phase.rawValue)
    return motion
  }

  /// All that a viewer needs to begin with.
  func snapshot(of standing: Standing) -> String {
    let scene = standing.entry.scene
    let entries = standing.history.entries.filter { $0.kind != .open }
    let told = entries.suffix(Self.eventsInSnapshot)
    var snapshot = JSONObject()
    snapshot.add("run", run)
    addScene(standing, to: &snapshot)
    snapshot.add("notice", standing.notice)
    snapshot.add("yaml", scene.yaml)
    snapshot.add("duration", standing.duration)
    let untold = entries.dropLast(told.count)
    snapshot.add("omitted", standing.history.rows.reduce(untold.count) { $0 + $1.forgotten })
    snapshot.add(
      "rows",
      objects: standing.history.rows.enumerated().map { position, row in
        var object = Self.object(of: row)
        object.add("expression", row.expression)
        object.add("earlier", row.forgotten + untold.count { $0.row == position && $0.isValue })
        if scene.isLive { Self.add(row.losses, of: row, to: &object) }
        return object
      })
    snapshot.add("events", json: "[\(told.map { EventLine.text($0, standing.names) }.joined(separator: ","))]")
    return "\(motion(of: standing).inner),\(snapshot.inner)"
  }

  /// What `GET /v1/status` answers, but for what the daemon knows.
  public func status() -> StatusText {
    collect()
    var status = JSONObject()
    guard let standing = board.current else {
      status.add("viewers", subscriptions.count)
      status.add("load", loadSummary)
      status.add("notices", notices)
      return StatusText(members: status.inner)
    }
    addScene(standing, to: &status)
    status.add("duration", standing.duration)
    status.add("viewers", subscriptions.count)
    status.add("events", sequence)
    status.add(
      "rows",
      objects: standing.history.rows.enumerated().map { position, row in
        var object = Self.object(of: row)
        object.add("events", row.earlier + row.timeline.events.count)
        let end =
          switch row.timeline.end {
          case .open: "open"
          case .finish: "finish"
          case .error: "error"
          }
        object.add("end", end)
        if standing.entry.scene.isLive {
          Self.add(standing.performance.losses(ofRow: position), of: row, to: &object)
        }
        return object
      })
    status.add("load", loadSummary)
    status.add("notices", notices)
    return StatusText(members: "\(motion(of: standing).inner),\(status.inner)")
  }

  private func addScene(_ standing: Standing, to object: inout JSONObject) {
    object.add("scene", standing.entry.scene.name)
    object.add("title", standing.entry.scene.title)
    object.add("about", standing.entry.scene.about)
    object.add("live", standing.entry.scene.isLive)
    object.add("position", standing.position)
    object.add("count", standing.count)
    object.add("length", standing.entry.length.text)
    object.add("next", standing.next)
    object.add("message", message)
  }

  /// What `GET /v1/scenes` answers: those that were sent, those of the playlist, and all others that are found.
  func scenes(found: [Scene]) -> String {
    let playlist = programme.playlist.entries.map(\.scene)
    var listed: [(scene: Scene, origin: String)] =
      guests.map { ($0, "sent") } + playlist.map { ($0, "playlist") }
      + found.map { ($0, "library") }
    var names: Set<String> = []
    listed = listed.filter { names.insert($0.scene.name).inserted }
    var answer = JSONObject()
    answer.add(
      "scenes",
      objects: listed.map { listed in
        var object = JSONObject()
        object.add("name", listed.scene.name)
        object.add("title", listed.scene.title)
        object.add("about", listed.scene.about)
        object.add("origin", listed.origin)
        return object
      })
    return answer.text
  }
}

/// The members of a status, without the braces around them.
public struct StatusText: Sendable {
  var members: String
}
