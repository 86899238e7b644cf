internal import Platform
internal import RedisClient
internal import Scenes

/// Reads all entries of a stream without a group, from a start position. After a lost connection it continues where it was.
struct StreamReader {
  let source: RedisSource
  let settings: LineSettings
  let handlers: LiveSource.Handlers
  let link: RedisLink
  let stopper: RedisStopper

  /// How long one command waits for entries.
  static let block = Duration.seconds(1)
  /// The maximum number of entries of one answer.
  static let batch = 256
  /// The time between two looks at how many entries are left, in nanoseconds.
  static let lookInterval: Int64 = 1_000_000_000

  /// Reads on the calling thread until it is stopped.
  ///
  /// - Throws: a failure that another attempt can't change.
  func run() throws(RedisFailure) {
    guard var position = try link.perform(start) else { return }
    var (number, looked) = (0, stopper.clock.now())
    var count = ReadCount(maximum: Self.batch)
    while !stopper.isStopped {
      let key = source.url.key
      let read: RedisCommand = [
        "XREAD", "COUNT", String(count.next), "BLOCK", "1000", "STREAMS", key, position.last,
      ]
      let replies = try link.perform { connection throws(RedisFailure) in
        try connection.command(read, blockingFor: Self.block).streamEntries
      }
      let entries = (replies ?? []).compactMap(RedisEntry.init)
      count.note(entries)
      for entry in entries {
        number += 1
        position.advance(to: entry.id)
        handlers.deliver(LineReader.Line(entry, number: number, settings: settings))
        if stopper.isStopped { return }
      }
      guard stopper.clock.elapsed(since: looked) >= Self.lookInterval else { continue }
      looked = stopper.clock.now()
      let info = try link.perform { connection throws(RedisFailure) in try connection.streamInfo(key) }
      if let info = info?.flatMap(\.self) { look(at: info, &position) }
    }
  }

  private func start(_ connection: RedisConnection) throws(RedisFailure) -> StreamPosition {
    let info = try connection.streamInfo(source.url.key)
    return StreamPosition(source.start, info)
  }

  /// Reports how many entries are left, and how many were removed before they could be read.
  private func look(at info: StreamInfo, _ position: inout StreamPosition) {
    if let lost = position.gap(in: info) {
      handlers.onErrorLine("\(lost) entries after \(position.last) were removed from the stream before they were read")
      handlers.onDropped(lost)
    }
    let lag = position.lag(in: info)
    handlers.onUpdate { status in
      var stream = status.stream ?? StreamStatus()
      stream.lag = lag
      status.stream = stream
    }
  }
}

/// What a server says about a stream.
struct StreamInfo: Hashable, Sendable {
  /// The id of the newest entry so far, even if it was removed.
  var newest: String
  /// The number of entries that were ever added; nil before Redis 7.
  var added: Int?
  /// The number of entries.
  var length: Int
  /// The id of the oldest entry; nil when there is none.
  var oldest: String?
}

extension RedisConnection {
  /// What the server says about a stream; nil when there is none.
  func streamInfo(_ key: String) throws(RedisFailure) -> StreamInfo? {
    do throws(RedisFailure) {
      let reply = try command(["XINFO", "STREAM", key])
      return StreamInfo(
        newest: reply["last-generated-id"]?.text ?? "0-0", added: reply["entries-added"]?.integer,
        length: reply["length"]?.integer ?? 0, oldest: reply["first-entry"]?.array?.first?.text)
    } catch .refused(let answer) where answer.hasPrefix("ERR no such key") {
      return nil
    } catch {
      throw error
    }
  }
}
