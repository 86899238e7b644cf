import Marbles
import Playback
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// Keys while a scene receives values.
@Suite struct LiveKeyTests {
  @Test(
    "In a live scene, each key that can't edit says why",
    arguments: [
      ("eiX", "row log receives values"), ("nx<>", "what has arrived can't be changed"), ("I", "takes no drawn inputs"),
      ("u", "nothing to undo"), ("U", "nothing to redo"),
    ]) func live(keys: String, reason: String) throws
  {
    let scene = Scene(name: "live", rows: [Scene.Row(name: "log", content: .live(Scene.Live()))])
    let snapshot = PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: scene.emptyRecording()), recording: scene.emptyRecording(),
      playhead: Playhead(time: .zero, playback: PlaybackState(at: 0)), isOneOfSeveral: false)
    for key in keys.map(Key.character) {
      var viewer = Viewer()
      viewer.focus(on: 0)
      guard
        case .say(let text) = try #require(
          viewer.press(key, [], watching: snapshot, size: Size(columns: 80, rows: 24)).first)
      else {
        Issue.record("\(key) says nothing")
        continue
      }
      #expect(text.contains(reason), "\(key)")
      // Who only watches is told nothing about editing.
      viewer.permissions = InteractionPolicy.Keys.watching.permissions
      #expect(viewer.press(key, [], watching: snapshot, size: Size(columns: 80, rows: 24)) != [.say(text)], "\(key)")
    }
  }
}
