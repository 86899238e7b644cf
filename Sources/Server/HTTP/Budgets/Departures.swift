internal import NIOCore
internal import Synchronization

/// Tells of clients that close their connection while they wait for an answer.
///
/// A connection has one observer for all of its requests, however many there are: a page may keep its connection for days.
final class Departures: Sendable {
  private struct State {
    var actions: [ObjectIdentifier: [Int: @Sendable () -> Void]] = [:]
    var count = 0
  }
  private let state = Mutex(State())

  /// The number of connections that are observed.
  var connectionCount: Int { state.withLock { $0.actions.count } }

  /// The result of `body`; calls `action` once if the connection ends before there is one.
  func observing<Output, Failure>(
    _ channel: any Channel, _ action: @escaping @Sendable () -> Void, _ body: () async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    let key = ObjectIdentifier(channel)
    let (number, isNew) = state.withLock { state in
      state.count += 1
      let isNew = state.actions[key] == nil
      state.actions[key, default: [:]][state.count] = action
      return (state.count, isNew)
    }
    if isNew {
      // The channel stays alive, and its identity unique, until the observer has run.
      channel.closeFuture.whenComplete { [self, channel] _ in leave(ObjectIdentifier(channel)) }
    }
    defer { state.withLock { _ = $0.actions[key]?.removeValue(forKey: number) } }
    return try await body()
  }

  private func leave(_ key: ObjectIdentifier) {
    for action in state.withLock({ $0.actions.removeValue(forKey: key) ?? [:] }).values { action() }
  }
}
