internal import RedisClient

/// Why a show can't be followed.
struct RelayProblem: Error, Hashable, Sendable {
  /// The reason, for a person.
  var description: String
}

/// Reads the entries of a show, from a position early enough that viewers of another relay can continue here. Use it from
/// one thread.
struct RelayReader {
  private let key: String
  private let link: RedisLink
  private let now: () -> Int64
  /// The id of the newest entry that was read; nil before the start.
  private var position: String?
  /// Whether entries have been read before.
  private var hasStarted = false
  /// The wall time at the server when this process's was 0, in nanoseconds.
  private var serverOffset: Int64 = 0
  /// The number of connections when the offset was measured.
  private var connections = 0

  /// How long one command waits for entries.
  private static let block = Duration.seconds(1)
  /// The maximum size of one answer, in bytes.
  static let maximumAnswer = 32 << 20
  /// The maximum number of entries of one answer: the server does not limit its size, and each may be a snapshot.
  static let batch = maximumAnswer / EncodedSnapshot.maximumBytes

  /// - Parameters:
  ///   - url: the stream.
  ///   - stopper: ends the work of the thread.
  ///   - now: reads the wall clock, in nanoseconds.
  ///   - onState: called with each new state of the connection.
  init(
    _ url: RedisStreamURL, stopper: RedisStopper, now: @escaping () -> Int64,
    onState: @escaping (RedisLink.State) -> Void
  ) {
    (key, self.now) = (url.key, now)
    link = RedisLink(to: url.address, stopper: stopper, onState: onState)
  }

  /// Waits up to a second for the next entries.
  ///
  /// - Returns: the entries, and when each was written, in wall time of this process; nil when the work was stopped.
  /// - Throws: a problem that another attempt can't change.
  mutating func next() throws(RelayProblem) -> [(entry: RelayEntry, time: Int64)]? {
    let entries: [RedisEntry]?
    do throws(RedisFailure) { entries = try nextEntries() } catch { throw RelayProblem(description: error.description) }
    return try entries?.map { (entry) throws(RelayProblem) in
      guard let shown = RelayEntry(entry) else { throw Self.foreign }
      return (shown, Self.wallTime(entry, ahead: serverOffset))
    }
  }

  private mutating func nextEntries() throws(RedisFailure) -> [RedisEntry]? {
    if position == nil {
      guard let start = try link.perform({ (connection) throws(RedisFailure) in try start(connection) }) else {
        return nil
      }
      position = start
    }
    let read: RedisCommand = [
      "XREAD", "COUNT", String(Self.batch), "BLOCK", "1000", "STREAMS", key, position!,
    ]
    guard
      let replies = try link.perform({ (connection) throws(RedisFailure) in
        try connection.command(read, blockingFor: Self.block).streamEntries
      })
    else { return nil }
    if connections != link.connections { try measureOffset() }
    let entries = replies.compactMap(RedisEntry.init)
    position = entries.last?.id ?? position
    return entries
  }

  /// When an entry was written, in wall nanoseconds of this process. Saturates, because a writer may choose any id.
  static func wallTime(_ entry: RedisEntry, ahead offset: Int64) -> Int64 {
    let milliseconds = Int64(clamping: entry.milliseconds ?? 0)
    let (nanoseconds, isLarge) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (time, isOutside) = (isLarge ? Int64.max : nanoseconds).subtractingReportingOverflow(offset)
    return isOutside ? .max : time
  }

  private static let foreign = RelayProblem(
    description: "the stream holds other entries than those of a daemon with `publish:`")

  /// Reads from the newest snapshot or checkpoint next.
  mutating func startOver() { (position, hasStarted) = (nil, true) }

  /// The id before that of the newest base. At the first start, that of the base before it: viewers of another relay may
  /// continue with the changes in between.
  private func start(_ connection: RedisConnection) throws(RedisFailure) -> String {
    guard let newest = try connection.command(["XREVRANGE", key, "+", "-", "COUNT", "1"]).entries.first else {
      return "0-0"
    }
    guard let shown = RelayEntry(newest) else { return Self.id(before: newest.id) }
    guard var base = shown.isBase ? newest.id : shown.base else { return newest.id }
    if hasStarted { return Self.id(before: base) }
    let found = try connection.command(["XRANGE", key, base, base]).entries.first
    if let before = found.flatMap(RelayEntry.init)?.base,
      try !connection.command(["XRANGE", key, before, before]).entries.isEmpty
    {
      base = before
    }
    return Self.id(before: base)
  }

  /// The greatest id that is less than `id`.
  static func id(before id: String) -> String {
    let parts = id.split(separator: "-").compactMap { UInt64($0) }
    guard parts.count == 2 else { return "0-0" }
    if parts[1] > 0 { return "\(parts[0])-\(parts[1] - 1)" }
    return parts[0] > 0 ? "\(parts[0] - 1)-\(UInt64.max)" : "0-0"
  }

  private mutating func measureOffset() throws(RedisFailure) {
    guard
      let time = try link.perform({ (connection) throws(RedisFailure) in try connection.command(["TIME"]) })?.array,
      time.count == 2, let seconds = time[0].integer, let microseconds = time[1].integer
    else { return }
    serverOffset = Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000 - now()
    connections = link.connections
  }
}
