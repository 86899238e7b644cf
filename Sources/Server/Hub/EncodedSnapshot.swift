internal import HubCore
internal import Marbles
internal import NIOCore
internal import Platform
internal import Scenes
internal import Synchronization
internal import Wire

/// Everything a new viewer needs except the position of the playhead: encoded once for all viewers that need it.
struct EncodedSnapshot: Sendable {
  /// The state that a snapshot encodes.
  struct Source: Sendable {
    var playing: NowPlaying
    /// Distinguishes the run of the daemon that numbers the changes from others.
    var run: String
    /// The sequence number of the newest change included.
    var sequence: Int
    /// The cursor after that change.
    var end: ChangeBacklog.Cursor
  }

  /// The sequence number of the newest change included.
  var sequence: Int
  /// The cursor after that change.
  var end: ChangeBacklog.Cursor
  /// The members that are the same for all viewers, up to the end of the line.
  private var body: ByteBuffer

  /// The maximum number of events in a snapshot, which also says how many it omits.
  static let maximumEvents = 20_000
  /// The maximum size of a snapshot's events, in bytes.
  static let maximumBytes = 8 << 20
  /// The maximum number of events in a snapshot for a viewer that has fallen behind: it is followed by another one soon.
  static let maximumEventsBehind = 4000
  /// How many bytes of changes may follow a snapshot before a new one is made.
  static let maximumFollowing = 1 << 17

  /// Encodes the state `source`, with at most this many events.
  init(of source: Source, events: Int = maximumEvents) {
    (sequence, end) = (source.sequence, source.end)
    let members = source.playing.snapshotMembers(run: source.run, events: events)
    body = ByteBufferAllocator().buffer(capacity: members.utf8.count + 4)
    body.writeString(",\(members)}\n")
  }

  /// The size of what is the same for all viewers, in bytes.
  var size: Int { body.readableBytes }

  /// Whether the backlog still holds all changes since the snapshot, motion of the playhead included.
  ///
  /// - Parameter queue: how many bytes a viewer may leave unread.
  func goesOn(_ backlog: ChangeBacklog, queue: Int) -> Bool { backlog.follows(sequence, end, queue: queue) }

  /// The bytes to send.
  ///
  /// - Parameter motion: the motion of the playhead at the time of sending.
  func buffers(_ form: HubChange.Form, run: String, motion: PlayheadMotion) -> [ByteBuffer] {
    let head = StreamEvent.snapshotHead(sequence, motion)
    switch form {
    case .lines: return [ByteBuffer(string: head), body]
    case .events:
      return [
        ByteBuffer(string: "id: \(run)-\(sequence)\nevent: snapshot\ndata: \(head)"), body, ByteBuffer(string: "\n"),
      ]
    }
  }
}

/// The newest snapshot: encoded on a dedicated thread on demand, and shared by all requests that arrive meanwhile.
final class EncodedSnapshotCache: Sendable {
  private struct State {
    var newest: EncodedSnapshot?
    var isEncoding = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    var count = 0
    /// When the next one may be made, in wall nanoseconds.
    var nextMaking = Int64.min
  }
  private let state = Mutex(State())
  private let queue = WorkQueue("marbled.snapshot", isPatient: true)
  /// The maximum number of events in a snapshot.
  private let events: Int

  init(events: Int = EncodedSnapshot.maximumEvents) { self.events = events }

  /// How many snapshots have been encoded so far.
  var count: Int { state.withLock { $0.count } }

  /// How many bytes of snapshots are made in a second for viewers that have fallen behind. Where more happens than they can
  /// read, they ask for another one again and again, and those that some of them still read stay in memory.
  static let bytesPerSecond = 1 << 19

  /// How long the next snapshot waits after one of that size, in nanoseconds; not at all after a small one.
  static func pause(after bytes: Int) -> Int64 {
    bytes < EncodedSnapshot.maximumFollowing ? 0 : Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond)
  }

  /// How long a viewer that has fallen behind waits for the next snapshot, in nanoseconds.
  func pause(at now: Int64) -> Int64 { max(0, state.withLock { $0.nextMaking }.subtractingSaturated(now)) }

  /// A snapshot that is recent enough, or that was made meanwhile; nil when nothing plays.
  ///
  func snapshot(of store: StateStore) async -> EncodedSnapshot? {
    while true {
      let newest = state.withLock { $0.newest }
      if let newest, store.contents.withLock({ newest.goesOn($0.backlog, queue: store.settings.viewerQueueBytes) }) {
        return newest
      }
      let isFirst = state.withLock { state in
        defer { state.isEncoding = true }
        return !state.isEncoding
      }
      guard isFirst else {
        await finished()
        // Recent or not: where very much happens, the next one would not be more recent.
        return state.withLock { $0.newest }
      }
      let snapshot = await queue.perform { [events] in Self.encode(store, events: events) }
      let next = store.settings.now().addingSaturated(Self.pause(after: snapshot?.size ?? 0))
      let waiters = state.withLock { state in
        defer { (state.newest, state.isEncoding, state.waiters) = (snapshot, false, []) }
        state.count += 1
        state.nextMaking = next
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
      return snapshot
    }
  }

  /// Waits until the current encoding has finished.
  private func finished() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if state.isEncoding { state.waiters.append(continuation) }
        return state.isEncoding
      }
      if !isWaiting { continuation.resume() }
    }
  }

  private static func encode(_ store: StateStore, events: Int) -> EncodedSnapshot? {
    let source = store.contents.withLock { contents -> EncodedSnapshot.Source? in
      contents.backlog.seal()
      defer { contents.shown = nil }
      if let shown = contents.shown,
        contents.backlog.follows(shown.sequence, shown.end, queue: store.settings.viewerQueueBytes)
      {
        return shown
      }
      return contents.source(events: events)
    }
    return source.map { EncodedSnapshot(of: $0, events: events) }
  }
}

extension ChangeBacklog {
  /// Whether the backlog holds all changes since `sequence`, motion of the playhead included, and they are few.
  fileprivate func follows(_ sequence: Int, _ end: Cursor, queue: Int) -> Bool {
    holds(end) && lastMotion <= sequence && unread(after: end) <= min(EncodedSnapshot.maximumFollowing, queue / 2)
  }
}
