internal import HubCore
internal import Marbles
internal import Scenes
internal import Synchronization
internal import Wire

extension StateStore {
  /// What `GET /v1/status` answers, but for what the daemon knows: the members of an object.
  ///
  /// It waits for nobody: neither the hub nor whoever encodes a snapshot.
  func status(frames: FrameMeter.Counts) -> String {
    let load = loadSummary(frames: frames)
    return contents.withLock { contents in
      var status = JSONObject()
      guard let playing = contents.playing else {
        status.add("viewers", contents.viewers.count)
        status.add("load", load)
        status.add("notices", contents.display?.notices ?? [])
        return status.inner
      }
      playing.addScene(to: &status)
      status.add("duration", playing.duration)
      status.add("viewers", contents.viewers.count)
      status.add("events", contents.log.sequence)
      let isLive = playing.entry.scene.isLive
      status.add(
        "rows",
        objects: playing.history.rows.enumerated().map { position, row in
          var object = JSONObject(row)
          object.add("events", row.earlier + row.timeline.events.count)
          let end =
            switch row.timeline.end {
            case .open: "open"
            case .finish: "finish"
            case .error: "error"
            }
          object.add("end", end)
          if isLive { object.add(playing.performance.losses(ofRow: position), of: row) }
          return object
        })
      status.add("load", load)
      status.add("notices", playing.display.notices)
      return "\(playing.motionMembers),\(status.inner)"
    }
  }
}
