public import HubCore
internal import Logging
internal import Marbles
internal import Player
internal import Scenes
internal import Wire

// What others ask of a hub: most of it is read from the store, without waiting for the hub.
extension Hub {
  /// What a hub is made with.
  public typealias Settings = HubSettings

  /// What `GET /v1/status` answers, but for what the daemon knows.
  nonisolated func status() -> Status { store.status(frames: frames.counts) }

  /// What `GET /metrics` answers.
  nonisolated func metricsText() -> String { store.metricsText(frames: frames.counts) }

  /// Scenes that were sent, and those of the playlist.
  var knownScenes: [(scene: Scene, origin: String)] {
    state.uploads.scenes.map { ($0, "sent") } + state.playlistScenes.map { ($0, "playlist") }
  }

  /// Sends a sign of life to those who wait, and cuts off those who have not taken anything for long.
  nonisolated func beat() {
    for _ in 0..<store.beat() {
      logger.notice("closing a viewer that read nothing for \(store.settings.patience / 1_000_000_000) s")
    }
  }

  /// Waits until the hub and the scene's own thread have come to it; false when the task is cancelled before.
  @discardableResult
  public nonisolated func pulse() async -> Bool {
    await isAnswered { answer in Task { await ask(answer) } }
  }

  private func ask(_ caller: @escaping @Sendable () -> Void) {
    guard let playing = store.current, playing.phase != .ready else { return caller() }
    playing.performance.ping(caller)
  }

  /// Ends every stream, and those that come in; nobody can follow any more.
  nonisolated func endStreams() { store.endStreams() }

  /// Whether somebody has not taken the end of a stream yet.
  nonisolated var hasStreams: Bool { store.viewerCount > 0 }

  /// Cuts off whoever takes nothing.
  nonisolated func cutStreams() { store.cutStreams() }

  /// Plays another list after what is shown.
  public func reload(_ playlist: Playlist, titleCards: Duration?, message: String?, problems: [String] = []) {
    handle(.reloaded(playlist, titleCards: titleCards, message: message, problems: problems))
  }

  /// Says what went wrong, to all who watch and to the log.
  public func note(_ text: String) { handle(.noted(text)) }
}
