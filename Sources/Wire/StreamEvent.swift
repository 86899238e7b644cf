package import Scenes

/// A message of `GET /v1/events`.
package enum StreamEvent: Hashable, Sendable {
  /// Everything a viewer needs; replaces all earlier messages.
  case snapshot(ViewerSnapshot, PlayheadMotion)
  /// An event of a row.
  case event(EventLine)
  /// The playhead moves differently.
  case motion(PlayheadMotion)
  /// The losses of a row have grown.
  case losses(row: String, RowLosses)
  /// The command of a live row does something else.
  case command(row: String, CommandState)
  /// Those who take and send the values of a tap do something else; at most once a second.
  case loop(row: String, LoopStatus)
  /// The banner changed; nil when it was removed.
  case message(String?)
  /// The latest notice; nil when it was removed.
  case notice(String?)
  /// The daemon is alive, and nothing has happened.
  case heartbeat
  /// The daemon shuts down.
  case end

  /// The name of its kind: `type` in JSON, and the `event` field of a server-sent event.
  package var type: String {
    switch self {
    case .snapshot: "snapshot"
    case .event: "event"
    case .motion: "motion"
    case .losses: "losses"
    case .command: "command"
    case .loop: "loop"
    case .message: "message"
    case .notice: "notice"
    case .heartbeat: "heartbeat"
    case .end: "end"
    }
  }

  /// The object, on one line.
  ///
  /// - Parameter sequence: the sequence number in this run of the daemon; nil for unnumbered messages.
  package func json(_ sequence: Int?) -> String {
    if case .snapshot(let snapshot, let motion) = self {
      return "\(Self.snapshotHead(sequence, motion)),\(snapshot.members())}"
    }
    return JSONObject { object in
      Self.begin(&object, sequence, type)
      write(to: &object)
    }.text
  }

  /// The head of a snapshot; the members of ``ViewerSnapshot`` follow after a comma, then a brace.
  package static func snapshotHead(_ sequence: Int?, _ motion: PlayheadMotion) -> String {
    let members = JSONObject { object in
      begin(&object, sequence, "snapshot")
      motion.write(to: &object)
    }
    return "{\(members.inner)"
  }

  /// Whether a line is a snapshot, without reading all of it.
  package static func isSnapshot(_ line: String) -> Bool { line.prefix(64).contains(#""type":"snapshot""#) }

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
    case .command(let row, let state):
      object.add("row", row)
      state.write(to: &object)
    case .loop(let row, let status):
      object.add("row", row)
      status.write(to: &object)
    case .message(let text), .notice(let text): object.add(type, text)
    case .snapshot, .heartbeat, .end: break
    }
  }

  /// Parses a line; nil for invalid lines and unknown kinds.
  package init?(json: some StringProtocol) {
    guard let members = JSONMembers(json: json) else { return nil }
    self.init(members)
  }

  init?(_ members: JSONMembers) {
    switch members.text("type") {
    case "snapshot":
      guard let snapshot = ViewerSnapshot(members) else { return nil }
      self = .snapshot(snapshot, PlayheadMotion(members))
    case "event":
      guard let line = try? EventLine(members) else { return nil }
      self = .event(line)
    case "motion": self = .motion(PlayheadMotion(members))
    case "losses":
      guard let row = members.text("row"), let losses = RowLosses(members) else { return nil }
      self = .losses(row: row, losses)
    case "command":
      guard let row = members.text("row"), let state = CommandState(members) else { return nil }
      self = .command(row: row, state)
    case "loop":
      guard let row = members.text("row") else { return nil }
      self = .loop(row: row, LoopStatus(members))
    case "message": self = .message(members.text("message"))
    case "notice": self = .notice(members.text("notice"))
    case "heartbeat": self = .heartbeat
    case "end": self = .end
    default: return nil
    }
  }
}

extension StreamEvent {
  /// Parses a line and its sequence number.
  ///
  /// - Returns: the number, nil for unnumbered messages; and the message, nil for an unknown kind. Nil for text that is no
  ///   message.
  package static func numbered(_ json: some StringProtocol) -> (sequence: Int?, event: StreamEvent?)? {
    JSONMembers(json: json).map { ($0.integer("seq"), StreamEvent($0)) }
  }
}
