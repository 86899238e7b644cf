internal import Drawing
internal import Platform
internal import Scenes
internal import Terminal

/// The exports of keys: a command line, a picture, and the file of the scene.
extension TerminalPlayer {
  /// Puts a command line that plays the scene on the clipboard.
  func copy() {
    guard let export else { return }
    let command = export.command(source.history ?? EditHistory(source.snapshot().drawing.scene))
    note(terminal.send(SceneExport.clipboard(command)))
    confirm("copied: \(command)", kept: command)
  }

  /// Saves the picture.
  func save() {
    guard let export else { return }
    let snapshot = seen()
    do {
      let path = try export.picture(snapshot, viewer.moment(of: snapshot), snapshot.sceneSize(in: size))
      confirm("saved \(path)", kept: "saved \(path)")
    } catch {
      tell("\(error)")
    }
  }

  /// Writes the scene to its file, or to the one at a path. Asks for a path when it needs one.
  func write(_ path: String?) {
    guard let export else { return }
    let snapshot = source.snapshot()
    let scene = snapshot.drawing.scene
    if path == nil, !snapshot.edits.isUnsaved {
      return confirm("no unsaved edits")
    }
    do {
      guard let written = try export.scene(source.history ?? EditHistory(scene), path) else {
        return viewer.askForFile(scene)
      }
      source.handle(.markSaved)
      confirm("wrote \(written)", kept: "wrote \(written)")
    } catch {
      // The scene's own file can't be written, so another name is suggested.
      viewer.askForFile(scene, because: "\(error)", path: path ?? "\(scene.name)-2.yaml")
    }
  }

  /// - Parameter kept: what the shell gets, the same text only once; nil for nothing.
  private func confirm(_ text: String, kept: String? = nil) {
    answer = (text, false, clock.now())
    guard let kept else { return }
    exports.removeAll { $0 == kept }
    exports.append(kept)
  }

  /// Shows why a key changes nothing.
  func tell(_ text: String) { answer = (text, true, clock.now()) }

  /// The picture to leave in the scrollback: the last frame without the key line and blank lines at the end.
  func finalPicture(of snapshot: PlaybackSnapshot) -> String {
    let snapshot = viewer.predicted(snapshot)
    var moment = viewer.moment(of: snapshot)
    moment.rowTimes = []
    moment.rain = nil
    let frame = snapshot.frame(at: moment, size: size)
    let height = frame.lines.dropLast().lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return Renderer(capabilities: terminal.capabilities).lines(frame).prefix(height).map { $0 + "\n" }.joined()
  }
}
