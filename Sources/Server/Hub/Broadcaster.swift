internal import HubCore
internal import Logging
internal import SceneFiles
internal import Scenes
internal import Wire

/// What a daemon shows to its viewers: a ``Hub``, which plays scenes, or a ``Relay``, which repeats another daemon.
protocol Broadcaster: Sendable {
  /// What is shown now, and the changes for viewers.
  var store: StateStore { get }
  var logger: Logger { get }
  /// Whether requests can change what is shown.
  var isSteerable: Bool { get }
  /// The scenes that can be played by name, besides those of folders.
  var knownScenes: [SceneListing.Item] { get async }

  /// Works until it is stopped or the task is cancelled.
  func play() async
  /// Ends what is shown; returns when its threads have ended.
  func stop() async
  /// Carries out all of a request or none of it.
  func control(
    _ request: ControlRequest, from peer: String, library: SceneLibrary
  ) async throws(ControlRequest.Invalid)
  /// Stores an uploaded scene.
  func keep(_ scene: Scene, bytes: Int, from peer: String) async throws(ControlRequest.Invalid)
  /// Plays `playlist` once the current scene's turn is over.
  func reload(_ playlist: Playlist, titleCards: Duration?, message: String?, problems: [String]) async
  /// Shows a notice to all viewers, and logs it.
  func note(_ text: String) async
  /// Waits until all threads that could hang have responded; false when the task is cancelled first.
  func responds() async -> Bool
}

extension Broadcaster {
  /// Sends a heartbeat to waiting viewers, and closes those that have read nothing for too long.
  func beat() {
    for _ in 0..<store.beat() {
      logger.notice(
        "closing a viewer that reads nothing",
        metadata: ["limit": "\(store.settings.viewerTimeout / 1_000_000_000)s"])
    }
  }
}
