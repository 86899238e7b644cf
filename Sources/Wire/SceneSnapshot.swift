package import Marbles

/// All that a viewer needs to begin with, but for where the playhead is: that is told when it is sent.
package struct SceneSnapshot: Hashable, Sendable {
  /// A row as a viewer begins with it.
  package struct Row: Hashable, Sendable {
    package var name: String
    /// Whether it is an input, and no output.
    package var isInput: Bool
    package var expression: String?
    /// How many of its events are not told.
    package var earlier: Int
    /// Nil when the scene is not live.
    package var losses: RowLosses?

    package init(name: String, isInput: Bool, expression: String?, earlier: Int, losses: RowLosses?) {
      (self.name, self.isInput, self.expression) = (name, isInput, expression)
      (self.earlier, self.losses) = (earlier, losses)
    }
  }

  /// Distinguishes this run of the daemon from others.
  package var run: String
  package var wireVersion = WireVersion.current
  package var scene: SceneSummary
  /// What went wrong last.
  package var notice: String?
  /// The scene as a file.
  package var yaml: String
  /// Nil for a live scene without an end.
  package var duration: SceneTime?
  /// How many events are not told.
  package var omitted: Int
  package var rows: [Row]
  /// The newest events, oldest first.
  package var events: [EventLine]

  package init(
    run: String, scene: SceneSummary, notice: String?, yaml: String, duration: SceneTime?, omitted: Int, rows: [Row],
    events: [EventLine] = []
  ) {
    (self.run, self.scene, self.notice, self.yaml) = (run, scene, notice, yaml)
    (self.duration, self.omitted, self.rows, self.events) = (duration, omitted, rows, events)
  }

  /// The members of its object behind those of ``Motion``.
  ///
  /// - Parameter encoded: ``events`` as JSON, from whoever has encoded them already to know their size.
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

  /// Nil when no scene is named; what can't be read of the rest is left out.
  init?(_ members: JSONMembers) {
    guard let scene = SceneSummary(members) else { return nil }
    self.init(
      run: members.text("run") ?? "", scene: scene, notice: members.text("notice"), yaml: members.text("yaml") ?? "",
      duration: members.time("duration"), omitted: members.count("omitted"),
      rows: members.objects("rows").map(Row.init), events: members.objects("events").compactMap { try? EventLine($0) })
    wireVersion = members.integer("wire") ?? 1
  }
}

extension SceneSnapshot.Row {
  fileprivate func write(to object: inout JSONObject) {
    object.add("name", name)
    object.add("kind", isInput ? "input" : "output")
    object.add("expression", expression)
    object.add("earlier", earlier)
    losses?.write(to: &object)
  }

  fileprivate init(_ members: JSONMembers) {
    self.init(
      name: members.text("name") ?? "", isInput: members.text("kind") == "input",
      expression: members.text("expression"), earlier: members.count("earlier"), losses: RowLosses(members))
  }
}
