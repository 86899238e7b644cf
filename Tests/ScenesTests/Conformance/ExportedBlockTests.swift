import Expressions
import Formats
import Marbles
import SceneFiles
import Scenes
import Testing

/// `render --format asv` writes blocks that are read again, and that conform.
@Suite struct ExportedBlockTests {
  private func document(_ scene: Scene) throws -> SceneDocument {
    SceneDocument(scene, try BoundedRun(SceneFormat.asv.scene(for: scene)).perform().get())
  }

  private func blocks(_ scene: Scene) throws -> (text: String, blocks: [ValidateBlock]) {
    let text = SceneFormat.asv.write(try document(scene))
    return (text, try ValidateBlock.blocks(in: text))
  }

  @Test("of a shipped scene, each block conforms", arguments: SceneLibrary.shipped.names)
  func shippedScenes(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    let (text, blocks) = try blocks(scene)
    let refusals = SceneFormat.asv.refusals(of: try document(scene))
    #expect(blocks.count + refusals.count == max(1, scene.rows.count { $0.expression != nil }), "\(text)")
    for block in blocks { #expect(Conformance(of: block, order: scene.order) == .conforms, "\(text)") }
  }

  private func scene(_ inputs: [String: String], _ expression: String, step: SceneTime = .seconds(1)) throws -> Scene {
    var rows = try inputs.sorted { $0.key < $1.key }.map {
      Scene.Row(name: $0.key, content: .input(try Diagram.parse($0.value, row: $0.key, step: step).timeline))
    }
    rows.append(Scene.Row(name: "out", content: .output(try Expression.parse(expression))))
    return Scene(name: "test", step: step, rows: rows)
  }

  @Test func aTestCanBePasted() throws {
    let scene = try scene(["a": "a-b--|", "b": "-x---|"], "merge(a, b).debounce(for: .seconds(2))")
    #expect(
      SceneFormat.asv.write(try document(scene)) == """
        // Written by `marbled render --format asv`. The last diagram of each test is what marbled gave:
        // change it to what you expect.
        import AsyncAlgorithms
        import AsyncSequenceValidation
        import XCTest

        final class TestTests: XCTestCase {
          func testOut() {
            validate {
              "a-b--|"
              "-x---|"
              merge($0.inputs[0], $0.inputs[1]).debounce(for: .steps(2), clock: $0.clock)
              "----b|"
            }
          }
        }

        """)
  }

  @Test("outputs that read each other again and again are refused, not written for ever") func diamonds() throws {
    var scene = try scene(["a": "a-b|"], "merge(a, a)")
    for row in 1...100 {
      let name = row == 1 ? "out" : "r\(row - 1)"
      scene.rows.append(
        Scene.Row(name: "r\(row)", content: .output(try Expression.parse("merge(\(name), \(name)).prefix(2)"))))
    }
    let refusals = SceneFormat.asv.refusals(of: SceneDocument(scene, scene.emptyRecording()))
    #expect(refusals.count > 80 && refusals.allSatisfy { $0.contains("it is longer than 10000 characters") })
  }

  @Test(
    "what can't be said there is refused with its row and a reason",
    arguments: [
      ("a.delay(for: .seconds(1))", "`delay` is an operator of marbled"),
      ("zip(a, a)", "its values are no texts"),
      ("a.debounce(for: .milliseconds(300))", "a duration is no number of steps of 1s"),
      ("a.min()", "`min` is a function in Swift"),
      ("a.flatMap { _ in a }", "the closure of `flatMap` reads an input or a clock"),
    ])
  func refusals(expression: String, reason: String) throws {
    let document = try document(try scene(["a": "a-b|"], expression))
    let refusals = SceneFormat.asv.refusals(of: document)
    #expect(refusals.count == 1 && refusals[0].hasPrefix("no test of `out`: \(reason)"), "\(refusals)")
    #expect(refusals[0].contains(expression))
    #expect(SceneFormat.asv.write(document).contains("// no test of `out`: \(reason)"))
  }
}
