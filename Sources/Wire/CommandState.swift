internal import Marbles
package import Scenes

/// What the command, the connection or the timer of a row does, as viewers learn it: a command's standard error stays with
/// the daemon.
package struct CommandState: Hashable, Sendable {
  package var phase: SourceStatus.Phase
  /// How many times the command was started again, or the connection was lost.
  package var restarts: Int
  /// What is left in the stream of a server; nil for another source.
  package var stream: StreamStatus?

  package init(phase: SourceStatus.Phase, restarts: Int, stream: StreamStatus? = nil) {
    (self.phase, self.restarts, self.stream) = (phase, restarts, stream)
  }

  /// Nil for a source without a state.
  package init?(_ status: SourceStatus) {
    guard let phase = status.phase else { return nil }
    self.init(phase: phase, restarts: status.restarts, stream: status.stream)
  }

  /// As the status of a source of which nothing else is known.
  package var status: SourceStatus {
    var status = SourceStatus()
    (status.phase, status.restarts, status.stream) = (phase, restarts, stream)
    return status
  }

  func write(to object: inout JSONObject) {
    switch phase {
    case .starting: object.add("state", "starting")
    case .running: object.add("state", "running")
    case .restarting(let wait, let reason):
      object.add("state", "restarting")
      object.add("reason", reason)
      object.add("after", wait)
    case .reconnecting(let wait, let reason):
      object.add("state", "reconnecting")
      object.add("reason", reason)
      object.add("after", wait)
    case .ended(let reason):
      object.add("state", "ended")
      object.add("reason", reason)
    case .late(let time):
      object.add("state", "late")
      object.add("by", time)
    }
    object.add("restarts", restarts)
    if let stream { object.add("stream") { stream.write(to: &$0) } }
  }

  /// Nil without a known state.
  init?(_ members: JSONMembers) {
    let reason = members.text("reason") ?? "ended"
    switch members.text("state") {
    case "starting": phase = .starting
    case "running": phase = .running
    case "restarting": phase = .restarting(after: members.time("after") ?? .zero, reason)
    case "reconnecting": phase = .reconnecting(after: members.time("after") ?? .zero, reason)
    case "late": phase = .late(by: members.time("by") ?? .zero)
    case "ended": phase = .ended(reason)
    default: return nil
    }
    restarts = members.count("restarts")
    stream = members.object("stream").map { StreamStatus($0) }
  }
}
