internal import Drawing
internal import Marbles
internal import Playback
internal import Scenes

/// A scene that is computed before it is shown.
struct SceneLoad {
  enum Purpose {
    /// The viewer chose it.
    case choice(Int)
    /// Its file has changed.
    case reload(place: Int)
    /// It has what was recorded of a live scene.
    case replay(place: Int)

    /// Whether the scene takes the place of the one that plays.
    var isToPlay: Bool { if case .reload = self { false } else { true } }
  }

  let scene: Scene
  let purpose: Purpose
}

/// Scenes from elsewhere: chosen ones, changed files, and recordings that are played again. Each is computed beside the thread
/// that draws, one after the other.
extension LocalPlayback {
  /// Computes a scene, and shows it then.
  func load(_ load: SceneLoad) {
    // Of two scenes to play, the newer one counts.
    if load.purpose.isToPlay { forgetLoads(where: \.isToPlay) }
    loads.append(load)
    computeNext()
    takeLoad(waiting: patience)
  }

  /// Drops the loads for a purpose, also the one that is being computed.
  func forgetLoads(where isDropped: (SceneLoad.Purpose) -> Bool) {
    if let first = loads.first, isDropped(first.purpose) { loader.cancel() }
    loads.removeAll { isDropped($0.purpose) }
    computeNext()
  }

  private func computeNext() {
    guard let next = loads.first, !loader.isPending else { return }
    guard next.scene.isLive else { return loader.start(next.scene) }
    loads.removeFirst()
    finish(next, .recording(next.scene.emptyRecording()))
    computeNext()
  }

  /// Shows the scenes that are computed.
  ///
  /// - Parameter patience: how long to wait for each; nil for as long as it takes.
  func takeLoad(waiting patience: Duration?) {
    // Another scene would take an edit away.
    while let first = loads.first, !first.purpose.isToPlay || held == nil && pending == nil,
      let outcome = loader.take(waiting: patience)
    {
      finish(loads.removeFirst(), outcome)
      computeNext()
    }
  }

  private func finish(_ load: SceneLoad, _ outcome: RunOutcome) {
    let scene = load.scene
    do throws(SceneError) {
      let recording = try outcome.get()
      switch load.purpose {
      case .choice(let number):
        var drawing = library.drawing(scene, recording)
        drawing.theme = self.drawing.theme
        drawings.append(drawing)
        chosen[number] = drawings.count - 1
        change(to: drawings.count - 1)
      case .reload(let place): reloaded(scene, recording, at: place)
      case .replay(let place):
        guard place == current else { return }
        drawings[place] = drawings[place].replanned(scene, recording).remeasured
        start(place, speedFactor: .normal)
      }
    } catch {
      notice = "\(scene.name): \(error)"
    }
  }

  // MARK: Changed files

  /// Whether a scene has edits that a changed file would replace.
  func isEdited(_ place: Int) -> Bool {
    place == current && held != nil || histories[place]?.hasUnsavedEdits == true
  }

  /// Loads a changed file when the edits of its scene are saved or undone.
  func wait(for scene: Scene, at place: Int) {
    waiting[place] = scene
    notice = "the file of \(scene.name) has changed; it is loaded when no unsaved edits are left"
  }

  private func reloaded(_ scene: Scene, _ recording: Recording, at place: Int) {
    // It may have been edited meanwhile.
    if isEdited(place) { return wait(for: scene, at: place) }
    let next = drawings[place].replanned(scene, recording).remeasured
    let isShown = place == current && !drawing.scene.isLive
    if isShown { hold(at: held?.time ?? playhead.time) }
    drawings[place] = next
    histories[place] = nil
    notice = "reloaded \(scene.name)"
    if isShown { release() }
    onReload(scene)
  }
}
