internal import NIOCore

/// The newest changes: gathered into batches, each encoded once for all viewers.
///
/// A viewer holds a ``Cursor`` into the backlog instead of a queue, so a thousand slow viewers take no more memory than
/// one. A viewer whose cursor points before the oldest batch is behind and needs a snapshot.
struct ChangeBacklog: Sendable {
  /// How far a viewer has read.
  struct Cursor: Hashable, Sendable {
    /// Counts all batches since the start, dropped ones included.
    fileprivate var batch: Int
    /// How many changes of the batch have been read.
    fileprivate var changes = 0
  }

  /// What a viewer reads next.
  enum ReadResult: Sendable {
    /// The bytes to send, and the cursor after them.
    case bytes([ByteBuffer], Cursor)
    /// There is nothing to read yet.
    case nothing
    /// A snapshot replaces everything that follows.
    case snapshot
    /// The viewer has missed changes.
    case behind
  }

  private struct Batch: Sendable {
    var events = ChunkedBytes()
    /// The lines of the events, from the first time that a viewer asks for them: most viewers don't.
    var lines: ChunkedBytes?
    /// For each change: its sequence number, and its end offset in each format. Kept only where a viewer may start in
    /// the middle of the batch.
    var marks: [(sequence: Int?, line: Int, event: Int)] = []
    /// How many bytes were logged before this batch.
    var start: Int
    /// Whether the batch holds only the sequence number of a snapshot.
    var isBarrier = false
    var end: Int { start + events.count }

    /// The bytes in a format.
    mutating func bytes(_ form: HubChange.Form) -> ChunkedBytes {
      if form == .events { return events }
      if let lines { return lines }
      var lines = ChunkedBytes()
      var last = 0
      for mark in marks {
        // Behind the line is the empty line of the event.
        var line = events.bytes(from: mark.event - 1 - (mark.line - last), to: mark.event - 1)
        lines.append(&line)
        last = mark.line
      }
      lines.seal()
      self.lines = lines
      return lines
    }
  }

  private var batches: [Batch] = []
  private var open = Batch(start: 0)
  /// The number of the first batch in `batches`.
  private var first = 0
  /// The number of the first batch after ``clear()``.
  private var start = 0
  private let limit: Int
  /// The number of the newest change.
  private(set) var sequence = 0
  /// The sequence number of the newest change of the playhead's motion.
  private(set) var lastMotion = 0

  /// - Parameter limit: the maximum number of bytes to keep.
  init(limit: Int) { self.limit = limit }

  // MARK: Writing

  mutating func nextSequence() -> Int {
    sequence += 1
    return sequence
  }

  /// Adds a change, which becomes readable with ``seal()``.
  mutating func append(_ change: HubChange, isMotion: Bool = false) {
    var event = change.bytes(.events)
    open.events.append(&event)
    let line = (open.marks.last?.line ?? 0) + change.bytes(.lines).readableBytes
    if let number = change.sequence { sequence = number }
    open.marks.append((change.sequence, line, open.events.count))
    if isMotion, let sequence = change.sequence { lastMotion = sequence }
    if open.events.count >= Self.largestBatch { seal() }
  }

  /// Makes every viewer take a snapshot before it reads later changes. The barrier has a sequence number, too.
  ///
  /// - Parameter number: its number; nil for the next one.
  mutating func appendBarrier(_ number: Int? = nil) {
    seal()
    sequence = number ?? sequence + 1
    lastMotion = sequence
    batches.append(Batch(marks: [(sequence, 0, 0)], start: open.start, isBarrier: true))
  }

  /// Drops all changes: every viewer takes a snapshot before it reads later ones, and no earlier snapshot is good for that.
  mutating func clear() {
    seal()
    first += batches.count + 1
    batches = []
    start = first
  }

  /// Makes the changes added so far readable; returns false when there are none.
  @discardableResult
  mutating func seal() -> Bool {
    guard !open.marks.isEmpty else { return false }
    open.events.seal()
    batches.append(open)
    open = Batch(start: open.end)
    // Drops to half the limit, so that the array does not shift with every batch.
    guard open.start - batches[0].start > limit else { return true }
    let surplus = batches.prefix { open.start - $0.start > limit / 2 }.count
    batches.removeFirst(surplus)
    first += surplus
    return true
  }

  private static let largestBatch = 1 << 16

  // MARK: Reading

  /// The cursor after everything that can be read.
  var end: Cursor { Cursor(batch: first + batches.count) }

  /// Whether the backlog still holds everything after the cursor.
  func holds(_ cursor: Cursor) -> Bool { cursor.batch >= first }

  /// How many bytes follow the cursor.
  func unread(after cursor: Cursor) -> Int {
    guard cursor.batch >= first else { return .max }
    guard cursor.batch < first + batches.count else { return 0 }
    let batch = batches[cursor.batch - first]
    return open.start - batch.start - (cursor.changes > 0 ? batch.marks[cursor.changes - 1].event : 0)
  }

  /// The cursor of a viewer that has read everything up to the change `sequence`; nil when the backlog no longer holds it.
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

  /// The changes after the cursor; `behind` when more than `limit` bytes are unread.
  ///
  /// - Parameters:
  ///   - cursor: how far the viewer has read.
  ///   - form: the format of the changes.
  ///   - limit: the maximum number of unread bytes.
  ///   - isChunked: whether each buffer is a chunk of HTTP/1.1, with its size.
  mutating func read(_ cursor: Cursor, _ form: HubChange.Form, limit: Int, isChunked: Bool = false) -> ReadResult {
    if cursor.batch < start { return .snapshot }
    guard cursor.batch >= first, unread(after: cursor) <= limit else { return .behind }
    var cursor = cursor
    var buffers: [ByteBuffer] = []
    while cursor.batch < first + batches.count {
      let batch = batches[cursor.batch - first]
      if batch.isBarrier {
        if buffers.isEmpty { return .snapshot }
        break
      }
      var read = 0
      if cursor.changes > 0 {
        let mark = batch.marks[cursor.changes - 1]
        read = form == .lines ? mark.line : mark.event
      }
      let bytes = batches[cursor.batch - first].bytes(form)
      buffers.append(isChunked ? bytes.chunk(after: read) : bytes.bytes(after: read))
      cursor = Cursor(batch: cursor.batch + 1)
    }
    return buffers.isEmpty ? .nothing : .bytes(buffers, cursor)
  }
}
