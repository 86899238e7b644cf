import Marbles
import SceneFiles
import Testing

@testable import Scenes

@Suite struct EditHistoryLimitTests {
  @Test("the oldest edits are forgotten, and the others are undone as before")
  func forgets() throws {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1|' } }", path: "one.yaml").scene
    var history = EditHistory(scene)
    for value in 2...5 { try history.apply(.setValue(EventKey(row: 0, index: 0), .int(value))) }
    history.forgetOldest(keeping: 2)
    #expect(history.undoCount == 2 && history.original.diagram(ofRow: 0) == "3|")
    #expect(history.scene.diagram(ofRow: 0) == "5|" && history.hasUnsavedEdits)
    history.undo()
    history.undo()
    #expect(history.scene == history.original && !history.canUndo && history.redoCount == 2)
    // The file has the scene before the edits that were forgotten.
    #expect(history.hasUnsavedEdits)
    history.forgetOldest(keeping: 2)
    history.redo()
    #expect(history.scene.diagram(ofRow: 0) == "4|")
  }
}
