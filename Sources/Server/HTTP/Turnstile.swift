internal import NIOCore
internal import Synchronization

/// Lets accepted connections in, a few at a time, address by address: to make a connection ready for requests takes ten times
/// as long as to accept it, and one address with a thousand connections must not keep another one waiting for all of them.
///
/// Sockets of this machine count as one address.
final class Turnstile: Sendable {
  /// How many connections of a thread are let in before it does something else.
  private static let batch = 4

  private struct Line {
    /// Those who wait, by address, in the order of their arrival.
    var waiting: [String: [EventLoopPromise<Void>]] = [:]
    /// The addresses, in turn.
    var turns: [String] = []

    mutating func add(_ promise: EventLoopPromise<Void>, of address: String) {
      if waiting[address] == nil { turns.append(address) }
      waiting[address, default: []].append(promise)
    }

    /// The next one; nil when nobody waits.
    mutating func next() -> EventLoopPromise<Void>? {
      guard !turns.isEmpty else { return nil }
      let address = turns.removeFirst()
      let promise = waiting[address]?.removeFirst()
      if waiting[address]?.isEmpty == true { waiting[address] = nil } else { turns.append(address) }
      return promise
    }
  }

  /// By the thread of the connections.
  private let lines = Mutex<[ObjectIdentifier: Line]>([:])

  /// The number of connections that wait.
  var count: Int { lines.withLock { $0.values.reduce(0) { $0 + $1.waiting.values.reduce(0) { $0 + $1.count } } } }

  /// Waits for the turn of a connection.
  func enter(from address: String?, on loop: any EventLoop) -> EventLoopFuture<Void> {
    let promise = loop.makePromise(of: Void.self)
    let isFirst = lines.withLock { lines in
      let isFirst = lines[ObjectIdentifier(loop)] == nil
      lines[ObjectIdentifier(loop), default: Line()].add(promise, of: address ?? "")
      return isFirst
    }
    if isFirst { loop.execute { self.letIn(on: loop) } }
    return promise.futureResult
  }

  private func letIn(on loop: any EventLoop) {
    let key = ObjectIdentifier(loop)
    for _ in 0..<Self.batch {
      let next = lines.withLock { lines in
        let next = lines[key]?.next()
        if next == nil { lines[key] = nil }
        return next
      }
      guard let next else { return }
      next.succeed()
    }
    // A task that is ready at once would run before the thread looks at its sockets again.
    loop.scheduleTask(in: .microseconds(50)) { self.letIn(on: loop) }
  }
}
