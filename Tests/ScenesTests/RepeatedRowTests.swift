import Expressions
import Marbles
import Scenes
import Testing

@Suite struct RepeatedRowTests {
  @Test("The progress of a row that is named twice is that of the row")
  func progress() throws {
    let scene = Scene(
      name: "test",
      rows: [
        Scene.Row(name: "a", content: .live(Scene.Live())),
        Scene.Row(name: "b", content: .output(try Expression.parse("a.map { $0 }"))),
      ])
    #expect(try WorkProgress(of: scene, rows: [0, 0]).done(row: 0) == 0)
  }
}
