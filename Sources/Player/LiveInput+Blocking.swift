internal import Dispatch
public import Marbles
public import Scenes

extension LiveInput {
  /// Sends a value, and blocks the calling thread while too many values are on their way.
  ///
  /// - Returns: false when the row has ended, also while the thread waits.
  @discardableResult
  public func send(_ value: Value) -> Bool {
    // Most values find room, and only a thread that waits needs a semaphore.
    var answer = send(value, orWhenRoom: nil)
    guard answer == .dropped else { return answer == .accepted }
    let room = DispatchSemaphore(value: 0)
    while true {
      answer = send(value, orWhenRoom: { room.signal() })
      guard answer == .dropped else { return answer == .accepted }
      room.wait()
    }
  }
}
