internal import Marbles
internal import Scenes

extension StreamStatus {
  /// Numbers that are unknown, and counts of 0, are left out.
  func write(to object: inout JSONObject) {
    if let lag { object.add("lag", lag) }
    if let pending { object.add("pending", pending) }
    if claimed > 0 { object.add("claimed", claimed) }
    if setAside > 0 { object.add("setAside", setAside) }
  }

  init(_ members: JSONMembers) {
    self.init(
      lag: members.integer("lag"), pending: members.integer("pending"), claimed: members.count("claimed"),
      setAside: members.count("setAside"))
  }
}
