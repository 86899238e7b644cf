internal import Marbles
internal import Platform
internal import RedisClient
internal import Scenes
internal import Synchronization

/// Reads entries as a consumer of a group: first those that it received earlier but did not acknowledge, then those of dead
/// consumers and new ones.
struct GroupReader {
  let source: RedisSource
  let group: RedisSource.Group
  /// The name of this consumer.
  let consumer: String
  let settings: LineSettings
  let handlers: LiveSource.Handlers
  let link: RedisLink
  let stopper: RedisStopper
  let ledger: SharedLedger

  private var key: String { source.url.key }

  /// Reads on the calling thread until it is stopped.
  ///
  /// - Throws: a failure that another attempt can't change.
  func run() throws(RedisFailure) {
    var last: String?
    var claimed = stopper.clock.now()
    var cursor = "0-0"
    var connections = -1
    var count = ReadCount(maximum: StreamReader.batch)
    let pause = group.claimAfter.nanoseconds / 2
    while !stopper.isStopped {
      if link.connections != connections {
        // On a new connection, first fetch the entries that the server assigned to this consumer in answers that may have
        // been lost. Deliver each page before claiming the next, because all pages together may not fit into memory.
        var start: String? = "-"
        while let from = start {
          guard
            let found = try link.perform({ connection throws(RedisFailure) in
              try unfinished(connection, from: from, count: count.next, after: last)
            })
          else { return }
          count.note(found.entries)
          deliver(found.entries)
          if stopper.isStopped { return }
          start = found.next
        }
        connections = link.connections
      }
      if stopper.clock.elapsed(since: claimed) >= pause {
        claimed = stopper.clock.now()
        guard
          let found = try link.perform({ connection throws(RedisFailure) in
            try self.claimed(connection, from: cursor, count: count.next)
          })
        else { return }
        cursor = found.cursor
        if !found.entries.isEmpty {
          count.note(found.entries)
          let claims = found.entries.count
          update { $0.claimed += claims }
          deliver(found.entries)
        }
      }
      let wait = min(StreamReader.block, .nanoseconds(pause))
      // After a reconnect, recover older entries before reading new ones.
      let new = try link.perform { connection throws(RedisFailure) in
        link.connections == connections ? try self.new(connection, wait, count: count.next, after: last) : []
      }
      guard let new else { return }
      count.note(new)
      last = new.last?.id ?? last
      deliver(new)
    }
  }

  private func deliver(_ entries: [RedisEntry]) {
    // Record all entries first: while the row is full, the keeper renews the claims of those that wait here, too.
    let numbers = ledger.withLock { ledger in entries.map { ledger.deliver($0.id) } }
    for (entry, number) in zip(entries, numbers) {
      if stopper.isStopped { return }
      handlers.deliver(LineReader.Line(entry, number: number, settings: settings))
    }
  }

  private func update(_ body: @escaping @Sendable (inout StreamStatus) -> Void) {
    handlers.onUpdate { status in
      var stream = status.stream ?? StreamStatus()
      body(&stream)
      status.stream = stream
    }
  }

  // MARK: Commands

  /// Reads entries that the server has not delivered to any consumer.
  private func new(
    _ connection: RedisConnection, _ wait: Duration, count: Int, after last: String?
  ) throws(RedisFailure) -> [RedisEntry] {
    let milliseconds = max(1, Int(wait / .milliseconds(1)))
    let read: RedisCommand = [
      "XREADGROUP", "GROUP", group.name, consumer, "COUNT", String(count), "BLOCK", String(milliseconds),
      "STREAMS", key, ">",
    ]
    do throws(RedisFailure) {
      return try connection.command(read, blockingFor: wait).streamEntries.compactMap(RedisEntry.init)
    } catch let error where error.code == "NOGROUP" {
      try makeGroup(connection, after: last)
      return []
    } catch {
      throw error
    }
  }

  /// Creates the group unless it exists.
  private func makeGroup(_ connection: RedisConnection, after last: String?) throws(RedisFailure) {
    let start: String =
      if let last { last } else if case .after(let id) = source.start { id } else { "$" }
    do throws(RedisFailure) {
      _ = try connection.command(["XGROUP", "CREATE", key, group.name, start, "MKSTREAM"])
    } catch let error where error.code == "BUSYGROUP" {} catch {
      throw error
    }
  }

