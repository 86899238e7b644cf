internal import Foundation
internal import Platform
internal import Synchronization

/// Reads any number of sources on one thread, which runs while there are any.
///
/// A source that always has data does not delay the others: each turn is bounded, and all that are due have one before any
/// has another. No turn blocks. A source whose row is full keeps what it has read, waits for no input, and is woken when
/// there is room.
final class ReadLoop: Sendable {
  /// Reads pipes, devices, sockets, the output of commands, and what programs with taps report.
  static let streams = ReadLoop()
  /// Reads files that grow: a file system that hangs delays no other source.
  static let files = ReadLoop()

  /// The maximum number of bytes that one turn reads. With twice as many, others would wait twice as long.
  static let chunk = 1 << 14

  /// Something to read, whose owner is the thread of the loop.
  protocol Source: AnyObject {
    /// Does a bounded amount of work without blocking. It may be called although nothing has happened.
    ///
    /// - Parameters:
    ///   - ready: the descriptors that have input or are at their end.
    ///   - buffer: ``ReadLoop/chunk`` bytes, for any use during the turn.
    /// - Returns: what the next turn waits for; nil when the source is over.
    func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> Interest?
  }

  /// What begins the next turn of a source. A wake-up always does.
  struct Interest {
    /// Descriptors that get input or come to their end.
    var descriptors: [Int32] = []
    /// An instant of the loop's clock.
    var deadline: Int64?

    /// There is more to do, after the turns of the others.
    static let more = Interest(deadline: .min)
  }

  /// A source on the loop, for other threads.
  struct Registration: Sendable {
    fileprivate let loop: ReadLoop
    fileprivate let number: Int

    /// Gives the source a turn soon.
    func wake() { loop.wake(number) }

    /// Releases the source soon, without another turn.
    func remove() { loop.remove(number) }
  }

  private struct State {
    var created = 0
    /// Makes the sources that the thread has not seen yet.
    var new: [(number: Int, make: @Sendable () -> any Source)] = []
    var woken: Set<Int> = []
    var removed: Set<Int> = []
    var isRunning = false
  }
  private let state = Mutex(State())
  private let news = WakePipe()
  private let busy = Atomic<Int64>(0)
  /// The processor time of its thread so far, in nanoseconds: for reading and decoding.
  var busyTime: Int64 { busy.load(ordering: .relaxed) }
  /// Measures the waits.
  let clock: MonotonicClock

  /// The longest wait without descriptors left for ``news``.
  private static let blindWait: Int64 = 50_000_000

  /// - Parameter clock: measures the waits.
  init(clock: MonotonicClock = .system) { self.clock = clock }

  /// Adds a source; its first turn comes at once.
  ///
  /// - Parameter make: called once, on the thread of the loop.
  @discardableResult
  func add(_ make: @escaping @Sendable (Registration) -> any Source) -> Registration {
    let (registration, starts) = state.withLock { state in
      state.created += 1
      let registration = Registration(loop: self, number: state.created)
      state.new.append((state.created, { make(registration) }))
      defer { state.isRunning = true }
      return (registration, !state.isRunning)
    }
    if starts {
      let thread = Thread { [self] in run() }
      thread.name = "marbled.reader"
      thread.start()
    } else {
      news?.wake()
    }
    return registration
  }

  private func wake(_ number: Int) {
    if state.withLock({ $0.woken.insert(number).inserted }) { news?.wake() }
  }

  private func remove(_ number: Int) {
    state.withLock { _ = $0.removed.insert(number) }
    news?.wake()
  }

  // MARK: The thread

  private struct Entry {
    let number: Int
    let source: any Source
    var interest = Interest.more
  }

  private func run() {
    var entries: [Entry] = []
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    var counted: Int64 = 0
    while let woken = takeNews(&entries) {
      let ready = woken.isEmpty ? wait(for: entries) : wait(for: entries, atMost: 0)
      let now = clock.now()
      var ended: Set<Int> = []
      for index in entries.indices {
        let interest = entries[index].interest
        guard
          woken.contains(entries[index].number) || interest.deadline.map({ $0 <= now }) ?? false
            || interest.descriptors.contains(where: ready.contains)
        else { continue }
        if let next = entries[index].source.turn(ready, &buffer) {
          entries[index].interest = next
        } else {
          ended.insert(entries[index].number)
        }
      }
      if !ended.isEmpty { entries.removeAll { ended.contains($0.number) } }
      let used = ProcessorTime.ofThread()
      busy.wrappingAdd(used - counted, ordering: .relaxed)
      counted = used
    }
  }

  /// Adds and releases sources; returns which were woken, or nil when there is none left, and the thread is to end.
  private func takeNews(_ entries: inout [Entry]) -> Set<Int>? {
    // Before the news are read, so that a later one ends the wait.
    news?.drain()
    while true {
      let (new, woken, removed) = state.withLock { state in
        defer { (state.new, state.woken, state.removed) = ([], [], []) }
        return (state.new, state.woken, state.removed)
      }
      // Outside the lock, as what is made and released may call the loop.
      entries += new.filter { !removed.contains($0.number) }.map { Entry(number: $0.number, source: $0.make()) }
      if !removed.isEmpty { entries.removeAll { removed.contains($0.number) } }
      if !entries.isEmpty { return woken }
      let isOver = state.withLock { state in
        guard state.new.isEmpty else { return false }
        state.isRunning = false
        return true
      }
      if isOver { return nil }
    }
  }

  private func wait(for entries: [Entry], atMost limit: Int64? = nil) -> Set<Int32> {
    var descriptors = [news?.descriptor ?? -1]
    var deadline: Int64?
    for entry in entries {
      descriptors += entry.interest.descriptors
      if let other = entry.interest.deadline { deadline = min(deadline ?? .max, other) }
    }
    // `.min` is no instant to subtract from.
    var wait = deadline.map { $0 == .min ? 0 : max(0, $0 - clock.now()) }
    if let limit { wait = min(wait ?? .max, limit) }
    if news == nil { wait = min(wait ?? .max, Self.blindWait) }
    return Set(clock.wait(descriptors, [], wait).readable)
  }
}
