internal import Marbles
package import Scenes

/// What the command of a live row does, as viewers learn it: its standard error stays with the daemon.
package struct CommandState: Hashable, Sendable {
  package var phase: SourceStatus.Phase
  /// How many times the command was started again.
  package var restarts: Int

  package init(phase: SourceStatus.Phase, restarts: Int) { (self.phase, self.restarts) = (phase, restarts) }

  /// Nil for a source that is no command.
  package init?(_ status: SourceStatus) {
    guard let phase = status.phase else { return nil }
    self.init(phase: phase, restarts: status.restarts)
  }

  /// As the status of a source of which nothing else is known.
  package var status: SourceStatus {
    var status = SourceStatus()
    (status.phase, status.restarts) = (phase, restarts)
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
    case .ended(let reason):
      object.add("state", "ended")
      object.add("reason", reason)
    }
    object.add("restarts", restarts)
  }

  /// Nil without a known state.
  init?(_ members: JSONMembers) {
    let reason = members.text("reason") ?? "ended"
    switch members.text("state") {
    case "starting": phase = .starting
    case "running": phase = .running
    case "restarting": phase = .restarting(after: members.time("after") ?? .zero, reason)
    case "ended": phase = .ended(reason)
    default: return nil
    }
    restarts = members.count("restarts")
  }
}