  /// Claims the next entries that the server assigned to this consumer earlier and that the row has not received.
  ///
  /// - Returns: the entries, and where the next page starts; nil after the last page.
  private func unfinished(
    _ connection: RedisConnection, from start: String, count: Int, after last: String?
  ) throws(RedisFailure) -> (entries: [RedisEntry], next: String?) {
    try makeGroup(connection, after: last)
    let held = ledger.withLock { $0.held }
    let list = try connection.command([
      "XPENDING", key, group.name, start, "+", String(PendingPage.listed), consumer,
    ]).array
    let page = PendingPage((list ?? []).compactMap { $0.array?.first?.text }, held: held, count: count)
    guard !page.ids.isEmpty else { return ([], page.next) }
    let replies = try connection.command(RedisCommand(["XCLAIM", key, group.name, consumer, "0"] + page.ids)).array
    return (try kept((replies ?? []).compactMap(RedisEntry.init), connection), page.next)
  }

  /// Claims entries of consumers that have been idle for too long.
  ///
  /// - Returns: the entries, and the cursor for the next call.
  private func claimed(
    _ connection: RedisConnection, from cursor: String, count: Int
  ) throws(RedisFailure) -> (entries: [RedisEntry], cursor: String) {
    let milliseconds = group.claimAfter.nanoseconds / 1_000_000
    let claim: RedisCommand = [
      "XAUTOCLAIM", key, group.name, consumer, String(milliseconds), cursor, "COUNT", String(min(count, 100)),
    ]
    let reply: [RedisReply]
    do throws(RedisFailure) {
      reply = try connection.command(claim).array ?? []
    } catch let error where error.code == "NOGROUP" {
      return ([], "0-0")
    } catch {
      throw error
    }
    guard reply.count >= 2 else { return ([], "0-0") }
    let held = ledger.withLock { $0.held }
    let entries = reply[1].entries.filter { !held.contains($0.id) }
    return (try kept(entries, connection), reply[0].text ?? "0-0")
  }

  /// Returns the entries that may be delivered again, and moves the others to the stream for failed entries.
  private func kept(_ entries: [RedisEntry], _ connection: RedisConnection) throws(RedisFailure) -> [RedisEntry] {
    guard !entries.isEmpty else { return [] }
    let questions = entries.map { RedisCommand(["XPENDING", key, group.name, $0.id, $0.id, "1"]) }
    let answers = try connection.pipeline(questions)
    var kept: [RedisEntry] = []
    for (entry, answer) in zip(entries, answers) {
      let deliveries = answer.array?.first?.array?.last?.integer ?? 1
      guard deliveries > group.deliveries else {
        kept.append(entry)
        continue
      }
      try setAside(entry, deliveries - 1, connection)
    }
    return kept
  }

  /// Moves an entry that was delivered too often to the stream for failed entries.
  private func setAside(
    _ entry: RedisEntry, _ deliveries: Int, _ connection: RedisConnection
  ) throws(RedisFailure) {
    let origin = ["marbled:id", entry.id, "marbled:group", group.name, "marbled:deliveries", String(deliveries)]
    // Not a transaction, which continues after a command fails: the entry must leave the group only after it was copied.
    _ = try connection.command(
      RedisCommand(["XADD", group.aside, "MAXLEN", "~", "100000", "*"] + entry.words + origin))
    _ = try connection.command(["XACK", key, group.name, entry.id])
    update { $0.setAside += 1 }
    handlers.onErrorLine("set entry \(entry.id) aside in \(group.aside) after \(deliveries) deliveries")
  }
}

/// The ledger of a consumer, for the threads that deliver, acknowledge and keep its entries.
final class SharedLedger: Sendable {
  private let ledger = Mutex(EntryLedger())

  func withLock<Result: Sendable>(_ body: (inout sending EntryLedger) -> sending Result) -> Result {
    ledger.withLock(body)
  }
}
