internal import Dispatch
internal import Marbles
internal import Scenes
internal import Synchronization

/// Finds out what will happen in a scene, on a thread that may take its time, but not for ever.
enum ScenePlan {
  /// Why a scene can't be played.
  struct Unplayable: Error, Hashable, Sendable, CustomStringConvertible {
    var description: String
  }

  /// What will happen; of a live scene nobody knows.
  ///
  /// - Parameter patience: how long it may take to find out.
  static func of(_ scene: Scene, patience: Duration) async -> Result<Recording, Unplayable> {
    await withCheckedContinuation { continuation in
      // A queue of its own: those that all share have a thread for each core, and this may take one for seconds.
      DispatchQueue(label: "marbled.plan", qos: .userInitiated).async {
        continuation.resume(returning: find(scene, patience))
      }
    }
  }

  private static func find(_ scene: Scene, _ patience: Duration) -> Result<Recording, Unplayable> {
    do throws(SceneError) {
      guard !scene.isLive else {
        try scene.check()
        return .success(scene.emptyRecording())
      }
      let player = try ScenePlayer(scene)
      let isLate = Mutex(false)
      let alarm = DispatchWorkItem {
        isLate.withLock { $0 = true }
        player.cancel()
      }
      let (seconds, attoseconds) = patience.components
      let time = DispatchTimeInterval.milliseconds(Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
      DispatchQueue(label: "marbled.plan.alarm", qos: .userInteractive).asyncAfter(
        deadline: .now() + time, execute: alarm)
      defer { alarm.cancel() }
      let recording = try player.runImmediately()
      guard !isLate.withLock({ $0 }) else { return .failure(late(patience)) }
      return .success(recording)
    } catch {
      return .failure(Unplayable(description: error.description))
    }
  }

  private static func late(_ patience: Duration) -> Unplayable {
    let seconds = patience / .seconds(1)
    let text = Int(exactly: seconds).map(String.init) ?? String(seconds)
    return Unplayable(
      description: "after \(text) s it is not known what happens in it; a shorter `duration:` may help")
  }
}
