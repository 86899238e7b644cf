internal import Platform
internal import RedisClient

/// Appends messages for viewers to a stream as entries, and decides when a checkpoint is due. Use it from one thread.
struct RelayWriter {
  private let key: String
  private let maximumLength: Int
  private let link: RedisLink
  /// The id of the newest snapshot or checkpoint.
  private var base: String?
  private let clock: MonotonicClock
  private var baseTime: Int64
  private var baseBytes = 0
  private var bytesAfterBase = 0
  private var entriesAfterBase = 0
  /// The number of connections when the base was written.
  private var baseConnections = 0

  /// The shortest time between two checkpoints, in nanoseconds.
  private static let checkpointInterval: Int64 = 10_000_000_000

  /// - Parameters:
  ///   - url: the stream.
  ///   - maximumLength: how many of the newest entries the server keeps, about.
  ///   - stopper: ends the work of the thread.
  ///   - onState: called with each new state of the connection.
  init(
    _ url: RedisStreamURL, maximumLength: Int, stopper: RedisStopper, onState: @escaping (RedisLink.State) -> Void
  ) {
    (key, self.maximumLength, clock) = (url.key, maximumLength, stopper.clock)
    baseTime = clock.now()
    link = RedisLink(to: url.address, stopper: stopper, onState: onState)
  }

  /// Whether a relay that starts now would have to read many changes.
  ///
  /// At most as many bytes go into checkpoints as into changes, except after a reconnect, when the playhead is elsewhere.
  var needsCheckpoint: Bool {
    if link.connections > baseConnections { return true }
    guard clock.elapsed(since: baseTime) >= Self.checkpointInterval else { return false }
    return bytesAfterBase >= baseBytes || entriesAfterBase >= maximumLength / 4
  }

  /// Appends an entry; waits for the server, and tries again while it is gone.
  ///
  /// - Throws: a failure that another attempt can't change.
  mutating func write(_ kind: RelayEntry.Kind, _ lines: String, run: String) throws(RedisFailure) {
    let entry = RelayEntry(kind: kind, run: run, base: base, lines: lines)
    let command = RedisCommand(["XADD", key, "MAXLEN", "~", String(maximumLength), "*"] + entry.words)
    let reply = try link.perform { (connection) throws(RedisFailure) in try connection.command(command) }
    let bytes = lines.utf8.count
    guard entry.isBase else {
      bytesAfterBase += bytes
      entriesAfterBase += 1
      return
    }
    base = reply?.text ?? base
    (baseTime, baseBytes, baseConnections) = (clock.now(), bytes, link.connections)
    (bytesAfterBase, entriesAfterBase) = (0, 0)
  }
}
