internal import Foundation
internal import Platform
public import Synchronization

/// Sends the events of a program's taps to one listener, through a queue and a thread that writes.
@usableFromInline
final class TapChannel: Sendable {
  /// Where the lines go.
  enum Target: Hashable, Sendable {
    /// The first of these sockets at which a process listens.
    case sockets([String])
    /// A file, to which lines are appended.
    case file(String)
    /// Nowhere.
    case nowhere
  }

  let target: Target
  private let clock: MonotonicClock
  @usableFromInline let isOpen = Atomic<Bool>(false)
  /// What the listener wants beside the events that each one gets.
  @usableFromInline let wishes = Atomic<UInt8>(0)
  /// Created when there is a listener for the first time.
  private let lazyRing = AtomicLazyReference<EventRing>()
  /// Whether the thread sleeps, so that a sender must wake it.
  @usableFromInline let isIdle = Atomic<Bool>(false)
  private let wakeUp = WakePipe()
  /// Woken when what was to be flushed is written, and when the listener is gone.
  private let isFlushed = WakePipe()
  private let flushes = (requested: FlushCount(), done: FlushCount())

  private struct TapKey: Hashable {
    var name: String
    var isRedacted: Bool
  }
  private struct Taps: Sendable {
    var all: [Tap] = []
    var byName: [TapKey: Tap] = [:]
    /// The iterations that have begun and not ended.
    var open: [OpenIteration: (time: Int64, origin: TapOrigin)] = [:]
    /// The position in the queue of the first event for this listener.
    var first = 0
  }
  private struct OpenIteration: Hashable {
    var tap: Int32
    var number: Int
  }
  private let taps = LockedState(Taps())
  /// The waits between two looks for a listener.
  private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(5))
  /// The maximum number of names; streams with other names share one.
  private static let tapLimit = 10_000

  /// Creates a channel that no thread serves; ``to(_:)`` starts one.
  ///
  /// - Parameter clock: measures what the thread waits.
  init(_ target: Target, clock: MonotonicClock = .system) { (self.target, self.clock) = (target, clock) }

  // MARK: All channels

  private static let all = LockedState<[Target: TapChannel]>([:])

  /// The channel to a target. The first call looks for a listener at once, so that it gets the first events, too.
  static func to(_ target: Target) -> TapChannel {
    all.withLock { all in
      if let channel = all[target] { return channel }
      let channel = TapChannel(target)
      if all.isEmpty { atexit { TapChannel.flushAll() } }
      all[target] = channel
      // Open the channel under the lock: another task must not use it before, or its first events would be lost. Opening
      // never blocks.
      if target != .nowhere { channel.start() }
      return channel
    }
  }

  /// Sends the remaining events before the process ends, unless the listener is too slow.
  private static func flushAll() {
    for channel in all.withLock({ Array($0.values) }) { channel.flush(within: .milliseconds(500)) }
  }

  // MARK: For streams

  /// Whether there is a listener; costs one relaxed load.
  @inlinable @inline(__always)
  var isListening: Bool { isOpen.load(ordering: .relaxed) }

  /// Whether there is a listener that wants events of this kind; costs one relaxed load.
  @inlinable @inline(__always)
  func isWanted(_ wish: TapWishes) -> Bool { wishes.load(ordering: .relaxed) & wish.rawValue != 0 }

  /// The tap of this name.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - isRedacted: whether values are shown by their types alone. A name may have a tap of both kinds.
  func tap(_ name: String, isRedacted: Bool = false) -> Tap {
    taps.withLock { taps in
      let key = TapKey(name: name, isRedacted: isRedacted)
      if let tap = taps.byName[key] { return tap }
      // Those beyond the limit share one that shows no values.
      if taps.all.count > Self.tapLimit, let last = taps.all.last { return last }
      let isLast = taps.all.count == Self.tapLimit
      let tap = Tap(isLast ? "…" : name, self, index: Int32(taps.all.count), isRedacted: isRedacted)
      taps.all.append(tap)
      taps.byName[key] = tap
      tap.send(.idle, iteration: 0)
      return tap
    }
  }

  /// Reports that an iteration begins, now or to the next listener.
  func begin(_ number: Int, of tap: Tap, _ origin: TapOrigin) {
    guard target != .nowhere else { return }
    // Hold the lock until the event is sent, so that a listener that connects meanwhile gets it exactly once.
    taps.withLock { taps in
      taps.open[OpenIteration(tap: tap.index, number: number)] = (Self.now, origin)
      tap.send(.begin(origin), iteration: number)
    }
  }

  /// Reports that an iteration has ended.
  func end(_ number: Int, of tap: Tap, _ kind: TapEvent.Kind) {
    guard target != .nowhere else { return }
    taps.withLock { taps in
      taps.open[OpenIteration(tap: tap.index, number: number)] = nil
      tap.send(kind, iteration: number)
    }
  }

  /// The queue; nil before there is a listener for the first time.
  @usableFromInline
  var ring: EventRing? { lazyRing.load() }

  /// Adds an event to the queue, or counts it as lost.
  @inlinable
  func send(_ kind: consuming TapEvent.Kind, of tap: Tap, iteration: Int, through ring: EventRing, leaving reserve: Int)
  {
    if !push(kind, of: tap, iteration: iteration, through: ring, leaving: reserve) {
      tap.dropped.add(1, ordering: .relaxed)
    }
  }

  /// Adds an event to the queue, unless that is more than half full: nothing is lost that others need.
  @usableFromInline
  func send(_ kind: consuming TapEvent.Kind, of tap: Tap, iteration: Int, through ring: EventRing) {
    _ = push(kind, of: tap, iteration: iteration, through: ring, leaving: EventRing.capacity / 2)
  }

  /// Whether there was room.
  @inlinable @inline(__always)
  func push(
    _ kind: consuming TapEvent.Kind, of tap: Tap, iteration: Int, through ring: EventRing, leaving reserve: Int
  ) -> Bool {
    let event = TapEvent(tap: tap.index, iteration: iteration, time: Self.now, kind: kind)
    guard let position = ring.push(event, leaving: reserve) else { return false }
    // If the thread has not set the flag yet, its wait of 100 ms picks the event up. In a burst, wake it again and again,
    // so that it does not sleep while the queue fills.
    if isIdle.load(ordering: .relaxed) || position & 1023 == 0 { wake() }
    return true
  }

  @usableFromInline
  func wake() { wakeUp?.wake() }

  @usableFromInline
  static var now: Int64 { RealTime.now }

  // MARK: For the thread

  /// Looks for a listener at once, and has a thread send to it or look further.
  func start() {
    let link = TapLink(target, clock: clock)
    // On the caller's thread, as this never blocks.
    let greeting = link.open() ? open() : TapBatch()
    let thread = Thread { [self] in run(link, greeting) }
    thread.start()
    // Only now: a thread that has not begun, or does not know its own number yet, ignores its name. It never ends.
    thread.name = "marbletap"
  }

  /// Starts accepting events. Returns the greeting: the program, its taps, and the iterations that are open.
  func open() -> TapBatch {
    let ring = lazyRing.storeIfNil(EventRing())
    return taps.withLock { taps in
      // A sender that saw the previous listener may add its event only now. The greeting covers that event already.
      taps.first = ring.head.load(ordering: .relaxed)
      isOpen.store(true, ordering: .releasing)
      var batch = TapBatch()
      batch.appendHello()
      for tap in taps.all {
        batch.append(TapEvent(tap: tap.index, iteration: 0, time: Self.now, kind: .idle), of: tap)
      }
      for (iteration, begin) in taps.open.sorted(by: { $0.value.time < $1.value.time }) {
        batch.append(
          TapEvent(tap: iteration.tap, iteration: iteration.number, time: begin.time, kind: .begin(begin.origin)),
          of: taps.all[Int(iteration.tap)])
      }
      return batch
    }
  }

  /// - Parameter greeting: the first lines; empty if the link is not open.
  private func run(_ link: TapLink, _ greeting: TapBatch) {
    var greeting = greeting
    TapLink.ignoreBrokenPipes()
    var backoff = Self.backoff
    while true {
      if !link.isOpen {
        _ = link.waits(for: wakeUp, within: backoff.next())
        guard link.open() else { continue }
        greeting = open()
      }
      backoff.reset()
      serve(link, greeting)
      link.close()
      close()
    }
  }

  /// Stops accepting events after the listener has gone, and counts the queued ones as lost.
  func close() {
    isOpen.store(false, ordering: .releasing)
    wishes.store(0, ordering: .relaxed)
    isFlushed?.wake()
    while let event = ring?.pop() { lose(1, at: event.tap) }
  }

  /// Writes events until the listener is gone.
  private func serve(_ link: TapLink, _ greeting: TapBatch) {
    var batch = greeting
    while true {
      // Read before `fill`: all events that were sent before the request are in the queue now.
      let requested = flushes.requested.value
      if let wanted = link.takeWishes() { wishes.store(wanted.rawValue, ordering: .relaxed) }
      fill(&batch)
      if batch.isEmpty {
        if flushes.done.value < requested {
          flushes.done.set(requested)
          isFlushed?.wake()
        }
        guard wait(link) else { return }
      } else if !batch.write(to: link) {
        for (tap, count) in batch.unwritten(after: link.written) { lose(count, at: tap) }
        return
      }
    }
  }

  /// Moves events and counts of lost events from the queue into a batch.
  func fill(_ batch: inout TapBatch) {
    guard let ring else { return }
    let (known, first) = taps.withLock { ($0.all, $0.first) }
    while !batch.isFull {
      let position = ring.tail
      guard let event = ring.pop() else { break }
      guard position >= first else {
        lose(1, at: event.tap)
        continue
      }
      // A tap may have been added since the list was copied.
      let tap = Int(event.tap) < known.count ? known[Int(event.tap)] : taps.withLock { $0.all[Int(event.tap)] }
      batch.append(event, of: tap)
    }
    for tap in known where tap.dropped.load(ordering: .relaxed) > 0 {
      batch.append(losses: tap.dropped.exchange(0, ordering: .relaxed), of: tap)
    }
  }

  private func lose(_ count: Int, at tap: Int32) {
    taps.withLock { $0.all[Int(tap)] }.dropped.add(count, ordering: .relaxed)
  }

  /// Waits until there may be something to write; false when the listener is gone.
  private func wait(_ link: TapLink) -> Bool {
    // Events come in bursts: within one, this thread sleeps for 1 ms and its senders need no system call to wake it.
    guard link.waits(for: wakeUp, within: .milliseconds(1)) else { return false }
    isIdle.store(true, ordering: .relaxed)
    defer { isIdle.store(false, ordering: .relaxed) }
    if lazyRing.load()?.isEmpty == false { return true }
    return link.waits(for: wakeUp, within: .milliseconds(100))
  }

  // MARK: Flushing

  /// Waits until all events sent so far are written, the listener is gone, or `limit` has passed; one thread at a time may
  /// wait.
  func flush(within limit: Duration, clock: MonotonicClock = .system) {
    let deadline = clock.now() + limit.wholeNanoseconds
    let number = flushes.requested.increment()
    wake()
    while isOpen.load(ordering: .acquiring), flushes.done.value < number {
      let left = deadline - clock.now()
      guard left > 0 else { return }
      _ = clock.wait([isFlushed?.descriptor ?? -1], [], left)
      isFlushed?.drain()
    }
  }
}

/// A number that threads share.
private final class FlushCount: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .acquiring) }
  func set(_ value: Int) { number.store(value, ordering: .releasing) }
  func increment() -> Int { number.add(1, ordering: .acquiringAndReleasing).newValue }
}
