internal import CPlayback
internal import Marbles
internal import Platform
internal import Synchronization

/// What other threads do with an executor: who may resume its tasks, and the first escape.
final class Border: Sendable {
  /// Whether only the test may resume tasks, and each task is watched.
  let isGuarded: Bool
  private let escape = Mutex<PlaybackEscape?>(nil)
  private let hasEscape = Atomic(false)
  private let hasThrown = Atomic(false)
  // The thread and the task of the test: those that drove the executor last, or started a task since; 0 before the first drive.
  private let homeThread = Atomic<UInt>(0)
  private let homeTask = Atomic<UInt64>(0)

  init(isGuarded: Bool) { self.isGuarded = isGuarded }

  /// Makes the current thread and task those of the test.
  func settle() {
    guard isGuarded else { return }
    homeThread.store(cplayback_thread(), ordering: .relaxed)
    homeTask.store(cplayback_current_task_id(), ordering: .relaxed)
  }

  /// Whether the calling thread is that of the test.
  ///
  /// The task decides, as a test that awaits something goes on with another thread. While the executor is driven, its own
  /// tasks run on the thread.
  func isHome(isDriven: Bool) -> Bool {
    let home = homeThread.load(ordering: .relaxed)
    // No task has run yet, so that there is nothing to resume: the clock may come from the set-up of the test.
    guard home != 0 else { return true }
    let isThread = home == cplayback_thread()
    if isDriven { return isThread }
    let (task, homeTask) = (cplayback_current_task_id(), homeTask.load(ordering: .relaxed))
    return task == homeTask && (homeTask != 0 || isThread)
  }

  /// Notes an escape; only the first one counts.
  func note(_ new: PlaybackEscape) {
    escape.withLock { $0 = $0 ?? new }
    hasEscape.store(true, ordering: .releasing)
  }

  /// Whether the test has heard of an escape.
  var hasReported: Bool { hasThrown.load(ordering: .relaxed) }

  /// Throws the escape since the last call; costs next to nothing when there is none.
  func check(at time: SceneTime) throws(PlaybackError) {
    guard hasEscape.load(ordering: .acquiring) else { return }
    hasEscape.store(false, ordering: .relaxed)
    hasThrown.store(true, ordering: .relaxed)
    guard var escape = escape.withLock({ $0.take() }) else { return }
    if escape.kind == .otherThread { escape.time = time }
    throw .escaped(escape)
  }
}

extension PlaybackExecutor {
  /// Installs the hooks. As a `static let` it blocks other threads until all hooks are installed.
  static let hooks: Void = cplayback_install(
    { context, job in
      Unmanaged<PlaybackExecutor>.fromOpaque(context).takeUnretainedValue().add(unsafeBitCast(job, to: UnownedJob.self))
    },
    { context, border in
      let executor = Unmanaged<PlaybackExecutor>.fromOpaque(context).takeUnretainedValue()
      switch border {
      case CPlaybackSleep: executor.noteEscape(.sleep)
      case CPlaybackMain: executor.noteEscape(.mainActor)
      default: executor.standIn()
      }
    },
    { job in WatchedTasks.route(job) })

  /// Makes this executor the one that the calling thread drives.
  func becomeCurrent() {
    // The second word of the reference is the same for all executors.
    let (_, implementation) = unsafeBitCast(asUnownedSerialExecutor(), to: (UInt, UInt).self)
    cplayback_set_current(Unmanaged.passUnretained(self).toOpaque(), implementation)
  }

  /// Notes that the current task leaves this executor. The run stops before its next job.
  func noteEscape(_ kind: PlaybackEscape.Kind) {
    border.note(PlaybackEscape(kind, task: TaskName.current, at: now))
  }

  /// Refuses a task that this executor does not run, and that calls its clock.
  ///
  /// The message goes to standard error, too, as the test may be over. A loop that ignores the error would never wait, so the
  /// task is cancelled.
  func refuseCurrentTask() -> PlaybackError {
    let isWatched = cplayback_current_task().map(WatchedTasks.isWatched) ?? false
    let escape = PlaybackEscape(isWatched ? .otherThread : .strayTask, task: TaskName.current, at: nil)
    border.note(escape)
    if !isWatched, !border.hasReported {
      var line = "\(escape)\n"
      _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    withUnsafeCurrentTask { $0?.cancel() }
    return .escaped(escape)
  }

  /// Notes the task of a job that the calling thread resumes, if the thread is not that of the test.
  func noteResumption(of job: UnownedJob, isDriven: Bool) {
    guard border.isGuarded, !border.isHome(isDriven: isDriven) else { return }
    border.note(PlaybackEscape(.otherThread, task: WatchedTasks.name(of: job), at: nil))
  }
}
