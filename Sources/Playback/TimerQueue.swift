internal import DequeModule
internal import HeapModule
internal import Marbles

/// A place in the order of a run: by time, then by rank.
struct TimerOrder: Comparable {
  var time: SceneTime
  var rank: Int

  static func < (left: TimerOrder, right: TimerOrder) -> Bool { (left.time, left.rank) < (right.time, right.rank) }
}

/// The sleepers of an executor, soonest first; at one instant by rank, then in the order in which they fell asleep.
///
/// A *batch* is all sleepers of an instant at once, which then wake in another order.
///
/// A cancelled sleeper stays in the heap as a tombstone until tombstones outnumber the living, so cancelling costs no
/// search and a cancelled timer never holds memory for long.
struct TimerQueue {
  /// One suspended `sleep`. A class, because the heap entry and the cancellation handler share it.
  ///
  /// @unchecked Sendable: its state is touched only by the thread that drives the executor; a cancellation handler on
  /// another thread passes the reference on through `submit` and does not look inside.
  final class Sleeper: @unchecked Sendable {
    var continuation: UnsafeContinuation<Void, any Error>?
    /// The address of the task that sleeps; nil if it is unknown.
    let task: UInt?
    /// Whether the heap has it; else it is in the batch, or awake.
    fileprivate var isInHeap = false

    init(task: UInt? = nil) { self.task = task }
  }

  private struct Entry: Comparable {
    var due: SceneTime
    var rank: Int
    var sequence: UInt64
    var sleeper: Sleeper

    static func < (left: Entry, right: Entry) -> Bool {
      if left.due != right.due { return left.due < right.due }
      if left.rank != right.rank { return left.rank < right.rank }
      return left.sequence < right.sequence
    }

    static func == (left: Entry, right: Entry) -> Bool { left.sequence == right.sequence }
  }

  private var heap = Heap<Entry>()
  private var sequence: UInt64 = 0
  private var tombstones = 0
  /// Sleepers whose time has come, in the order of their turns. A cancelled one stays here until its turn.
  private var batch = Deque<Sleeper>()

  /// The number of entries, including tombstones.
  var footprint: Int { heap.count + batch.count }

  /// The number of sleepers.
  var count: Int { heap.count - tombstones + batch.count { $0.continuation != nil } }

  /// When the next sleeper is due, and its rank; nil when none will ever wake by time alone.
  var next: TimerOrder? {
    mutating get {
      dropTombstones()
      guard let entry = heap.min, entry.due != .distantFuture else { return nil }
      return TimerOrder(time: entry.due, rank: entry.rank)
    }
  }

  /// When the next sleeper is due; nil when none will ever wake by time alone.
  var nextDue: SceneTime? { mutating get { next?.time } }

  /// The due times of all sleepers, soonest first.
  var dueTimes: [SceneTime] { heap.unordered.filter { $0.sleeper.continuation != nil }.map(\.due).sorted() }

  /// When each task that sleeps is due, by its address.
  var dueTimesOfTasks: [UInt: SceneTime] {
    let pairs = heap.unordered.compactMap { entry in
      entry.sleeper.continuation == nil ? nil : entry.sleeper.task.map { ($0, entry.due) }
    }
    return Dictionary(pairs) { min($0, $1) }
  }

  mutating func insert(_ sleeper: Sleeper, due: SceneTime, rank: Int) {
    sequence += 1
    sleeper.isInHeap = true
    heap.insert(Entry(due: due, rank: rank, sequence: sequence, sleeper: sleeper))
  }

  /// Removes the next sleeper if it is due by `time`.
  mutating func pop(dueBy time: SceneTime) -> UnsafeContinuation<Void, any Error>? {
    dropTombstones()
    guard let entry = heap.min, entry.due <= time, entry.due != .distantFuture else { return nil }
    heap.removeMin()
    entry.sleeper.isInHeap = false
    return entry.sleeper.continuation.take()
  }

  /// Moves the sleepers that are due by `time` to the batch, in order, and returns their number.
  mutating func formBatch(dueBy time: SceneTime) -> Int {
    while true {
      dropTombstones()
      guard let entry = heap.min, entry.due <= time, entry.due != .distantFuture else { return batch.count }
      heap.removeMin()
      entry.sleeper.isInHeap = false
      batch.append(entry.sleeper)
    }
  }

  /// Reorders the batch: its first sleeper is the one that is now at the first of `positions`, and so on.
  mutating func arrangeBatch(_ positions: [Int]) {
    let sleepers = batch
    batch = Deque(positions.map { sleepers[$0] })
  }

  /// Removes the next sleeper of the batch; nil when none is left.
  mutating func popFromBatch() -> UnsafeContinuation<Void, any Error>? {
    while let sleeper = batch.popFirst() {
      if let continuation = sleeper.continuation.take() { return continuation }
    }
    return nil
  }

  /// Removes all sleepers, whenever they are due.
  mutating func popAll() -> [UnsafeContinuation<Void, any Error>] {
    let sleepers = Array(batch) + heap.unordered.map(\.sleeper)
    batch = []
    heap = Heap()
    tombstones = 0
    return sleepers.compactMap { sleeper in
      sleeper.isInHeap = false
      return sleeper.continuation.take()
    }
  }

  /// Removes `sleeper`; nil when it has already woken.
  mutating func cancel(_ sleeper: Sleeper) -> UnsafeContinuation<Void, any Error>? {
    guard let continuation = sleeper.continuation.take() else { return nil }
    guard sleeper.isInHeap else { return continuation }
    tombstones += 1
    if tombstones > 32, tombstones > heap.count / 2 {
      heap = Heap(heap.unordered.filter { $0.sleeper.continuation != nil })
      tombstones = 0
    }
    return continuation
  }

  private mutating func dropTombstones() {
    while let entry = heap.min, entry.sleeper.continuation == nil {
      heap.removeMin()
      tombstones -= 1
    }
  }
}
