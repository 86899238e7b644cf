package import Drawing
package import Marbles
package import Scenes

extension SceneDrawing {
  /// The drawing of an edited scene.
  ///
  /// - Parameters:
  ///   - scene: the edited scene.
  ///   - recording: its recording.
  ///   - keepsLayout: whether nothing moves under the pointer, as during a drag.
  package func edited(_ scene: Scene, _ recording: Recording, keepsLayout: Bool) -> SceneDrawing {
    let next = replanned(scene, recording)
    return keepsLayout ? next : next.remeasured
  }
}

extension SceneEdit {
  /// Whether the pointer makes the edit, step by step.
  package var isDragged: Bool {
    switch self {
    case .moveEvent, .setEnd: true
    default: false
    }
  }

  /// Why an edit is not shown, in one line.
  package static func refusal(_ error: any Error) -> String? {
    "\(error)".split(separator: "\n").first.map(String.init)
  }
}

extension Playhead {
  /// A playhead that stands still at a time.
  package init(heldAt time: SceneTime, of playback: PlaybackState, isLooping: Bool = false) {
    var playback = playback
    (playback.anchor, playback.isPaused, playback.phase) = (time, true, .playing)
    self.init(time: time, playback: playback, isLooping: isLooping)
  }
}
