package import Marbles
package import Scenes

/// A line of a recording file: the header of a run, a live row that was added later, an event of a live row, a gap, or the end
/// of the run.
///
/// A file may hold several runs, one after the other; each begins with its header.
package enum RecordingLine: Hashable, Sendable {
  case header(RecordingHeader)
  /// A live row that was added while the scene ran.
  case row(name: String)
  case event(EventLine)
  /// The number of events that are missing here, because they could not be written.
  case gap(count: Int)
  /// The last instant of the run, and whether the run was stopped before its end.
  case end(time: SceneTime, isStopped: Bool)

  /// The key that tells the other lines from events.
  package static let key = "recording"
  /// The version that this program writes, and the newest that it reads.
  package static let version = 1

  /// The line, without a line feed.
  package var json: String {
    JSONObject { object in
      switch self {
      case .header(let header): header.write(to: &object)
      case .row(let name):
        object.add(Self.key, "row")
        object.add("name", name)
      case .event(let event):
        if let row = event.row { object.add("row", row) }
        object.add("time", json: event.time.exactJSON)
        switch event.kind {
        case .value(let content): object.add("value", value: content.value)
        case .finish: object.add("kind", "finish")
        case .error(let message):
          object.add("kind", "error")
          object.add("message", message)
        case .open: object.add("kind", "open")
        }
      case .gap(let count):
        object.add(Self.key, "gap")
        object.add("unrecorded", count)
      case .end(let time, let isStopped):
        object.add(Self.key, "end")
        object.add("time", json: time.exactJSON)
        object.add("stopped", isStopped)
      }
    }.text
  }

  /// Parses a line.
  ///
  /// - Throws: ``EventLine/Malformed`` with the first problem.
  package init(_ members: JSONMembers) throws(EventLine.Malformed) {
    guard let kind = members[Self.key] else {
      self = .event(try EventLine(members))
      return
    }
    switch kind.text {
    case "marbled": self = .header(try RecordingHeader(members))
    case "row":
      guard let name = members.text("name") else { throw EventLine.Malformed(message: "a row without a `name`") }
      self = .row(name: name)
    case "gap": self = .gap(count: members.count("unrecorded"))
    case "end":
      var event = members
      event.set("kind", .string("finish"))
      self = .end(time: try EventLine(event).time, isStopped: members.flag("stopped") ?? false)
    default: throw EventLine.Malformed(message: "unknown `recording` \(kind.json); expected marbled, row, gap or end")
    }
  }
}

/// What the first line of a recording says: the scene that ran, and when it started.
package struct RecordingHeader: Hashable, Sendable {
  /// A row of the scene.
  package struct Row: Hashable, Sendable {
    package var name: String
    /// `live`, `input` or `output`.
    package var kind: String
    /// The source of an output's expression.
    package var expression: String?
  }

  /// The name of the scene.
  package var name: String
  /// The wall time of ``from``, as RFC 3339 writes it.
  package var started: String
  /// The scene time at which a recording begins that continues another one: lines have times since the start of the run.
  package var from: SceneTime
  package var rows: [Row]
  /// The scene as YAML, with which the run can be repeated.
  package var scene: String

  /// - Parameters:
  ///   - scene: the scene that runs.
  ///   - yaml: the scene as YAML.
  ///   - started: the wall time of `from`.
  ///   - from: the scene time at which this recording begins; 0 unless it continues another one.
  package init(_ scene: Scene, yaml: String, started: String, from: SceneTime = .zero) {
    (name, self.scene, self.started, self.from) = (scene.name, yaml, started, from)
    rows = scene.emptyRecording().rows.map {
      Row(name: $0.name, kind: $0.isLive ? "live" : $0.isInput ? "input" : "output", expression: $0.expression)
    }
  }

  /// The names of the rows that are recorded.
  package var liveRows: [String] { rows.filter { $0.kind == "live" }.map(\.name) }

  fileprivate func write(to object: inout JSONObject) {
    object.add(RecordingLine.key, "marbled")
    object.add("version", RecordingLine.version)
    object.add("started", started)
    if from > .zero { object.add("from", json: from.exactJSON) }
    object.add("name", name)
    object.add("rows", objects: rows) { object, row in
      object.add("name", row.name)
      object.add("kind", row.kind)
      if let expression = row.expression { object.add("expression", expression) }
    }
    object.add("scene", scene)
  }

  fileprivate init(_ members: JSONMembers) throws(EventLine.Malformed) {
    guard let version = members.integer("version") else { throw EventLine.Malformed(message: "no `version`") }
    guard version <= RecordingLine.version else {
      throw EventLine.Malformed(
        message: "version \(version) of a recording is not supported; expected \(RecordingLine.version)")
    }
    name = members.text("name") ?? "recording"
    started = members.text("started") ?? ""
    scene = members.text("scene") ?? ""
    from =
      try members["from"].map { (value) throws(EventLine.Malformed) in
        var event = members
        event.set("time", value)
        event.set("kind", .string("finish"))
        return try EventLine(event).time
      } ?? .zero
    rows = members.objects("rows").map {
      Row(name: $0.text("name") ?? "", kind: $0.text("kind") ?? "live", expression: $0.text("expression"))
    }
  }
}

extension SceneTime {
  /// A number of seconds, or a text with a unit where a floating-point number would not be exact.
  fileprivate var exactJSON: String {
    // Readers may parse a number as a `Double`, which tells all nanoseconds of 52 days apart.
    nanoseconds.magnitude < 1 << 52 ? description : "\"\(nanoseconds)ns\""
  }
}
