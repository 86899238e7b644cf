internal import Marbles
internal import Scenes

extension DaemonStatus {
  /// The object, on one line.
  package var json: String {
    JSONObject { object in
      if let playing {
        playing.motion.write(to: &object)
        playing.scene.write(to: &object)
        object.add("duration", playing.duration)
        object.add("editor", playing.editor)
      }
      object.add("viewers", viewers)
      if let playing {
        object.add("events", playing.events)
        object.add("rows", objects: playing.rows) { $1.write(to: &$0) }
      }
      object.add("load") { load.write(to: &$0) }
      object.add("notices", notices)
      daemon?.write(to: &object)
    }.text
  }

  /// Parses an object; nil for any other text. Missing members are 0, empty or nil.
  package init?(json: some StringProtocol) {
    guard let members = JSONMembers(json: json) else { return nil }
    self.init(
      playing: Playing(members), viewers: members.count("viewers"), load: Load(members.object("load")),
      notices: members.texts("notices"), daemon: Daemon(members))
  }
}

extension DaemonStatus.Playing {
  fileprivate init?(_ members: JSONMembers) {
    guard let scene = PlayingScene(members) else { return nil }
    self.init(
      motion: PlayheadMotion(members), scene: scene, duration: members.time("duration"), editor: members.text("editor"),
      events: members.count("events"), rows: members.objects("rows").map(DaemonStatus.Row.init))
  }
}

extension DaemonStatus.Row {
  fileprivate func write(to object: inout JSONObject) {
    object.add("name", name)
    object.add("kind", isInput ? "input" : "output")
    object.add("events", events)
    object.add("end", end.rawValue)
    losses?.write(to: &object)
    if let sinceLast { object.add("sinceLast", sinceLast) }
    if let rate { object.add("rate", rate) }
    if let queued { object.add("queued", queued) }
    if let delay { object.add("delay", delay) }
    if let command { object.add("command", command) }
    if let stream { object.add("stream") { stream.write(to: &$0) } }
    if let waits { object.add("waits", waits) }
  }

  fileprivate init(_ members: JSONMembers) {
    self.init(
      name: members.text("name") ?? "", isInput: members.text("kind") == "input", events: members.count("events"),
      end: members.text("end").flatMap(End.init) ?? .open, losses: RowLosses(members))
    (sinceLast, delay) = (members.time("sinceLast"), members.time("delay"))
    rate = members.number("rate")
    queued = members.integer("queued")
    stream = members.object("stream").map { StreamStatus($0) }
    (command, waits) = (members.text("command"), members.text("waits"))
  }
}

extension DaemonStatus.Load {
  fileprivate func write(to object: inout JSONObject) {
    object.add("frames", frames)
    object.add("lateFrames", lateFrames)
    object.add("frameBytes", frameBytes)
    object.add("viewerDrops", viewerDrops)
    object.add("viewerQueueBytes", viewerQueueBytes)
    if let memoryBytes { object.add("memoryBytes", memoryBytes) }
    if let openDescriptors { object.add("openDescriptors", openDescriptors) }
  }

  fileprivate init(_ members: JSONMembers?) {
    func count(_ key: String) -> Int { members?.count(key) ?? 0 }
    self.init(
      frames: count("frames"), lateFrames: count("lateFrames"), frameBytes: count("frameBytes"),
      viewerDrops: count("viewerDrops"), viewerQueueBytes: count("viewerQueueBytes"),
      memoryBytes: members?.integer("memoryBytes"), openDescriptors: members?.integer("openDescriptors"))
  }
}

extension DaemonStatus.Daemon {
  fileprivate func write(to object: inout JSONObject) {
    object.add("instance", instance)
    object.add("pid", process)
    object.add("version", version)
    object.add("wire", wireVersion)
    object.add("uptime", uptime)
    object.add("view", view)
    if let publish { object.add("publish") { publish.write(to: &$0) } }
    if let follow { object.add("follow") { follow.write(to: &$0) } }
    object.add("connections") {
      $0.add("open", connections.open)
      $0.add("refused", connections.refused)
      $0.add("late", connections.late)
      $0.add("malformed", connections.malformed)
    }
    object.add("config", config)
    object.add("configError", configError)
    object.add("restartKeys", restartKeys)
  }

  /// Nil when the object does not describe a process.
  fileprivate init?(_ members: JSONMembers) {
    guard let instance = members.text("instance") else { return nil }
    let connections = members.object("connections")
    func count(_ key: String) -> Int { connections?.count(key) ?? 0 }
    self.init(
      instance: instance, process: members.integer("pid") ?? 0, version: members.text("version") ?? "",
      uptime: members.number("uptime") ?? 0, view: members.text("view"),
      connections: Connections(
        open: count("open"), refused: count("refused"), late: count("late"), malformed: count("malformed")),
      config: members.text("config"), configError: members.text("configError"),
      restartKeys: members.texts("restartKeys"))
    publish = members.object("publish").flatMap(DaemonStatus.Show.init)
    follow = members.object("follow").flatMap(DaemonStatus.Show.init)
    wireVersion = members.integer("wire") ?? 1
  }
}

extension DaemonStatus.Show {
  fileprivate func write(to object: inout JSONObject) {
    object.add("stream", stream)
    object.add("state", state)
    object.add("entries", entries)
    object.add("missed", missed)
    if let age { object.add("age", age) }
  }

  /// Nil when the object names no stream.
  fileprivate init?(_ members: JSONMembers) {
    guard let stream = members.text("stream") else { return nil }
    self.init(
      stream: stream, state: members.text("state") ?? "", entries: members.count("entries"),
      missed: members.count("missed"), age: members.number("age"))
  }
}
