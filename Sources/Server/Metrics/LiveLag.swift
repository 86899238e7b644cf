internal import HubCore
internal import Marbles
internal import Player
internal import Scenes

/// Where the values of the current live scene wait, by row; empty for another scene. Times are in milliseconds.
struct LiveLag {
  private(set) var queued: [Metrics.Row: Int] = [:]
  private(set) var ages: [Metrics.Row: Int] = [:]
  private(set) var delays: [Metrics.Row: Int] = [:]
  private(set) var restarts: [Metrics.Row: Int] = [:]
  private(set) var lags: [Metrics.Row: Int] = [:]
  private(set) var pending: [Metrics.Row: Int] = [:]
  private(set) var claimed: [Metrics.Row: Int] = [:]
  private(set) var setAside: [Metrics.Row: Int] = [:]
  private(set) var findings: [Metrics.Row: Int] = [:]
  private(set) var held: [Metrics.Row: Int] = [:]
  private(set) var unread: [Metrics.Row: Int] = [:]
  private(set) var waits: [Metrics.Row: Int] = [:]

  /// Nothing waits.
  init() {}

  init(_ playing: NowPlaying) {
    let (scene, playback, now) = (playing.scene, playing.scenePlayback, playing.time)
    guard scene.isLive else { return }
    for (position, row) in playing.history.rows.enumerated() {
      let key = Metrics.Row(scene: scene.name, row: row.name)
      if !row.isInput { findings[key] = row.losses.findings.count }
      if let age = RowMeasure(row, at: now).sinceLast { ages[key] = Self.milliseconds(age) }
      if let source = playback.sourceStatus(ofRow: position) {
        queued[key] = source.queued
        if let delay = source.delay { delays[key] = Self.milliseconds(delay) }
        if let stream = source.stream {
          (lags[key], pending[key]) = (stream.lag, stream.pending)
          (claimed[key], setAside[key]) = (stream.claimed, stream.setAside)
        }
        if source.phase != nil { restarts[key] = source.restarts }
      }
      if let wait = RowWait(ofRow: position, in: playing.history, of: scene) {
        held[key] = wait.held.reduce(0) { $0 + $1.count }
        unread[key] = wait.unread.reduce(0) { $0 + $1.count }
        waits[key] = Self.milliseconds(now - wait.since)
      }
    }
  }

  private static func milliseconds(_ time: SceneTime) -> Int { Int(time.nanoseconds / 1_000_000) }
}
