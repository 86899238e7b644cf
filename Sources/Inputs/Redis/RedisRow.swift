internal import Foundation
internal import Marbles
internal import Platform
internal import RedisClient
internal import Scenes
internal import Synchronization

/// One row that reads a stream, on its own threads.
final class RedisRow: Sendable {
  private let source: RedisSource
  private let settings: LineSettings
  private let handlers: LiveSource.Handlers
  /// Stops the thread that reads, and the one that acknowledges.
  let (readerStopper, keeperStopper): (RedisStopper, RedisStopper)
  private let ledger = SharedLedger()
  private let isFinishing = Atomic(false)
  private let isHandingBack = Atomic(false)
  private let hasFailed = Atomic(false)
  private let (readerEnd, keeperEnd) = (OneTimeEvent(), OneTimeEvent())
  private let clock: MonotonicClock
  /// The descriptors of its connections; nil when there were none left.
  private let share: DescriptorCount.Share?
  private let consumer: String
  /// The number of rows that this process has created, which makes the names of their consumers unique.
  private static let count = Atomic(0)

  /// - Parameter clock: measures what the threads wait, and what is waited for them.
  init(
    _ source: RedisSource, _ settings: LineSettings, _ handlers: LiveSource.Handlers, clock: MonotonicClock = .system
  ) {
    (self.source, self.settings, self.handlers, self.clock) = (source, settings, handlers, clock)
    (readerStopper, keeperStopper) = (RedisStopper(clock: clock), RedisStopper(clock: clock))
    share = SourceNeeds.take(SourceNeeds.perConnection * (source.group == nil ? 1 : 2))
    consumer =
      source.group?.consumer ?? "\(Self.hostName)-\(getpid())-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
    if source.group == nil { keeperEnd.happen() }
  }

  /// The name of this machine, without asking the network for it.
  private static var hostName: String {
    var name = [UInt8](repeating: 0, count: 256)
    let result = name.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { gethostname($0.baseAddress!, bytes.count - 1) }
    }
    return result == 0 ? String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) : "marbled"
  }

  /// Starts to read.
  func start() {
    guard share != nil else {
      keeperEnd.happen()
      return handlers.onEnd(.failed("\(source.url.place): \(SourceNeeds.noDescriptors)"))
    }
    thread("marbled.redis", readerEnd) { [self] in read() }
    guard let group = source.group else { return }
    thread("marbled.redis.acknowledge", keeperEnd) { [self] in
      let keeper = keeper(of: group)
      do throws(RedisFailure) { try keeper.run() } catch {
        // Without acknowledgements, the server would deliver the same entries again and again.
        readerStopper.stop()
        end(error)
      }
      // Wait for the reader: the keeper must not list this consumer's entries while more are delivered to it.
      guard isFinishing.load(ordering: .acquiring), waitForReader() else { return }
      if isHandingBack.load(ordering: .acquiring) { keeper.handBack() }
      if group.consumer == nil { keeper.leave() }
    }
  }

  /// Waits until the thread that reads has ended; false when it takes long.
  func waitForReader() -> Bool { readerEnd.wait(within: .seconds(1), clock: clock) }

  private func thread(_ name: String, _ end: OneTimeEvent? = nil, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      body()
      end?.happen()
    }
    thread.name = name
    thread.start()
  }

  private func keeper(of group: RedisSource.Group) -> GroupKeeper {
    GroupKeeper(
      source: source, group: group, consumer: consumer, handlers: handlers,
      link: RedisLink(to: source.url.address, stopper: keeperStopper), stopper: keeperStopper, ledger: ledger,
      isFinishing: { [self] in isFinishing.load(ordering: .acquiring) })
  }

  private func read() {
    let link = RedisLink(to: source.url.address, stopper: readerStopper) { [handlers] in Self.tell($0, handlers) }
    do throws(RedisFailure) {
      if let group = source.group {
        try GroupReader(
          source: source, group: group, consumer: consumer, settings: settings, handlers: handlers, link: link,
          stopper: readerStopper, ledger: ledger
        ).run()
      } else {
        try StreamReader(source: source, settings: settings, handlers: handlers, link: link, stopper: readerStopper)
          .run()
      }
    } catch {
      end(error)
    }
  }

  /// Ends the row with a permanent failure; the first of the two threads that fails reports it.
  private func end(_ error: RedisFailure) {
    guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
    let reason = error.description
    handlers.onUpdate { $0.phase = .ended(reason) }
    handlers.onEnd(.failed("\(source.url.place): \(reason)"))
  }

  private static func tell(_ state: RedisLink.State, _ handlers: LiveSource.Handlers) {
    switch state {
    case .connecting: handlers.onUpdate { $0.phase = .starting }
    case .connected: handlers.onUpdate { $0.phase = .running }
    case .waiting(let wait, let reason):
      handlers.onUpdate { status in
        status.phase = .reconnecting(after: SceneTime(wait), reason)
        status.restarts += 1
      }
      if wait == RedisLink.shortest { handlers.onErrorLine("\(reason); trying again") }
    }
  }

  /// Acknowledges the entries up to the one with this number.
  func acknowledge(upTo number: Int) {
    ledger.withLock { $0.settle(upTo: number) }
    keeperStopper.wake()
  }

  /// How long the last acknowledgements may take after ``stop()``.
  private static let finishLimit = Duration.seconds(2)

  /// Stops reading now, and stops the keeper once it has sent all pending acknowledgements. Does not block.
  func stop() {
    readerStopper.stop()
    isHandingBack.store(true, ordering: .releasing)
    isFinishing.store(true, ordering: .releasing)
    keeperStopper.wake()
    guard !keeperEnd.hasHappened else { return }
    thread("marbled.redis.stop") { [keeperEnd, keeperStopper, clock] in
      _ = keeperEnd.wait(within: Self.finishLimit, clock: clock)
      keeperStopper.stop()
    }
  }

  /// Stops reading, and waits until the keeper has sent all pending acknowledgements.
  ///
  /// - Parameters:
  ///   - limit: how long to wait at most.
  ///   - handingBack: whether to give unacknowledged entries back to the group, as if they had not been delivered.
  func finish(within limit: Duration, handingBack: Bool) {
    readerStopper.stop()
    isHandingBack.store(handingBack, ordering: .releasing)
    isFinishing.store(true, ordering: .releasing)
    keeperStopper.wake()
    _ = keeperEnd.wait(within: limit, clock: clock)
    keeperStopper.stop()
  }
}
