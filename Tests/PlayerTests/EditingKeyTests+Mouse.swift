import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout
@testable import Player

extension EditingKeyTests {
  @Test("a drag moves the end of an input, not before its last value") func draggedEnd() throws {
    let scene = inputScene([("a", [(1, 1), (2, 2)], .finish(.seconds(6)))])
    let session = try Session(scene, at: .seconds(4))
    func x(_ time: Double) throws -> (column: Int, row: Int) {
      let snapshot = session.playback.snapshot()
      let layout = snapshot.drawing.layout(at: session.viewer.moment(of: snapshot), size: session.size)
      let row = try #require(layout.marbleLines(0).first)
      return (layout.scale.center(.seconds(time)), row)
    }
    let (mark, later, early) = (try x(6), try x(4), try x(0.5))
    func point(_ action: Mouse.Action, _ column: Int) {
      for case .steer(let command) in session.viewer.point(
        Mouse(action, column: column, row: mark.row), watching: session.playback.snapshot(), size: session.size)
      {
        session.playback.handle(command)
      }
    }
    point(.press(.left), mark.column)
    point(.drag(.left), later.column)
    point(.release(.left), later.column)
    let end = try #require(session.scene.rows[0].timeline?.end.time)
    #expect(end > .seconds(3.8) && end < .seconds(4.2))
    // A column next to a step counts as the step.
    #expect(end == .seconds(4))
    session.press(.character("u"))
    #expect(session.scene == scene)
    // Escape takes the drag back.
    point(.press(.left), mark.column)
    point(.drag(.left), later.column)
    #expect(session.scene != scene)
    session.press(.escape)
    point(.release(.left), later.column)
    #expect(session.scene == scene)
    point(.press(.left), mark.column)
    point(.drag(.left), early.column)
    point(.release(.left), early.column)
    #expect(session.scene.rows[0].timeline?.end == .finish(.seconds(2)))
  }

}
