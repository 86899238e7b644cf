package import Marbles
package import Scenes

/// Everything a new viewer needs except the position of the playhead, which is added when the snapshot is sent.
package struct ViewerSnapshot: Hashable, Sendable {
  /// The initial state of a row for a viewer.
  package struct Row: Hashable, Sendable {
    package var name: String
    /// Whether the row is an input rather than an output.
    package var isInput: Bool
    package var expression: String?
    /// The number of its events that the snapshot omits.
    package var earlier: Int
    /// Nil when the scene is not live.
    package var losses: RowLosses?
    /// Nil when no command feeds the row.
    package var command: CommandState?
    /// What those do who take and send the values of a tap; nil for another source.
    package var loop: LoopStatus?
    /// The changes of its expression while it was live, oldest first.
    package var edits: [RowEdit]

    package init(
      name: String, isInput: Bool, expression: String?, earlier: Int, losses: RowLosses?, command: CommandState? = nil,
      loop: LoopStatus? = nil, edits: [RowEdit] = []
    ) {
      (self.name, self.isInput, self.expression) = (name, isInput, expression)
      (self.earlier, self.losses, self.command, self.loop, self.edits) = (earlier, losses, command, loop, edits)
    }
  }

  /// Distinguishes this run of the daemon from others.
  package var run: String
  package var wireVersion = WireVersion.current
  package var scene: PlayingScene
  /// The latest notice; nil when there is none.
  package var notice: String?
  /// The scene as YAML.
  package var yaml: String
  /// Nil for a live scene without a duration.
  package var duration: SceneTime?
  /// The number of omitted events.
  package var omitted: Int
  package var rows: [Row]
  /// The newest events, oldest first.
  package var events: [EventLine]

  package init(
    run: String, scene: PlayingScene, notice: String?, yaml: String, duration: SceneTime?, omitted: Int, rows: [Row],
    events: [EventLine] = []
  ) {
    (self.run, self.scene, self.notice, self.yaml) = (run, scene, notice, yaml)
    (self.duration, self.omitted, self.rows, self.events) = (duration, omitted, rows, events)
  }

  /// The members that follow those of ``PlayheadMotion``.
  ///
  /// - Parameter encoded: ``events`` as JSON, if the caller has already encoded them to measure them.
  package func members(encodedEvents encoded: [String]? = nil) -> String {
    JSONObject { object in
      object.add("run", run)
      object.add("wire", wireVersion)
      scene.write(to: &object)
      object.add("notice", notice)
      object.add("yaml", yaml)
      object.add("duration", duration)
      object.add("omitted", omitted)
      object.add("rows", objects: rows) { $1.write(to: &$0) }
      if let encoded {
        object.add("events", json: encoded)
      } else {
        object.add("events", objects: events) { $1.write(to: &$0) }
      }
    }.inner
  }

  /// Nil when the object names no scene; other invalid members are ignored.
  init?(_ members: JSONMembers) {
    guard let scene = PlayingScene(members) else { return nil }
    self.init(
      run: members.text("run") ?? "", scene: scene, notice: members.text("notice"), yaml: members.text("yaml") ?? "",
      duration: members.time("duration"), omitted: members.count("omitted"),
      rows: members.objects("rows").map(Row.init), events: members.objects("events").compactMap { try? EventLine($0) })
    wireVersion = members.integer("wire") ?? 1
  }
}

extension ViewerSnapshot.Row {
  fileprivate func write(to object: inout JSONObject) {
    object.add("name", name)
    object.add("kind", isInput ? "input" : "output")
    object.add("expression", expression)
    object.add("earlier", earlier)
    losses?.write(to: &object)
    if let command { object.add("command") { command.write(to: &$0) } }
    if let loop { object.add("loop") { loop.write(to: &$0) } }
    if !edits.isEmpty { object.add("edits", objects: edits) { $1.write(to: &$0) } }
  }

  fileprivate init(_ members: JSONMembers) {
    self.init(
      name: members.text("name") ?? "", isInput: members.text("kind") == "input",
      expression: members.text("expression"), earlier: members.count("earlier"), losses: RowLosses(members),
      command: members.object("command").flatMap(CommandState.init),
      loop: members.object("loop").map { LoopStatus($0) },
      edits: members.objects("edits").compactMap(RowEdit.init))
  }
}
