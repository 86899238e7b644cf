internal import Logging
internal import Marbles
internal import RedisClient
internal import Synchronization
internal import Wire

/// What is known about the connection of a publisher or a relay to the Redis server; readable from any thread.
final class RelayConnection: Sendable {
  private let show: Mutex<DaemonStatus.Show>

  /// - Parameter url: the stream.
  init(_ url: RedisStreamURL) { show = Mutex(DaemonStatus.Show(stream: url.place)) }

  /// The part of a status.
  var status: DaemonStatus.Show { show.withLock { $0 } }

  /// Takes over the state of the connection.
  ///
  /// - Returns: why it does not work; nil while it works or is made.
  func note(_ state: RedisLink.State) -> String? {
    switch state {
    case .connecting: note("connecting")
    case .connected: note(DaemonStatus.Show.connected)
    case .waiting(let wait, let reason):
      note("\(reason); trying again after \(SceneTime(wait).inMilliseconds) s")
      return reason
    }
    return nil
  }

  /// Sets what the connection does.
  func note(_ state: String) { show.withLock { $0.state = state } }

  /// Counts an entry.
  ///
  /// - Parameter age: how long ago it was written, in wall nanoseconds; nil for an entry from here.
  func count(age: Int64? = nil) {
    show.withLock { show in
      show.entries += 1
      show.age = age.map { Double($0 / 1_000_000) / 1000 }
    }
  }

  /// Counts changes that were missing.
  func countMiss() { show.withLock { $0.missed += 1 } }
}

extension Logger {
  /// The same logger, which names the stream in each line.
  func naming(_ url: RedisStreamURL) -> Logger {
    var logger = self
    logger[metadataKey: "stream"] = "\(url.place)"
    return logger
  }
}
