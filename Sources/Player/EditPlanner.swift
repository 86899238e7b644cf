internal import Dispatch
internal import Scenes
internal import Synchronization

/// Runs edited scenes that are too large to run between two frames: one at a time, and only the newest counts.
final class EditPlanner: Sendable {
  /// An edited scene and its recording, or why it can't be played.
  struct Plan: Sendable {
    let history: EditHistory
    let recording: Result<Recording, SceneError>
    /// Whether the layout stays as it is.
    let keepsLayout: Bool
  }

  private struct State {
    /// The number of the newest request.
    var number = 0
    /// The run of the newest request, while it lasts.
    var player: ScenePlayer?
    var plan: Plan?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marbled.edits")
  private let onChange: @Sendable () -> Void

  /// - Parameter onChange: called on another thread when a plan can be taken.
  init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

  /// Runs the scene of a history; a run before it is cancelled.
  func plan(_ history: EditHistory, keepsLayout: Bool) {
    let number = state.withLock { state in
      state.number += 1
      state.plan = nil
      state.player?.cancel()
      return state.number
    }
    queue.async { [self] in
      let recording: Result<Recording, SceneError>
      do throws(SceneError) {
        let player = try ScenePlayer(history.scene)
        let isNewest = state.withLock { state in
          if state.number == number { state.player = player }
          return state.number == number
        }
        guard isNewest else { return }
        recording = .success(try player.runImmediately())
      } catch {
        recording = .failure(error)
      }
      let isNewest = state.withLock { state in
        guard state.number == number else { return false }
        state.player = nil
        state.plan = Plan(history: history, recording: recording, keepsLayout: keepsLayout)
        return true
      }
      if isNewest { onChange() }
    }
  }

  /// Forgets the newest request.
  func cancel() {
    state.withLock { state in
      state.number += 1
      state.plan = nil
      state.player?.cancel()
      state.player = nil
    }
  }

  /// The plan of the newest request, once.
  ///
  /// - Parameter waits: whether to wait for it; otherwise nil while it is made.
  func take(waits: Bool) -> Plan? {
    if waits { queue.sync {} }
    return state.withLock { state in
      defer { state.plan = nil }
      return state.plan
    }
  }
}
