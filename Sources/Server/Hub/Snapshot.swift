internal import HubCore
internal import Marbles
internal import NIOCore
internal import Scenes
internal import Synchronization
internal import Wire

/// All that a viewer needs to begin with, but for where the playhead is: encoded once, and sent to as many as need it.
struct Snapshot: Sendable {
  /// What one is made of.
  struct Source: Sendable {
    var playing: NowPlaying
    /// The number of the newest change in it.
    var sequence: Int
    /// Behind that change.
    var end: ChangeLog.Cursor
  }

  /// The number of the newest change that it holds.
  var sequence: Int
  /// Behind that change.
  var end: ChangeLog.Cursor
  /// The members that are the same for all, with the end of the object and of the line.
  private var body: ByteBuffer

  /// The most events that a snapshot tells; it says how many it leaves out.
  static let maximumEvents = 20_000
  /// The most bytes of events that a snapshot tells.
  static let maximumBytes = 8 << 20
  /// How many bytes of changes a snapshot may be followed by before it is made anew.
  static let maximumFollowing = 1 << 17

  /// Encodes what was shown at a moment.
  init(of source: Source, run: String) {
    (sequence, end) = (source.sequence, source.end)
    let members = source.playing.snapshotMembers(run: run)
    body = ByteBufferAllocator().buffer(capacity: members.utf8.count + 4)
    body.writeString(",\(members)}\n")
  }

  /// Whether what follows it in the log is all that is new since, the playhead included.
  ///
  /// - Parameter queue: how many bytes a viewer may leave unread.
  func goesOn(_ log: ChangeLog, queue: Int) -> Bool { log.follows(sequence, end, queue: queue) }

  /// The bytes to be sent.
  ///
  /// - Parameter motion: where the playhead is when it is sent.
  func buffers(_ form: Change.Form, run: String, motion: Motion) -> [ByteBuffer] {
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

/// The newest snapshot: made on a thread of its own when somebody needs it, and shared by all who ask meanwhile.
final class SnapshotCache: Sendable {
  private struct State {
    var newest: Snapshot?
    var isEncoding = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// How many were encoded.
    var count = 0
  }
  private let state = Mutex(State())
  private let queue = WorkQueue("marbled.snapshot")

  /// How many snapshots were encoded so far.
  var count: Int { state.withLock { $0.count } }

  /// A snapshot that is still good; nil when nothing is shown.
  func snapshot(of store: StateStore) async -> Snapshot? {
    while true {
      let newest = state.withLock { $0.newest }
      if let newest, store.contents.withLock({ newest.goesOn($0.log, queue: store.settings.queue) }) { return newest }
      let isFirst = state.withLock { state in
        defer { state.isEncoding = true }
        return !state.isEncoding
      }
      guard isFirst else {
        await finished()
        continue
      }
      let snapshot = await queue.perform { Self.encode(store) }
      let waiters = state.withLock { state in
        defer { (state.newest, state.isEncoding, state.waiters) = (snapshot, false, []) }
        state.count += 1
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
      return snapshot
    }
  }

  /// Waits until the snapshot that is being encoded is there.
  private func finished() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if state.isEncoding { state.waiters.append(continuation) }
        return state.isEncoding
      }
      if !isWaiting { continuation.resume() }
    }
  }

  private static func encode(_ store: StateStore) -> Snapshot? {
    let source = store.contents.withLock { contents -> Snapshot.Source? in
      contents.log.seal()
      defer { contents.shown = nil }
      if let shown = contents.shown, contents.log.follows(shown.sequence, shown.end, queue: store.settings.queue) {
        return shown
      }
      return contents.source
    }
    return source.map { Snapshot(of: $0, run: store.run) }
  }
}

extension ChangeLog {
  /// Whether what comes after a change is all that is new since, the playhead included, and not much.
  fileprivate func follows(_ sequence: Int, _ end: Cursor, queue: Int) -> Bool {
    holds(end) && lastMotion <= sequence && unread(after: end) <= min(Snapshot.maximumFollowing, queue / 2)
  }
}
