import Expressions
import Marbles
import Operators
import Scenes
import Testing

/// Outputs that are added with the sample of an operator, as the page adds them.
@Suite struct AddedOperatorTests {
  /// The sample over the inputs of a scene, as chooser.js writes it.
  private static func expression(of called: Operator, over inputs: [String]) -> String {
    called.sample.expression.replacing(/"[^"]*"|(?<before>[.\w])?(?<name>[a-d])\b(?!:)/) { match in
      guard let name = match.output.name, match.output.before == nil else { return String(match.output.0) }
      let place = ["a", "b", "c", "d"].firstIndex(of: name)!
      return inputs.indices.contains(place) ? inputs[place] : inputs.last!
    }
  }

  @Test(
    "each operator is added to a scene by its command", arguments: ["debounce", "zip", "own"],
    Catalogue.standard.operators.map(\.name))
  func added(to page: String, name: String) throws {
    let catalogue = Catalogue.standard
    var scene =
      page == "own"
      ? Scene(name: "own", rows: [.init(name: "a", content: .input(try Diagram.parse("|", row: "a").timeline))])
      : Scene(sample: try #require(catalogue[page]))
    let inputs = scene.rows.filter { $0.expression == nil }.map(\.name)
    let expression = Self.expression(of: try #require(catalogue[name]), over: inputs)
    let edit = try EditCommand.parse("add added = \(expression)", in: scene)
    scene = try scene.applying(edit)
    #expect(scene.rows.last?.expression?.source == expression)
  }
}
