public import HubCore
internal import Marbles
internal import Player
internal import Scenes
internal import Wire

// The API of a hub for the rest of the daemon: most of it reads the store, without waiting for the hub.
extension Hub: Broadcaster {
  /// The settings of a hub.
  public typealias Settings = HubSettings

  nonisolated var isSteerable: Bool { true }

  /// Uploaded scenes, and those of the playlist.
  var knownScenes: [SceneListing.Item] {
    state.uploads.scenes.map { SceneListing.Item($0, origin: "sent") }
      + state.playlistScenes.map { SceneListing.Item($0, origin: "playlist") }
  }

  /// Waits until the hub and the scene's thread have responded; false when the task is cancelled first.
  @discardableResult
  public nonisolated func responds() async -> Bool {
    await isAnswered { answer in Task { await ask(answer) } }
  }

  private func ask(_ caller: @escaping @Sendable () -> Void) {
    guard let scenePlayback = store.begunPlayback else { return caller() }
    scenePlayback.ping(caller)
  }

  /// Plays `playlist` once the current scene's turn is over.
  public func reload(_ playlist: Playlist, titleCards: Duration?, message: String?, problems: [String] = []) {
    handle(.reloaded(playlist, titleCards: titleCards, message: message, problems: problems))
  }

  /// Says which scenes of the playlist can't be read.
  func leaveOut(_ problems: [String]) { if !problems.isEmpty { handle(.unreadable(problems)) } }

  /// Shows a notice to all viewers, and logs it.
  public func note(_ text: String) { handle(.noted(text)) }
}
