internal import Marbles
internal import Scenes

// How fast it plays, and whether.
extension Hub {
  func setPaused(_ paused: Bool) {
    isPaused = paused
    if paused {
      performance?.pause()
      programme.pause(now: settings.wall())
    } else {
      performance?.resume()
      programme.resume(now: settings.wall())
    }
    publishMotion()
    wake.yield()
  }

  func setSpeed(_ factor: SpeedFactor?) {
    speed = factor
    guard let standing = board.current else { return }
    performance?.setSpeedFactor(factor ?? standing.entry.scene.speedFactor)
    board.update { $0.isSpeedSet = factor != nil && !standing.entry.scene.isLive }
    publishMotion()
  }

  func step(_ count: Int) {
    collect()
    isPaused = true
    programme.pause(now: settings.wall())
    if programme.phase != .playing {
      programme.replay()
      replay(from: .zero)
    }
    for _ in 0..<count { performance?.step() }
    publishMotion()
  }
}
