internal import Marbles
internal import Scenes

extension LoopStatus {
  /// What is unknown, and counts of 0, are left out.
  func write(to object: inout JSONObject) {
    if let waiting { object.add("waiting", waiting) }
    if let busy { object.add("busy", busy) }
    if let isBusy { object.add("isBusy", isBusy) }
    if let place { object.add("place", place) }
    if let sendWait { object.add("sendWait", sendWait) }
    if sending > 0 { object.add("sending", sending) }
    if lost > 0 { object.add("lost", lost) }
    if refused > 0 { object.add("refused", refused) }
    if let newestLoss { object.add("newestLoss", value: newestLoss) }
    if let room { object.add("room", room) }
  }

  init(_ members: JSONMembers) {
    self.init(
      waiting: members.time("waiting"), busy: members.time("busy"), sendWait: members.time("sendWait"),
      lost: members.count("lost"), refused: members.count("refused"), newestLoss: members["newestLoss"])
    (isBusy, place, sending) = (members.flag("isBusy"), members.text("place"), members.count("sending"))
    room = members.integer("room")
  }
}
