import Expressions
import Foundation
import Marbles
import Operators
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// What a command line's targets and inputs mean.
@Suite struct SceneRequestTests {
  private func request(_ targets: [String], _ inputs: KeyValuePairs<String, String> = [:]) throws -> Scene {
    let rows = try inputs.map { ($0.key, Scene.Row.Content.input(try Diagram.parse($0.value, row: $0.key).timeline)) }
    let scenes = try SceneRequest(targets: targets, inputs: rows).scenes()
    return try #require(scenes.count == 1 ? scenes[0] : nil)
  }

  /// The rows of a scene as words: inputs by name, outputs with their expressions.
  private func rows(_ targets: [String], _ inputs: KeyValuePairs<String, String> = [:]) throws -> [String] {
    try request(targets, inputs).rows.map { row in
      row.expression.map { "\(row.name) = \($0.source)" } ?? row.name
    }
  }

  private func refusal(_ targets: [String], _ inputs: KeyValuePairs<String, String> = [:]) -> SceneRequest.Failure? {
    do {
      let rows = try rows(targets, inputs)
      Issue.record("not refused: \(rows)")
    } catch let error as SceneRequest.Failure {
      return error
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  private static let sampleOutputs = [
    "merge = merge(ints, strings)", "zip = zip(ints, strings)", "latest = combineLatest(ints, strings)",
  ]

  @Test("a word that is the name of a file in this folder without its extension: the file is named")
  func aFileWithoutItsExtension() throws {
    let name = "unsaved-\(UInt32.random(in: 0...(.max)))"
    try Data("rows: []".utf8).write(to: URL(filePath: "\(name).yaml"))
    defer { try? FileManager.default.removeItem(atPath: "\(name).yaml") }
    #expect {
      try SceneRequest(targets: [name]).scenes()
    } throws: {
      "\($0)" == "no scene, operator or row is called `\(name)`; did you mean the file `\(name).yaml`?"
    }
  }

  @Test func withoutAnythingItIsTheSample() throws {
    #expect(try request([]) == .sample)
    #expect(try request(["sample"]) == .sample)
  }

  @Test func inputsAloneAreShownAsTheyAre() throws {
    #expect(try rows([], ["a": "1|", "b": "2|"]) == ["a", "b"])
  }

  @Test func anythingElseIsAnExpression() throws {
    #expect(try rows(["merge(a, b)"], ["a": "1|", "b": "2|"]) == ["a", "b", "out = merge(a, b)"])
    #expect(try rows(["m = merge(a, b)"], ["a": "1|", "b": "2|"]) == ["a", "b", "m = merge(a, b)"])
  }

  @Test func severalExpressionsAreRowsOfOneScene() throws {
    #expect(
      try rows(["merge(a, b)", "z = zip(a, b)", "zip(out, z)", "(z)"], ["a": "1|", "b": "2|"])
        == ["a", "b", "out = merge(a, b)", "z = zip(a, b)", "out2 = zip(out, z)", "out3 = (z)"])
  }

  @Test func aBareWordIsARowFirst() throws {
    #expect(try rows(["a"], ["a": "1|"]) == ["a"])
    #expect(try rows(["merge"], ["merge": "1|"]) == ["merge"])
    #expect(try rows(["sample"], ["sample": "1|"]) == ["sample"])
    #expect(try rows(["m = merge(a, a)", "m"], ["a": "1|"]) == ["a", "m = merge(a, a)", "out = m"])
  }

  @Test func aBareWordMayBeAnOperatorAndPlaysItsSample() throws {
    #expect(try rows(["zip"]) == ["a", "b", "zip = zip(a, b)"])
    #expect(try rows(["debounce"]) == ["a", "debounce = a.debounce(for: .seconds(1.5))"])
    let scene = try request(["merge"])
    #expect(scene.title == "merge")
    #expect(scene.about == Catalogue.standard["merge"]?.summary)
    #expect(spelled(try scene.recorded()["merge"]).hasPrefix("1@0 x@1 2@2 y@4"))
    #expect(try rows(["zip"], ["a": "789|"]) == ["a", "b", "zip = zip(a, b)"])
  }

  @Test func aBareWordThatIsNothingIsNotFound() {
    #expect(refusal(["sampel"]) == .notFound("no scene, operator or row is called `sampel`; did you mean `sample`?"))
    #expect(
      refusal(["debuonce"], ["a": "1|"])
        == .notFound("no scene, operator or row is called `debuonce`; did you mean `debounce`?"))
    #expect(
      refusal(["merge(a, a)", "foo"], ["a": "1|"])
        == .notFound(
          "no scene, operator or row is called `foo`; see `marbled list scenes` and `marbled list operators`"))
    guard case .notFound? = refusal(["7"]), case .notFound? = refusal(["my-scene"]) else {
      Issue.record("a bare word is of letters, digits, _ and -")
      return
    }
  }

  @Test func aSceneStandsAlone() {
    #expect(
      refusal(["sample", "merge(a, a)"], ["a": "1|"])
        == .usage(
          "the scene `sample` and the expression `merge(a, a)` can't be used together; give only scenes, or only "
            + "expressions"))
    #expect(
      refusal(["a", "zip"], ["a": "1|"])
        == .usage(
          "the scene `zip` and the expression `a` can't be used together; give only scenes, or only expressions"))
  }

  @Test func aNameIsTakenOnce() throws {
    #expect(
      refusal(["a = merge(a, a)"], ["a": "1|"]) == .usage("two rows are called `a`; names of rows must be unique"))
    #expect(
      refusal(["m = merge(a, a)", "m = zip(a, a)"], ["a": "1|"])
        == .usage("two rows are called `m`; names of rows must be unique"))
  }

  @Test func anUnnamedRowDoesNotTakeAnInputsName() {
    #expect(
      refusal(["merge(out, a)"], ["a": "1|", "out": "2|"])
        == .usage(
          "the default name of `merge(out, a)`, `out`, is the name of an input; choose a name, as in `both = merge(out, a)`"
        ))
  }

  @Test func anUnnamedRowMakesWayForANamedOne() throws {
    #expect(
      try rows(["out = merge(a, a)", "zip(a, a)"], ["a": "1|"]) == ["a", "out = merge(a, a)", "out2 = zip(a, a)"])
    #expect(
      try rows(["a", "out2 = a", "(a)"], ["a": "1|"]) == ["a", "out2 = a", "out = (a)"])
  }

  @Test func anInputReplacesTheScenesRowOfItsName() throws {
    let scene = try request(["sample"], ["strings": "xy|"])
    #expect(scene.rows.map(\.name) == ["ints", "strings", "merge", "zip", "latest"])
    #expect(spelled(try scene.recorded()["strings"]) == "x@0 y@1 |@2")
    #expect(scene.title == "sample")
    let cut = try request(["sample"], ["merge": "1|"])
    #expect(cut.rows[2].timeline != nil)
  }

  @Test func aNewInputIsAddedAboveTheScenesRows() throws {
    #expect(
      try rows(["sample"], ["a": "1|", "ints": "2|", "b": "3|"]) == ["a", "b", "ints", "strings"] + Self.sampleOutputs)
  }

  @Test func aMalformedExpressionSaysWhere() {
    #expect(
      refusal(["merge(a, b"], ["a": "1|"])
        == .malformed("expression, column 11: the text ends here; expected `,` or `)`\n  merge(a, b\n            ^"))
  }
}
