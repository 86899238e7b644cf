internal import CPlayback
internal import Synchronization

/// The tasks that an executor with a guarded border has run, and where they are.
///
/// Each is retained until it has finished. A task that another thread resumes comes back to its executor, also one without an
/// executor preference, which would go on in the pool.
struct WatchedTasks {
  /// A task that has not finished.
  struct Entry {
    /// Its position in the order in which tasks were first ready.
    let number: Int
    let name: String?
  }

  private struct Owner {
    weak var executor: PlaybackExecutor?
  }
  /// The executors of all tasks that are watched, by the address of the task.
  private static let owners = Mutex<[UInt: Owner]>([:])

  private var entries: [UInt: Entry] = [:]
  private var count = 0
  /// The tasks that are not watched any more, and are still retained.
  private var finished: [UInt] = []

  /// Whether it is known where tasks are. Another compiler builds without it, and the tests that need it are skipped.
  static var layoutIsKnown: Bool {
    #if os(Linux) && (arch(x86_64) || arch(arm64)) && compiler(>=6.3) && compiler(<6.4)
      true
    #else
      false
    #endif
  }

  /// Watches the task of a job that is ready.
  mutating func add(_ job: UnownedJob, of executor: PlaybackExecutor) {
    guard Self.layoutIsKnown else { return }
    let (task, key) = (Self.pointer(job), Self.key(job))
    guard cplayback_is_task(task), entries[key] == nil else { return }
    _ = Self.object(key)?.retain()
    count += 1
    entries[key] = Entry(number: count, name: Self.name(of: job))
    Self.owners.withLock { $0[key] = Owner(executor: executor) }
  }

  /// Whether the task of `job` is watched.
  func contains(_ job: UnownedJob) -> Bool { entries[Self.key(job)] != nil }

  /// Looks where the task of `job` is.
  ///
  /// - Returns: the task, if another executor has it.
  mutating func look(after job: UnownedJob, executor: PlaybackExecutor) -> Entry? {
    look(at: Self.key(job), executor) { executor.work.isReady(job) }
  }

  /// Looks where all tasks are.
  ///
  /// - Parameter isIdle: whether the executor has no ready jobs, so that a task which is ready comes from another thread.
  /// - Returns: the first one that another executor has.
  mutating func lookAtAll(executor: PlaybackExecutor, isIdle: Bool = false) -> Entry? {
    var first: Entry?
    for key in Array(entries.keys) {
      guard let entry = look(at: key, executor, isQueued: { !isIdle }), entry.number < first?.number ?? .max else {
        continue
      }
      first = entry
    }
    return first
  }

  private mutating func look(at key: UInt, _ executor: PlaybackExecutor, isQueued: () -> Bool) -> Entry? {
    guard let entry = entries[key] else { return nil }
    switch Self.place(key, executor) {
    case CPlaybackDone:
      remove(key)
      return nil
    case CPlaybackAway: return entry
    // Another thread has said that it is ready, and is about to hand it over.
    case CPlaybackQueued: return isQueued() ? nil : entry
    default: return nil
    }
  }

  /// The tasks that have not finished, in the order in which they were first ready, and what each waits for.
  mutating func unfinished(executor: PlaybackExecutor) -> [(task: UInt, name: String?, wait: TestClock.Wait)] {
    _ = lookAtAll(executor: executor)
    return entries.sorted { $0.value.number < $1.value.number }.map { key, entry in
      let wait: TestClock.Wait =
        switch Self.place(key, executor) {
        case CPlaybackWaitsForTask: .task
        case CPlaybackWaitsForValue: .value
        case CPlaybackWaitsForChildren: .children
        default: .unknown
        }
      return (key, entry.name, wait)
    }
  }

  mutating func removeAll() {
    for key in Array(entries.keys) { remove(key) }
  }

  private mutating func remove(_ key: UInt) {
    entries[key] = nil
    _ = Self.owners.withLock { $0.removeValue(forKey: key) }
    finished.append(key)
  }

  /// Returns what releases the tasks that have finished; nil for none. What they hold may resume others, so it is called when
  /// no one uses this value.
  mutating func takeFinished() -> (() -> Void)? {
    guard !finished.isEmpty else { return nil }
    let keys = finished
    finished = []
    return { for key in keys { Self.object(key)?.release() } }
  }

  private static func place(_ key: UInt, _ executor: PlaybackExecutor) -> CPlaybackPlace {
    guard let task = OpaquePointer(bitPattern: key) else { return CPlaybackHere }
    return cplayback_place(task, Unmanaged.passUnretained(executor).toOpaque())
  }

  private static func object(_ key: UInt) -> Unmanaged<AnyObject>? {
    UnsafeRawPointer(bitPattern: key).map { Unmanaged.fromOpaque($0) }
  }

  private static func pointer(_ job: UnownedJob) -> OpaquePointer { unsafeBitCast(job, to: OpaquePointer.self) }
  private static func key(_ job: UnownedJob) -> UInt { UInt(bitPattern: pointer(job)) }

  // MARK: From any thread

  /// The name of the task of a job that is ready.
  static func name(of job: UnownedJob) -> String? {
    guard layoutIsKnown, cplayback_is_task(pointer(job)) else { return nil }
    return cplayback_task_name(pointer(job)).map { String(cString: $0) }
  }

  /// Whether some executor watches `task`.
  static func isWatched(_ task: OpaquePointer) -> Bool {
    let key = UInt(bitPattern: task)
    return owners.withLock { $0[key] != nil }
  }

  /// Hands the job of a task to its executor; false when no executor watches the task.
  static func route(_ job: OpaquePointer) -> Bool {
    let key = UInt(bitPattern: job)
    guard let executor = owners.withLock({ $0[key]?.executor }) else { return false }
    executor.receive(unsafeBitCast(job, to: UnownedJob.self))
    return true
  }
}

extension PlaybackExecutor {
  /// Whether an executor of a test knows where its tasks are.
  package static var findsTasks: Bool { WatchedTasks.layoutIsKnown }
}
