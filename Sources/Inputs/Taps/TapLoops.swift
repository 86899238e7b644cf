internal import Marbles
internal import Scenes
internal import Wire

/// What the iterations of a tap are doing: each asks for a value, gets it, and is busy with it until it asks again.
struct TapLoops {
  private enum State {
    case waiting(since: SceneTime)
    case busy(since: SceneTime)
  }
  private var states: [Int: State] = [:]
  private(set) var status = LoopStatus()

  /// The maximum number of iterations at one time; more are not measured.
  private static let limit = 1000

  /// Takes a report; returns whether the status has changed.
  mutating func take(_ report: TapReport) -> Bool {
    guard let time = report.time else { return false }
    let number = report.iteration
    switch report.event {
    case .begin:
      let place = ["iteration \(number)", report.origin?.description].compactMap(\.self).joined(separator: ", ")
      status.place = report.origin == nil ? nil : place
      states[number] = nil
      status.isBusy = nil
    case .request:
      guard states[number] != nil || states.count < Self.limit else { return false }
      if case .busy(let since)? = states[number] { status.note(busy: time - since) }
      states[number] = .waiting(since: time)
      status.isBusy = false
    case .yield(let value, let isTerminated): status.note(loss: value, isTerminated: isTerminated)
    case .send(let count): status.sending = count
    case .value where number == 0:
      // A probe or a continuation, which has no loop.
      guard report.waited != nil || report.remaining != nil else { return false }
      if let waited = report.waited { status.note(sending: waited) }
      status.room = report.remaining
    case .value:
      // A program that does not report requests is not known to be busy.
      guard case .waiting(let since)? = states[number] else {
        // As the request was not reported, for want of room.
        if states.removeValue(forKey: number) != nil { status.isBusy = nil }
        return false
      }
      status.note(waiting: time - since)
      states[number] = .busy(since: time)
      status.isBusy = true
    case .finish, .error, .cancel:
      states[number] = nil
      status.isBusy = nil
    case .idle, .dropped: return false
    }
    return true
  }
}
