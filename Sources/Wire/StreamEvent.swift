/// What `GET /v1/events` tells.
package enum StreamEvent: Hashable, Sendable {
  /// All that a viewer needs to begin with: it takes the place of whatever was told before.
  case snapshot(SceneSnapshot, Motion)
  /// Something happened in a row.
  case event(EventLine)
  /// The playhead moves otherwise.
  case motion(Motion)
  /// More became no event of a row than was told before.
  case losses(row: String, RowLosses)
  /// The banner; nil when there is none any more.
  case message(String?)
  /// What went wrong last; nil when nothing is wrong any more.
  case notice(String?)
  /// Nothing has happened, and the daemon is alive.
  case heartbeat
  /// The daemon ends.
  case end

  /// The name of its kind, as `type` has it and the field `event` of a server-sent event.
  package var type: String {
    switch self {
    case .snapshot: "snapshot"
    case .event: "event"
    case .motion: "motion"
    case .losses: "losses"
    case .message: "message"
    case .notice: "notice"
    case .heartbeat: "heartbeat"
    case .end: "end"
    }
  }

  /// The object, on one line.
  ///
  /// - Parameter sequence: its number in the run of the daemon; nil for what is not numbered.
  package func json(_ sequence: Int?) -> String {
    if case .snapshot(let snapshot, let motion) = self {
      return "\(Self.snapshotHead(sequence, motion)),\(snapshot.members())}"
    }
    return JSONObject { object in
      Self.begin(&object, sequence, type)
      write(to: &object)
    }.text
  }

  /// A snapshot up to the members of ``SceneSnapshot``, which follow behind a comma and end with a brace.
  package static func snapshotHead(_ sequence: Int?, _ motion: Motion) -> String {
    let members = JSONObject { object in
      begin(&object, sequence, "snapshot")
      motion.write(to: &object)
    }
    return "{\(members.inner)"
  }

  private static func begin(_ object: inout JSONObject, _ sequence: Int?, _ type: String) {
    if let sequence { object.add("seq", sequence) }
    object.add("type", type)
  }

  private func write(to object: inout JSONObject) {
    switch self {
    case .event(let line): line.write(to: &object)
    case .motion(let motion): motion.write(to: &object)
    case .losses(let row, let losses):
      object.add("row", row)
      losses.write(to: &object)
    case .message(let text), .notice(let text): object.add(type, text)
    case .snapshot, .heartbeat, .end: break
    }
  }

  /// Reads a line; nil when it is none, or of a kind that this version does not know.
  package init?(json: some StringProtocol) {
    guard let members = JSONMembers(json: json) else { return nil }
    self.init(members)
  }

  init?(_ members: JSONMembers) {
    switch members.text("type") {
    case "snapshot":
      guard let snapshot = SceneSnapshot(members) else { return nil }
      self = .snapshot(snapshot, Motion(members))
    case "event":
      guard let line = try? EventLine(members) else { return nil }
      self = .event(line)
    case "motion": self = .motion(Motion(members))
    case "losses":
      guard let row = members.text("row"), let losses = RowLosses(members) else { return nil }
      self = .losses(row: row, losses)
    case "message": self = .message(members.text("message"))
    case "notice": self = .notice(members.text("notice"))
    case "heartbeat": self = .heartbeat
    case "end": self = .end
    default: return nil
    }
  }
}
