internal import Dispatch
public import Marbles
public import Scenes

extension ArrivalQueue {
  /// Sends a value, and blocks the calling thread while too many values are on their way.
  ///
  /// - Returns: false when the row has ended, also while the thread waits.
  @discardableResult
  public func send(_ value: Value) -> Bool { send(Arrival(value)) }

  /// Sends a value with its metadata, and blocks the calling thread while too many values are on their way.
  ///
  /// - Returns: false when the row has ended, also while the thread waits.
  @discardableResult
  public func send(_ arrival: Arrival) -> Bool {
    // Most values find room, and only a thread that waits needs a semaphore.
    var answer = send(arrival, orWhenRoom: nil)
    guard answer == .dropped else { return answer == .accepted }
    let room = DispatchSemaphore(value: 0)
    while true {
      answer = send(arrival, orWhenRoom: { room.signal() })
      guard answer == .dropped else { return answer == .accepted }
      room.wait()
    }
  }
}
