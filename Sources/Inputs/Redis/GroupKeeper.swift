internal import Marbles
internal import Platform
internal import RedisClient
internal import Scenes

/// Acknowledges entries of a group, renews the claims of this consumer, and asks how many entries are left.
///
/// It has its own connection, because the connection that reads may block for a second.
struct GroupKeeper {
  let source: RedisSource
  let group: RedisSource.Group
  /// The name of this consumer.
  let consumer: String
  let handlers: LiveSource.Handlers
  let link: RedisLink
  let stopper: RedisStopper
  let ledger: SharedLedger
  /// Whether the row will settle no more entries: the keeper then sends the remaining acknowledgements and ends.
  let isFinishing: @Sendable () -> Bool

  private var key: String { source.url.key }
  /// The maximum number of ids of one command.
  private static let batch = 1000

  /// Works on the calling thread until it is stopped.
  ///
  /// - Throws: a failure that another attempt can't change.
  func run() throws(RedisFailure) {
    let clock = stopper.clock
    var renewed = clock.now()
    var looked = clock.now()
    let pause = group.claimAfter.nanoseconds / 3
    while !stopper.isStopped {
      // Read first: the row settles its last entries before it sets the flag, so this pass acknowledges all of them.
      let isLast = isFinishing()
      try acknowledge()
      if isLast { return }
      if clock.elapsed(since: renewed) >= pause {
        renewed = clock.now()
        _ = try link.perform(renew)
      }
      if clock.elapsed(since: looked) >= StreamReader.lookInterval {
        looked = clock.now()
        _ = try link.perform(look)
      }
      if ledger.withLock({ $0.settled.isEmpty }) { stopper.wait(.nanoseconds(min(pause, StreamReader.lookInterval))) }
    }
  }

  private func acknowledge() throws(RedisFailure) {
    let ids = ledger.withLock { $0.send() }
    guard !ids.isEmpty else { return }
    let done: Void? = try link.perform { connection throws(RedisFailure) in
      for start in stride(from: 0, to: ids.count, by: Self.batch) {
        let part = Array(ids[start..<min(start + Self.batch, ids.count)])
        _ = try connection.command(RedisCommand(["XACK", key, group.name] + part))
      }
    }
    if done != nil { ledger.withLock { $0.sent() } }
  }

  /// Claims the entries that this consumer still owns again, which resets their idle time, so that others don't take them.
  private func renew(_ connection: RedisConnection) throws(RedisFailure) {
    let open = Set(ledger.withLock { $0.open })
    guard !open.isEmpty else { return }
    var start = "-"
    while true {
      let page =
        try connection.command([
          "XPENDING", key, group.name, start, "+", String(Self.batch), consumer,
        ]).array ?? []
      let ids = page.compactMap { $0.array?.first?.text }
      let own = ids.filter(open.contains)
      if !own.isEmpty {
        let claim = ["XCLAIM", key, group.name, consumer, "0"] + own + ["JUSTID"]
        _ = try connection.command(RedisCommand(claim))
      }
      guard let last = ids.last, ids.count == Self.batch else { return }
      start = "(\(last)"
    }
  }

  /// Reports how many entries the group has not read, and how many it has not acknowledged.
  private func look(_ connection: RedisConnection) throws(RedisFailure) {
    let (groups, newest): ([RedisReply], String?)
    do throws(RedisFailure) {
      groups = try connection.command(["XINFO", "GROUPS", key]).array ?? []
      newest = try connection.streamInfo(key)?.newest
    } catch {
      // Either the stream was deleted, and the reader creates it again, or this user lacks the permission to ask, and the
      // row shows no counts.
      guard case .refused = error else { throw error }
      return
    }
    guard let group = groups.first(where: { $0["name"]?.text == group.name }) else { return }
    // After a restart from an append-only file, Redis 7.0 counts too few entries as read.
    let lag = group["last-delivered-id"]?.text == newest ? 0 : group["lag"]?.integer
    let pending = group["pending"]?.integer
    handlers.onUpdate { status in
      var stream = status.stream ?? StreamStatus()
      (stream.lag, stream.pending) = (lag, pending)
      status.stream = stream
    }
  }

  /// Gives unfinished entries back: other consumers may claim them at once, and their delivery to this consumer is not
  /// counted, because an entry that only waited here did not make a consumer fail.
  func handBack() {
    let idle = String(group.claimAfter.nanoseconds / 1_000_000)
    let done: Void?? = try? link.perform { connection throws(RedisFailure) in
      var start = "-"
      while true {
        let page =
          try connection.command([
            "XPENDING", key, group.name, start, "+", String(Self.batch), consumer,
          ]).array ?? []
        let claims = page.compactMap { entry -> RedisCommand? in
          guard let parts = entry.array, parts.count == 4, let id = parts[0].text, let count = parts[3].integer else {
            return nil
          }
          return [
            "XCLAIM", key, group.name, consumer, "0", id, "IDLE", idle, "RETRYCOUNT", String(max(0, count - 1)),
            "JUSTID",
          ]
        }
        _ = try connection.pipeline(claims)
        guard let last = page.last?.array?.first?.text, page.count == Self.batch else { return }
        start = "(\(last)"
      }
    }
    _ = done
  }

  /// Removes this consumer from the group if it holds no entry. Its generated name is never used again.
  func leave() {
    let done: Void?? = try? link.perform { connection throws(RedisFailure) in
      let pending = try connection.command(["XPENDING", key, group.name, "-", "+", "1", consumer]).array ?? []
      guard pending.isEmpty else { return }
      _ = try connection.command(["XGROUP", "DELCONSUMER", key, group.name, consumer])
    }
    _ = done
  }
}
