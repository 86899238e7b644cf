internal import NIOCore

/// The newest changes as viewers are sent them: gathered into batches, and each batch encoded once for all of them.
///
/// A viewer has a ``Cursor`` into it and no queue of its own, so a thousand slow viewers take no more memory than one. One
/// whose cursor points to what is no longer there is behind, and needs a snapshot.
struct ChangeLog: Sendable {
  /// How far a viewer has read.
  struct Cursor: Hashable, Sendable {
    /// Counts batches from the first one that there ever was.
    fileprivate var batch: Int
    /// How many changes of the batch have been read.
    fileprivate var changes = 0
  }

  /// What a viewer reads next.
  enum Reading: Sendable {
    /// These bytes, and where it goes on.
    case bytes([ByteBuffer], Cursor)
    /// Nothing yet.
    case nothing
    /// A snapshot takes the place of all that follows.
    case snapshot
    /// It has missed something.
    case behind
  }

  private struct Batch: Sendable {
    var lines = ByteBuffer()
    var events = ByteBuffer()
    /// By change: its number, and where it ends in each form. Only where a viewer may begin in the middle.
    var marks: [(sequence: Int?, line: Int, event: Int)] = []
    /// How many bytes there ever were before it.
    var start: Int
    /// Whether it holds nothing but the number of a snapshot.
    var isBarrier = false
    var end: Int { start + events.readableBytes }
  }

  private var batches: [Batch] = []
  private var open = Batch(start: 0)
  /// The number of the first batch in `batches`.
  private var first = 0
  private let limit: Int
  /// The number of the newest change.
  private(set) var sequence = 0
  /// The number of the newest change that says how the playhead moves.
  private(set) var lastMotion = 0

  /// - Parameter limit: how many bytes are kept.
  init(limit: Int) { self.limit = limit }

  // MARK: Adding

  /// The number of the next change.
  mutating func nextSequence() -> Int {
    sequence += 1
    return sequence
  }

  /// Adds a change; it can be read after ``seal()``.
  mutating func append(_ change: Change, isMotion: Bool = false) {
    var (line, event) = (change.bytes(.lines), change.bytes(.events))
    open.lines.writeBuffer(&line)
    open.events.writeBuffer(&event)
    open.marks.append((change.sequence, open.lines.readableBytes, open.events.readableBytes))
    if isMotion, let sequence = change.sequence { lastMotion = sequence }
    if open.events.readableBytes >= Self.largestBatch { seal() }
  }

  /// Has everybody take a snapshot before what is added next; it has a number, too.
  mutating func appendBarrier() {
    seal()
    lastMotion = nextSequence()
    batches.append(Batch(marks: [(sequence, 0, 0)], start: open.start, isBarrier: true))
  }

  /// Lets what was added be read; false when there is nothing new.
  @discardableResult
  mutating func seal() -> Bool {
    guard !open.marks.isEmpty else { return false }
    batches.append(open)
    open = Batch(start: open.end)
    // To the half, so that an array is not moved for each batch.
    guard open.start - batches[0].start > limit else { return true }
    let surplus = batches.prefix { open.start - $0.start > limit / 2 }.count
    batches.removeFirst(surplus)
    first += surplus
    return true
  }

  private static let largestBatch = 1 << 16

  // MARK: Reading

  /// Behind all that can be read.
  var end: Cursor { Cursor(batch: first + batches.count) }

  /// Whether nothing is missing after a cursor.
  func holds(_ cursor: Cursor) -> Bool { cursor.batch >= first }

  /// How many bytes there are to be read after a cursor.
  func unread(after cursor: Cursor) -> Int {
    guard cursor.batch >= first else { return .max }
    guard cursor.batch < first + batches.count else { return 0 }
    let batch = batches[cursor.batch - first]
    return open.start - batch.start - (cursor.changes > 0 ? batch.marks[cursor.changes - 1].event : 0)
  }

  /// Where a viewer goes on that has read all up to a change; nil when that is not known any more.
  func cursor(after sequence: Int) -> Cursor? {
    if sequence == self.sequence, open.marks.isEmpty { return end }
    for (index, batch) in batches.enumerated().reversed() {
      if let mark = batch.marks.lastIndex(where: { $0.sequence == sequence }) {
        return mark + 1 == batch.marks.count
          ? Cursor(batch: first + index + 1) : Cursor(batch: first + index, changes: mark + 1)
      }
    }
    return nil
  }

  /// What comes after a cursor, at most `limit` bytes of which may be unread.
  func read(_ cursor: Cursor, _ form: Change.Form, limit: Int) -> Reading {
    guard cursor.batch >= first, unread(after: cursor) <= limit else { return .behind }
    var cursor = cursor
    var buffers: [ByteBuffer] = []
    while cursor.batch < first + batches.count {
      let batch = batches[cursor.batch - first]
      if batch.isBarrier {
        if buffers.isEmpty { return .snapshot }
        break
      }
      var bytes = form == .lines ? batch.lines : batch.events
      if cursor.changes > 0 {
        let mark = batch.marks[cursor.changes - 1]
        bytes.moveReaderIndex(forwardBy: form == .lines ? mark.line : mark.event)
      }
      buffers.append(bytes)
      cursor = Cursor(batch: cursor.batch + 1)
    }
    return buffers.isEmpty ? .nothing : .bytes(buffers, cursor)
  }
}
