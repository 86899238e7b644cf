import Expressions
import Marbles
import Operators
import Scenes
import Testing

/// What an edit with a mistake could write instead.
@Suite struct OfferedExpressionTests {
  @Test("what is offered to write instead of any pipe is an expression over the rows of the scene")
  func offered() throws {
    let timeline = try Diagram.parse("1-2|", row: "a").timeline
    let rows = [
      Scene.Row(name: "a", content: .input(timeline)), Scene.Row(name: "b", content: .input(timeline)),
      Scene.Row(name: "out", content: .output(try Expression.parse("a"))),
    ]
    let scene = Scene(name: "test", rows: rows)
    var count = 0
    for name in Set(NameIndex.standard.names.filter { $0.library == .rxJS }.map(\.name)).sorted() {
      for arguments in ["", "1000", "b$", "nope", "x => x > 1", "() => EMPTY", "() => nope", "(s, x) => s + x, 0"] {
        let command = "set out = a.pipe(\(name)(\(arguments)))"
        do throws(SceneEditError) {
          _ = try EditCommand.parse(command, in: scene)
        } catch {
          guard let text = error.replacement(in: command, of: scene) else { continue }
          count += 1
          let names = Set(try Expression.parse(text).references.map(\.name))
          #expect(names.isSubset(of: ["a", "b"]), "\(name)(\(arguments)): \(text)")
        }
      }
    }
    #expect(count > 40, "\(count)")
  }
}
