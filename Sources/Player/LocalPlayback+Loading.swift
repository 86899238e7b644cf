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
    takeLoad(waiting: resultWait)
  }

  /// Drops the loads for a purpose, also the one that is being computed.
  func forgetLoads(where isDropped: (SceneLoad.Purpose) -> Bool) {
    if let first = loads.first, isDropped(first.purpose) { loader.cancel() }
    loads.removeAll { isDropped($0.purpose) }
    computeNext()
  }

  private func computeNext() {
    guard let next = loads.first, !loader.isPending else { return }
    let drawing = drawing(for: next)
    guard next.scene.isLive else { return loader.start(next.scene, drawing: drawing) }
    loads.removeFirst()
    finish(next, .success(drawing(next.scene.emptyRecording())))
    computeNext()
  }

  /// Makes the drawing of a scene from its recording.
  private func drawing(for load: SceneLoad) -> @Sendable (Recording) -> SceneDrawing {
    let scene = load.scene
    switch load.purpose {
    case .choice: return { [make = library.drawing] in make(scene, $0) }
    case .reload(let place), .replay(let place):
      return { [drawing = drawings[place]] in drawing.edited(scene, $0, keepsLayout: false) }
    }
  }

  /// Shows the scenes that are computed.
  ///
  /// - Parameter limit: how long to wait for each; nil for as long as it takes.
  func takeLoad(waiting limit: Duration?) {
    // Another scene would take an edit away.
    while let first = loads.first, !first.purpose.isToPlay || held == nil && pending == nil,
      let result = loader.take(waiting: limit)
    {
      finish(loads.removeFirst(), result)
      computeNext()
    }
  }

  private func finish(_ load: SceneLoad, _ result: Result<SceneDrawing, SceneError>) {
    do throws(SceneError) {
      let next = try result.get()
      switch load.purpose {
      case .choice(let number):
        drawings.append(next)
        chosen[number] = drawings.count - 1
        show(next, at: drawings.count - 1)
        change(to: drawings.count - 1)
      case .reload(let place): reload(next, at: place)
      case .replay(let place):
        guard place == current else { return }
        // They are edits of the live scene.
        histories[place] = nil
        show(next, at: place)
        start(place, speedFactor: .normal)
      }
    } catch {
      notice = "\(load.scene.name): \(error)"
    }
  }

  /// Replaces a drawing by one that was computed meanwhile.
  func show(_ next: SceneDrawing, at place: Int) {
    let theme = drawing.theme
    drawings[place] = next
    if next.theme != theme { drawings[place].theme = theme }
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

  private func reload(_ next: SceneDrawing, at place: Int) {
    let scene = next.scene
    // It may have been edited meanwhile.
    if isEdited(place) { return wait(for: scene, at: place) }
    let isShown = place == current && !drawing.scene.isLive
    if isShown { hold(at: playhead.time) }
    show(next, at: place)
    histories[place] = nil
    notice = "reloaded \(scene.name)"
    if isShown { release() } else if starting?.place == place { change(to: place) }
    onReload(scene)
  }
}
