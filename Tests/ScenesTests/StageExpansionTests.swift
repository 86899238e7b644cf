import Expressions
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Testing

@testable import Scenes

/// Stages as rows.
@Suite struct StageExpansionTests {
  @Test("of a shipped scene, rows keep their events, and each ancestor exists", arguments: SceneLibrary.shipped.names)
  func shippedScenes(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    let recording = try BoundedRun(scene, stages: .all).perform().get()
    let expansion = StageExpansion(of: scene, recording)
    let shown = expansion.recording
    #expect(shown.rows.map(\.name) == expansion.scene.rows.map(\.name))
    #expect(Set(shown.rows.map(\.name)).count == shown.rows.count)
    for row in recording.rows {
      let (old, new) = (row.timeline, shown[row.name])
      #expect(new.events.map(\.value) == old.events.map(\.value) && new.events.map(\.time) == old.events.map(\.time))
      #expect(new.end == old.end)
      #expect(shown.sources(row.name) == recording.sources(row.name))
    }
    for row in shown.rows {
      let lineages =
        row.timeline.events.flatMap { [$0.from, $0.sources] } + row.through.values
        + row.notes.flatMap { [$0.note.from, $0.note.cause] } + row.inner.flatMap { $0.events.map(\.from) + [$0.from] }
      for key in lineages.flatMap(\.keys) { #expect(shown[key] != nil, "\(row.name): \(key.row), \(key.index)") }
    }
    // A graph of rows, as of any scene.
    #expect(SceneGraph(expansion.scene).cycle == nil)
  }

  @Test("without stages, nothing changes") func plain() throws {
    let scene = Scene.sample
    let recording = try scene.recorded()
    let expansion = StageExpansion(of: scene, recording)
    #expect(expansion.scene == scene && expansion.recording == recording)
  }

  @Test("a stage that its reader lets go of ends there, and no other") func cancelled() throws {
    let scene = try scene(["a": "1-2-3-4|"], ["out = a.map { $0 }.prefix(2).map { $0 }"])
    let recording = try BoundedRun(scene, stages: .all).perform().get()
    let rows = StageExpansion(of: scene, recording).recording.rows
    #expect(rows.map(\.cancelled) == [nil, .seconds(2), nil, nil])
    #expect(rows[1].timeline.end == .open && rows[2].timeline.end == .finish(.seconds(2)))
  }

  @Test("each value comes from the stage before, and each note and inner stream is at its stage") func chain() throws {
    let scene = try scene(
      ["a": "1123|"], ["out = a.removeDuplicates().flatMap { [$0, $0].async.prefix(1) }.map { $0 * 2 }"])
    let recording = try BoundedRun(scene, stages: .all).perform().get()
    let expansion = StageExpansion(of: scene, recording).recording
    #expect(expansion.rows.map(\.name) == ["a", "out.removeDuplicates", "out.flatMap", "out"])
    #expect(expansion.from("out.removeDuplicates") == [["a#0"], ["a#2"], ["a#3"]])
    #expect(
      expansion.from("out.flatMap") == [
        ["out.removeDuplicates#0"], ["out.removeDuplicates#1"], ["out.removeDuplicates#2"],
      ])
    #expect(expansion.from("out") == [["out.flatMap#0"], ["out.flatMap#1"], ["out.flatMap#2"]])
    #expect(expansion.sources("out.flatMap") == [["a#0"], ["a#2"], ["a#3"]])
    #expect(expansion.rows.map(\.notes.count) == [0, 1, 0, 0])
    #expect(expansion.ids(expansion.rows[1].notes[0].note.from) == ["a#1"])
    #expect(expansion.rows.map(\.inner.count) == [0, 0, 3, 0])
    #expect(expansion.ids(expansion.rows[2].inner[1].from) == ["out.removeDuplicates#1"])
    #expect(
      expansion.through(2) == [
        "out.flatMap#0": ["out.flatMap#0/0"], "out.flatMap#1": ["out.flatMap#1/0"],
        "out.flatMap#2": ["out.flatMap#2/0"],
      ])
  }
}
