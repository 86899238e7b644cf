import Marbles
import Testing

@testable import Playground

/// Mistakes in expressions that were pasted into a field of the page.
@Suite struct PastedMistakeTests {
  @Test(
    "a mistake in a text that was pasted is where it was typed",
    arguments: [
      ("set out = let results = nope.map { $0 }", 15), ("set out = zip(a, // one\\n  nope)", 17), ("set out = nope", 1),
      ("add more = let results = nope.map { $0 }", 15), ("set out = zip(a,", 7),
    ])
  func placesOfPastedTexts(edit: String, column: Int) throws {
    let body = #"{"rows":{"a":"1-2|","b":"-x-y|"},"expressions":["out = zip(a, b)"],"edits":["\#(edit)"]}"#
    guard case .object(let answer) = try Value(json: SceneRun.perform(RunRequest(Value(json: body))).json()),
      case .array(let diagnostics)? = answer.dictionary["diagnostics"], case .object(let first)? = diagnostics.first
    else {
      throw RunRequest.Invalid(description: "no diagnostic")
    }
    #expect(first.dictionary["column"] == .int(column), "\(first)")
  }
}
