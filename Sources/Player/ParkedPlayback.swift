internal import Scenes

/// A live scene that goes on while another is shown.
struct ParkedPlayback {
  let scenePlayback: ScenePlayback
  var recording: Recording

  mutating func takeEntries() {
    for entry in scenePlayback.takeEntries() { recording.append(entry) }
  }
}
