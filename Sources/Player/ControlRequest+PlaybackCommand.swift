internal import Drawing
internal import Marbles
package import Wire

extension ControlRequest {
  /// The request for a command of a key; nil for commands that affect more than the current scene, such as looping.
  package init?(_ command: PlaybackCommand) {
    self.init()
    switch command {
    case .pause: isPaused = true
    case .resume: isPaused = false
    case .setSpeedFactor(let factor): speed = .factor(factor)
    case .restart: seek = .zero
    case .seek(let time): (seek, isPaused) = (time, true)
    case .changeScene(let distance): scene = distance < 0 ? .previous : .next
    case .setLooping, .drag, .edit, .undo, .redo, .markSaved, .choose, .toggleRemote: return nil
    }
  }
}
