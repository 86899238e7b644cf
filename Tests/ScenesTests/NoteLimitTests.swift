import Marbles
import SceneFiles
import Scenes
import Testing

/// What a run notes about operators is limited in bytes, over all rows.
@Suite struct NoteLimitTests {
  @Test("notes beyond the limit are discarded, and events stay")
  func limit() throws {
    let filters = "b: { apply: 'a.filter { $0 > 5 }' }, c: { apply: 'a.filter { $0 > 4 }' }"
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '123456|' }, \(filters) }", path: "notes.yaml").scene
    func notes(_ count: Int) throws -> (notes: [Int], events: [Int]) {
      var budget = RunBudget.standard
      budget.noteBytes = count * MemoryLayout<Recording.Note?>.stride
      let rows = try BoundedRun(scene, budget: budget).perform().get().rows
      return (rows.map(\.notes.count), rows.map(\.timeline.events.count))
    }
    let whole = try notes(100)
    #expect(whole.notes == [0, 5, 4] && whole.events == [6, 1, 2])
    let cut = try notes(7)
    #expect(cut.notes.reduce(0, +) == 7 && cut.events == [6, 1, 2])
  }

  @Test("the values of notes count, too")
  func values() throws {
    let filter = "(0..<40).async.map { _ in (0..<1000).map { $0 } }.ignoreElements()"
    let scene = try SceneFile(parsing: "rows: { a: { apply: '\(filter)' } }", path: "notes.yaml").scene
    var budget = RunBudget.standard
    budget.noteBytes = 10 * 1000 * MemoryLayout<Value>.stride + 10_000
    #expect(try BoundedRun(scene, budget: budget).perform().get().rows[0].notes.count == 10)
  }
}
