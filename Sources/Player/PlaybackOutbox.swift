internal import DequeModule
internal import Dispatch
internal import Marbles
internal import Scenes
internal import Synchronization

/// What a playback has reported and its observer has not taken.
///
/// The thread of a live scene waits while it is full: its timers never end, and its observer may be slow.
final class PlaybackOutbox: Sendable {
  private struct Contents {
    /// Those that come first are taken first, and all others stay where they are.
    var entries: Deque<Recording.Entry> = []
    var notes: [(row: Int, note: Recording.Note)] = []
    /// The number of parts of all values.
    var parts = 0
    var isClosed = false
    /// Whether the scene's thread waits for room.
    var isAwaited = false
  }

  /// The number of parts of all values from which on it is full.
  private static let maximumParts = 1_000_000

  private let contents = Mutex(Contents())
  private let hasRoom = DispatchSemaphore(value: 0)
  private let limit: Int
  private let isBounded: Bool

  /// - Parameters:
  ///   - isBounded: whether ``waitForRoom()`` waits: not in a scene whose run is bounded itself.
  ///   - limit: the number of entries and notes from which on it is full.
  init(isBounded: Bool, limit: Int) { (self.isBounded, self.limit) = (isBounded, limit) }

  /// Whether the scene's thread waits for room.
  var isAwaited: Bool { contents.withLock { $0.isAwaited } }

  func append(_ entries: [Recording.Entry], _ notes: [(row: Int, note: Recording.Note)]) {
    let parts = isBounded ? entries.reduce(0) { $0 + $1.parts } : 0
    contents.withLock { contents in
      contents.entries.append(contentsOf: entries)
      contents.notes += notes
      contents.parts += parts
    }
  }

  /// Waits until there is room, or until it is closed; returns at once unless it is bounded.
  ///
  /// - Parameter beforeWait: called when it is full and ``isAwaited`` says so, each time before it waits.
  /// - Returns: whether it has waited.
  func waitForRoom(beforeWait: () -> Void) -> Bool {
    guard isBounded else { return false }
    var hasWaited = false
    while contents.withLock({ contents in
      let isFull = contents.entries.count + contents.notes.count >= limit || contents.parts >= Self.maximumParts
      contents.isAwaited = isFull && !contents.isClosed
      return contents.isAwaited
    }) {
      hasWaited = true
      beforeWait()
      hasRoom.wait()
    }
    return hasWaited
  }

  /// Removes and returns everything.
  func take() -> (entries: [Recording.Entry], notes: [(row: Int, note: Recording.Note)]) {
    let (entries, notes, isAwaited) = contents.withLock { contents in
      defer { (contents.entries, contents.notes, contents.parts, contents.isAwaited) = ([], [], 0, false) }
      return (Array(contents.entries), contents.notes, contents.isAwaited)
    }
    if isAwaited { hasRoom.signal() }
    return (entries, notes)
  }

  /// Removes and returns the first entries, up to the end of an instant.
  ///
  /// - Parameter count: the number of entries after which the next instant is left for later, as it is after
  ///   ``batchParts``.
  /// - Returns: the entries, and whether none is left.
  func takeEntries(about count: Int) -> (entries: [Recording.Entry], isAll: Bool) {
    let (entries, isAll, isAwaited) = contents.withLock { contents in
      let (end, parts) = batch(of: contents.entries, about: count)
      let first = Array(contents.entries.prefix(end))
      if end == contents.entries.count {
        (contents.entries, contents.notes, contents.parts) = ([], [], 0)
      } else {
        contents.entries.removeFirst(end)
        contents.parts -= parts
      }
      defer { contents.isAwaited = false }
      return (first, contents.entries.isEmpty, contents.isAwaited)
    }
    if isAwaited { hasRoom.signal() }
    return (entries, isAll)
  }

  /// The number of entries of the next batch, and of their parts, which count only in a bounded outbox.
  private func batch(of entries: Deque<Recording.Entry>, about count: Int) -> (end: Int, parts: Int) {
    var (end, parts) = (0, 0)
    while end < entries.count {
      let isFull = end >= count || parts >= Self.batchParts
      if isFull, end > 0, entries[end].time != entries[end - 1].time { break }
      if isBounded { parts += entries[end].parts }
      end += 1
    }
    return (end, parts)
  }

  /// The number of parts after which a batch ends: 256 KiB of text. To encode them takes as long as some hundred small ones.
  static let batchParts = 4096

  /// Lets the scene's thread go on, now and later: the playback ends.
  func close() {
    let isAwaited = contents.withLock { contents in
      defer { (contents.isClosed, contents.isAwaited) = (true, false) }
      return contents.isAwaited
    }
    if isAwaited { hasRoom.signal() }
  }
}

extension Recording.Entry {
  /// The number of parts of its value.
  fileprivate var parts: Int { if case .value(let event) = kind { event.value.parts ?? Value.maximumParts } else { 0 } }
}

/// The entries of the current instant.
final class EntryBatch: Sendable {
  private let entries = Mutex<[Recording.Entry]>([])

  func append(_ entry: Recording.Entry) { entries.withLock { $0.append(entry) } }

  /// All entries in canonical order; the entries of one row keep their order.
  func take() -> [Recording.Entry] {
    let taken = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    let isInOrder = zip(taken, taken.dropFirst()).allSatisfy { ($0.time, $0.row) <= ($1.time, $1.row) }
    if isInOrder { return taken }
    return taken.enumerated().sorted {
      ($0.element.time, $0.element.row, $0.offset) < ($1.element.time, $1.element.row, $1.offset)
    }.map(\.element)
  }
}
