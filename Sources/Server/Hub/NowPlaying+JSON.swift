internal import HubCore
internal import Marbles
internal import Scenes
internal import Wire

// What is shown, as clients are told.
extension NowPlaying {
  /// How the playhead moves: the members of a `motion`, and of what contains one.
  var motionMembers: String {
    var motion = JSONObject()
    motion.add("time", time)
    motion.add("speedFactor", performance.speedFactor)
    motion.add("speedFrom", isSpeedSet ? "control" : "scene")
    motion.add("paused", display.isPaused)
    motion.add("phase", phase.rawValue)
    return motion.inner
  }

  /// What a snapshot says beside that.
  func snapshotMembers(run: String) -> String {
    let rows = history.rows.map(\.name)
    let entries = history.entries.filter { $0.kind != .open }
    var texts: [String] = []
    var bytes = 0
    // From the newest on, until there is no more room.
    for entry in entries.reversed().prefix(Snapshot.maximumEvents) {
      let text = EventLine(entry, names).json
      bytes += text.utf8.count
      guard bytes <= Snapshot.maximumBytes else { break }
      texts.append(text)
    }
    let untold = entries.dropLast(texts.count)
    var untoldValues = [Int](repeating: 0, count: rows.count)
    for entry in untold where entry.isValue { untoldValues[entry.row] += 1 }
    var snapshot = JSONObject()
    snapshot.add("run", run)
    addScene(to: &snapshot)
    snapshot.add("notice", notice)
    snapshot.add("yaml", entry.scene.yaml)
    snapshot.add("duration", duration)
    snapshot.add("omitted", history.rows.reduce(untold.count) { $0 + $1.forgotten })
    snapshot.add(
      "rows",
      objects: history.rows.enumerated().map { position, row in
        var object = JSONObject(row)
        object.add("expression", row.expression)
        object.add("earlier", row.forgotten + untoldValues[position])
        if entry.scene.isLive { object.add(row.losses, of: row) }
        return object
      })
    snapshot.add("events", json: "[\(texts.reversed().joined(separator: ","))]")
    return snapshot.inner
  }

  func addScene(to object: inout JSONObject) {
    object.add("scene", entry.scene.name)
    object.add("title", entry.scene.title)
    object.add("about", entry.scene.about)
    object.add("live", entry.scene.isLive)
    object.add("position", position)
    object.add("count", count)
    object.add("length", entry.length.text)
    object.add("next", next)
    object.add("nextName", nextName)
    object.add("message", message)
  }
}

extension JSONObject {
  /// A row's name and what it is.
  init(_ row: Recording.Row) {
    self.init()
    add("name", row.name)
    add("kind", row.isInput ? "input" : "output")
  }

  /// What became no event of a row of a live scene.
  mutating func add(_ losses: LiveInput.Counts, of row: Recording.Row) {
    add("live", row.isLive)
    if row.isLive {
      add("dropped", losses.dropped)
      add("malformed", losses.malformed)
    } else {
      add("missed", losses.missed)
    }
  }
}
