public import HubCore
internal import Logging
internal import Marbles
internal import Player
internal import Scenes
internal import Wire

// The API of a hub for the rest of the daemon: most of it reads the store, without waiting for the hub.
extension Hub {
  /// The settings of a hub.
  public typealias Settings = HubSettings

  /// The answer of `GET /v1/status`, without the part about the process.
  nonisolated func status() -> Status { store.status(frames: frames.counts) }

  /// The body of `GET /metrics`.
  nonisolated func metricsText() -> String { store.metricsText(frames: frames.counts) }

  /// Uploaded scenes, and those of the playlist.
  var knownScenes: [(scene: Scene, origin: String)] {
    state.uploads.scenes.map { ($0, "sent") } + state.playlistScenes.map { ($0, "playlist") }
  }

  /// Sends a heartbeat to waiting viewers, and closes those that have read nothing for too long.
  nonisolated func beat() {
    for _ in 0..<store.beat() {
      logger.notice("closing a viewer that read nothing for \(store.settings.viewerTimeout / 1_000_000_000) s")
    }
  }

  /// Waits until the hub and the scene's thread have responded; false when the task is cancelled first.
  @discardableResult
  public nonisolated func responds() async -> Bool {
    await isAnswered { answer in Task { await ask(answer) } }
  }

  private func ask(_ caller: @escaping @Sendable () -> Void) {
    guard let playing = store.current, playing.phase != .ready else { return caller() }
    playing.scenePlayback.ping(caller)
  }

  /// Ends every stream, and refuses new ones.
  nonisolated func endStreams() { store.endStreams() }

  /// Whether a viewer has not yet read the end of its stream.
  nonisolated var hasStreams: Bool { store.viewerCount > 0 }

  /// Closes the streams whose viewers do not read.
  nonisolated func cutStreams() { store.cutStreams() }

  /// Plays `playlist` once the current scene's turn is over.
  public func reload(_ playlist: Playlist, titleCards: Duration?, message: String?, problems: [String] = []) {
    handle(.reloaded(playlist, titleCards: titleCards, message: message, problems: problems))
  }

  /// Shows a notice to all viewers, and logs it.
  public func note(_ text: String) { handle(.noted(text)) }
}
