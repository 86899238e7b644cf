import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

@Suite struct ExpectationUpdateTests {
  private func updated(_ text: String) throws -> ExpectationUpdate {
    let report = check(["s.yaml": text])
    let file = try #require(report.files.first)
    #expect(file.problem == nil)
    return ExpectationUpdate(file)
  }

  private func scene(_ expect: String, input: String = "1-2|", head: String = "") -> String {
    "\(head)rows:\n  a: { marbles: \"\(input)\" }\n  b:\n    expect: \(expect)\n    apply: a   # as it comes\n"
  }

  @Test(
    "the style of the scalar and the form of the diagram are kept",
    arguments: [
      ("\"1-3|\"", "\"1-2|\""), ("'1-3|'", "'1-2|'"), ("1-3|", "1-2|"), ("\"1@0 3@2 |@3\"", "\"1@0 2@2 |@3\""),
      ("\"\"", "\"1-2|\""), ("|\n      1-3|", "|\n      1-2|"), (">-\n\n        1-\n        3|", ">-\n\n        1-2|"),
      ("&it \"1-3|\"", "&it \"1-2|\""), ("'1-3|'   # why", "'1-2|'   # why"), ("\"1 - - 3|\"", "\"1-2|\""),
    ])
  func styles(old: String, new: String) throws {
    let update = try updated(scene(old))
    #expect(update.text == scene(new))
    #expect(update.changes.map(\.row) == ["b"] && update.refused.isEmpty)
    #expect(update.changes[0].new == (new.contains("@") ? "1@0 2@2 |@3" : "1-2|"))
    #expect(update.changes[0].line == 4)
  }

  @Test(
    "what a plain scalar can't say is put between quotes",
    arguments: [
      ("-1|", "'it is'-#", "1|", "\"'it is'-^\""), ("'1'", "'a b'|", "1|", "\"'a b'|\""), ("|", "|", "1|", "\"|\""),
      ("1", "'#: '|", "x", "\"'#: '|\""), ("1", "", "1", "\"\""),
    ])
  func plain(_: String, input: String, old: String, new: String) throws {
    #expect(try updated(scene(old, input: input)).text == scene(new, input: input))
  }

  @Test("quotes and backslashes are escaped as the style needs") func escapes() throws {
    let input = #"'{\"x\":1}'-'\"it\\u0027s\"'|"#
    #expect(try updated(scene("'x'", input: input)).text == scene(#"'''{"x":1}''-''"it\u0027s"''|'"#, input: input))
    #expect(try updated(scene("\"x\"", input: input)).text == scene("\"\(input)\"", input: input))
  }

  @Test("a time that the step does not divide makes it absolute") func offGrid() throws {
    #expect(
      try updated(scene("\"1-3|\"", input: "1@0 2@1.5 |@3")).text == scene("\"1@0 2@1.5 |@3\"", input: "1@0 2@1.5 |@3"))
    let head = "step: 500ms\n"
    #expect(try updated(scene("\"1-3|\"", head: head)).text == scene("\"1-2|\"", head: head))
  }

  @Test("only rows that differ are touched, and line ends stay") func rest() throws {
    let text = """
      rows:\r
        a: { marbles: "1-2|" }\r
        same: { apply: "a.map { $0 * 2 }", expect: '2  -  4  |' }\r
        one: { expect: '1-3|', apply: a }   # one\r
        two: { expect: "1@0 3@2 |@3", apply: a }\r

      """
    let update = try updated(text)
    #expect(update.text == text.replacing("'1-3|'", with: "'1-2|'").replacing("3@2", with: "2@2"))
    #expect(update.changes.map(\.row) == ["one", "two"])
    let again = try updated(update.text)
    #expect(again.changes.isEmpty && again.text == update.text)
  }

  @Test("marbles that stand for values go on standing for them") func values() throws {
    let text = """
      values: { x: { price: 1 }, y: { price: 2 } }
      rows:
        a: { marbles: "x-y-x|" }
        b: { apply: a, expect: "y-x|" }

      """
    #expect(try updated(text).text == text.replacing("\"y-x|\"", with: "\"x-y-x|\""))
  }

  @Test(
    "asv: what its consumer does is kept, and what it then gets is written",
    arguments: ["-|", "abc|", "a,,,b|", "a-;", "x-,-y-z-|", "--------|", "^"])
  func asv(expect: String) throws {
    let text = "dialect: asv\nrows:\n  a: { marbles: \"a-b-1-'two'|\" }\n  b: { apply: a, expect: \"\(expect)\" }\n"
    let update = try updated(text)
    #expect(update.refused.isEmpty)
    #expect(check(["s.yaml": update.text]).failures == 0, "\(update.text)")
    let diagrams = try [expect, update.changes.first?.new ?? expect].map {
      try Diagram.parse($0, row: "b", dialect: .asv, isExpectation: true)
    }
    #expect(diagrams[0].withheld == diagrams[1].withheld && diagrams[0].cancellation == diagrams[1].cancellation)
  }

  @Test("what can't be written is refused, and the file stays as it is") func refusals() throws {
    let shared = """
      rows:
        a: { marbles: "1-2|" }
        b: { marbles: "3-4|" }
        one: { expect: &it "1-3|", apply: a }
        two: { expect: *it, apply: b }

      """
    let update = try updated(shared)
    #expect(update.text == shared && update.changes.isEmpty && update.refused.map(\.name) == ["one", "two"])
    let quote =
      "dialect: asv\nrows:\n  a: { marbles: \"1|\" }\n  b: { apply: 'a.map { _ in \"it''s\" }', expect: 2 }\n"
    #expect(try updated(quote).refused.map(\.name) == ["b"])
  }

  @Test("a shipped scene with any character changed is made what it was, byte for byte") func shipped() throws {
    var random = SplitMix64(seed: 9)
    for name in ShippedScenesTests.known {
      let file = try #require(try SceneLibrary.shipped.file(named: name))
      // There, an expectation also says when values are requested, so a changed one changes the result.
      guard file.scene.dialect != .asv else { continue }
      try expectRestored(OneCharacterTests.mutations(of: file, path: name, random: &random))
    }
  }

  @Test(
    "updating any generated scene restores what one changed character broke",
    arguments: 100..<UInt64(rounds(103, long: 110))) func generated(seed: UInt64) throws
  {
    var generator = SceneFileGenerator(seed: seed)
    let file = try SceneFile(parsing: try generator.next(), path: "seed \(seed)")
    try expectRestored(OneCharacterTests.mutations(of: file, path: "seed \(seed)", random: &generator.random))
  }

  private func expectRestored(_ mutations: [OneCharacterTests.Mutation]) throws {
    for mutation in mutations where mutation.index % rounds(21, long: 7) == 0 {
      let scene = mutation.original.scene
      let row = try #require(scene.rows.first { $0.name == mutation.row })
      let form = try Diagram.places(in: mutation.location.value, row: "", step: scene.step, dialect: scene.dialect).form
      let file = check(["s.yaml": mutation.text]).files[0]
      guard case .differs(let mismatch)? = file.failures.first?.outcome, mismatch.form == form else { continue }
      let update = ExpectationUpdate(file)
      #expect(update.changes.count == 1, "\(mutation)")
      let isCanonical =
        row.expectation?.diagram.printed(as: form, step: scene.step, dialect: scene.dialect) == mutation.location.value
      if isCanonical {
        #expect(update.text == mutation.original.text, "\(mutation)")
      } else {
        #expect(check(["s.yaml": update.text]).failures == 0, "\(mutation)")
      }
    }
  }
}
