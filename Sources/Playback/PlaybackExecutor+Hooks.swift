internal import CPlayback

/// What the runtime calls while a playback runs.
extension PlaybackExecutor {
  /// Installs the hooks. As a `static let` it blocks other threads until all hooks are installed.
  static let hooks: Void = cplayback_install(
    { context, job in
      let executor = Unmanaged<PlaybackExecutor>.fromOpaque(context).takeUnretainedValue()
      executor.work.jobs.append(unsafeBitCast(job, to: UnownedJob.self))
    },
    { _, kind in
      fatalError(kind == 0 ? PlaybackExecutor.sleepMessage : PlaybackExecutor.mainActorMessage)
    })

  static let sleepMessage =
    "Task.sleep, or another clock's sleep, inside a playback: sleep on its PlaybackClock instead"
  static let mainActorMessage =
    "a hop to the main actor inside a playback: hand the value out with PlaybackExecutor.leave instead"
}
