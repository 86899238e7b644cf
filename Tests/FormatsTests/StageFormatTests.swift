import Expressions
import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import Formats

/// Stages in each format of `render --stages`.
@Suite struct StageFormatTests {
  private func document(_ text: String, _ input: String = "1-12|") throws -> SceneDocument {
    let expression = try Expression.parse(text)
    let rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse(input, row: "a").timeline)),
      Scene.Row(name: "out", content: .output(expression)),
    ]
    let scene = Scene(name: "test", rows: rows)
    return SceneDocument(scene, try BoundedRun(scene, stages: .all).perform().get())
  }

  private static let chain = "a.map { $0 * 2 }.filter { $0 > 2 }.debounce(for: .seconds(1))"

  @Test func diagrams() throws {
    #expect(
      SceneFormat.marble.write(try document(Self.chain)) == """
        step 1s
        a           1-12|
        out.map     2-24|
        out.filter  ---4|
        out         ----[4|]

        """)
  }

  @Test func sentences() throws {
    let lines = SceneFormat.text.write(try document(Self.chain)).split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(4) == [
        "Inside out:", ".map { $0 * 2 } takes 3 values and gives 3.",
        ".filter { $0 > 2 } takes 3 values, gives 1 and drops 2 by its condition.",
        ".debounce(for: .seconds(1)) takes 1 value and gives 1.",
      ])
  }

  @Test("a stage that works on a value does not ask for the next one") func pauses() throws {
    let text = SceneFormat.text.write(try document("a.map { $0 }.flatMap { [$0].async.delay(for: .seconds(3)) }"))
    #expect(text.contains(".map { $0 } takes 3 values, gives 3 and is not asked for 3 seconds.\n"))
  }

  @Test func separatedFields() throws {
    let lines = SceneFormat.tsv.write(try document(Self.chain)).split(separator: "\n").map(String.init)
    #expect(lines.contains("0\tout.filter\tdropped\t2 filtered"))
    #expect(lines.contains("3\tout.map\tvalue\t4"))
    #expect(lines.contains("4\tout\tvalue\t4"))
    #expect(lines.count == 14)
  }

  @Test func objects() throws {
    let lines = SceneFormat.json.write(try document(Self.chain)).split(separator: "\n").map(String.init)
    let plain = try document(Self.chain)
    #expect(
      lines.dropLast().joined(separator: "\n") + "\n" == JSONLines.print(plain.recording.withoutStages, of: plain.scene)
    )
    guard case .object(let row) = try Value(json: lines.last!), case .array(let stages)? = row["stages"],
      case .array(let passes)? = row["passes"], case .array(let notes)? = row["notes"],
      case .object(let filter) = stages[1], case .object(let input) = passes[3]
    else { throw Unreadable() }
    #expect(row["kind"] == .string("stages") && row["row"] == .string("out"))
    #expect(filter["text"] == .string(".filter { $0 > 2 }") && filter["column"] == .int(18))
    #expect(filter["dropped"] == .object(["filtered": .int(2)]))
    #expect(input["row"] == .string("a") && input["asked"] == .array([0, 0, 2, 3].map(Value.int)))
    #expect(passes.count == 4 && notes.count == 2)
  }

  private struct Unreadable: Error {}

  @Test("a picture has a row for each stage") func picture() throws {
    var document = try document(Self.chain)
    document.showStages(of: .all)
    #expect(document.scene.rows.map(\.name) == ["a", "out.map", "out.filter", "out"])
    let frame = SceneFormat.frame.write(document)
    for text in [".map", ".filter { $0 > 2 }", ".debounce(for: .seconds(1))"] { #expect(frame.contains(text)) }
    #expect(SceneFormat.svg.write(document).contains("out.filter"))
  }

  @Test("a picture has rows for the stages of the rows that say so")
  func markedRows() throws {
    var scene = try document(Self.chain).scene
    scene.rows.append(Scene.Row(name: "other", content: .output(try Expression.parse("a.map { $0 }.prefix(1)"))))
    scene.rows[1].showsStages = true
    var document = SceneDocument(scene, try BoundedRun(scene, stages: .marked).perform().get())
    #expect(document.recording.rows.map { $0.stages != nil } == [false, true, false])
    #expect(document.recording.withoutStages == (try scene.recorded()))
    document.showStages(of: .marked)
    #expect(document.scene.rows.map(\.name) == ["a", "out.map", "out.filter", "out", "other"])
    #expect(!document.scene.rows.contains { $0.showsStages })

    // Of a recording with the stages of all rows, too.
    document = SceneDocument(scene, try BoundedRun(scene, stages: .all).perform().get())
    document.showStages(of: .marked)
    #expect(document.scene.rows.map(\.name) == ["a", "out.map", "out.filter", "out", "other"])
  }
}
