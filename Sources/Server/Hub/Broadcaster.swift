internal import HubCore
internal import Logging
internal import SceneFiles
internal import Scenes
internal import Wire

/// What a daemon shows to its viewers: a ``Hub``, which plays scenes, or a ``Relay``, which repeats another daemon.
protocol Broadcaster: Sendable {
  /// What is shown now, and the changes for viewers.
  var store: StateStore { get }
  /// Counts the frames drawn in this process.
  var frames: FrameMeter { get }
  var logger: Logger { get }
  /// Whether requests can change what is shown.
  var isSteerable: Bool { get }
  /// The scenes that can be played by name, besides those of folders, and where each is from.
  var knownScenes: [(scene: Scene, origin: String)] { get async }

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
  /// The answer of `GET /v1/status`, without the part about the process.
  func status() -> Status { store.status(frames: frames.counts) }

  /// The body of `GET /metrics`.
  func metricsText() -> String { store.metricsText(frames: frames.counts) }

  /// Sends a heartbeat to waiting viewers, and closes those that have read nothing for too long.
  func beat() {
    for _ in 0..<store.beat() {
      logger.notice("closing a viewer that read nothing for \(store.settings.viewerTimeout / 1_000_000_000) s")
    }
  }

  /// Ends every stream, and refuses new ones.
  func endStreams() { store.endStreams() }

  /// Whether a viewer has not yet read the end of its stream.
  var hasStreams: Bool { store.hasStreams }

  /// Returns when there are no more viewers, or the task is cancelled.
  func streamsEnded() async {
    guard hasStreams else { return }
    for await _ in store.departures.stream where !hasStreams { return }
  }

  /// Closes the streams whose viewers do not read.
  func cutStreams() { store.cutStreams() }
}
