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

  private func answer(to body: String) throws -> Value {
    try Value(json: SceneRun.perform(RunRequest(Value(json: body))).json())
  }

  /// The answer to an edit of an output.
  private func answer(pasting text: String) throws -> Value {
    let edit = Value.string("set out = " + text).json
    return try answer(to: #"{"rows":{"a":"1-2|","b":"3|"},"expressions":["out = a"],"edits":[\#(edit)]}"#)
  }

  private func row(_ name: String, of answer: Value) throws -> [String: Value] {
    guard case .object(let members) = answer, case .array(let rows)? = members.dictionary["rows"] else { return [:] }
    let found = rows.lazy.compactMap { if case .object(let row) = $0 { row.dictionary } else { nil } }
    return try #require(found.first { $0["name"] == .string(name) })
  }

  @Test(
    "a failure of a closure in a text that was pasted is where it was typed, and in the expression without comments",
    arguments: [
      "let x = a\n    .map { 10 / ($0 - 2) }\n    .removeDuplicates()", "a // the / field\n    .map { 10 / ($0 - 2) }",
      "let x: Numbers<Int> = a /* / */ .map { 10 / ($0 - 2) };", "a.map { 10 / ($0 - 2) }",
    ])
  func failures(pasted: String) throws {
    let answer = try answer(pasting: pasted)
    let row = try row("out", of: answer)
    guard case .object(let failure)? = row["failure"], case .string(let text)? = row["text"],
      case .int(let typed)? = failure.dictionary["typed"], case .int(let column)? = failure.dictionary["column"]
    else {
      Issue.record("no failure: \(row)")
      return
    }
    #expect(Array(pasted)[(typed - 1)...].starts(with: "/ ($0"), "\(typed)")
    #expect(Array(text)[(column - 1)...].starts(with: "/ ($0"), "\(column) of \(text)")
    #expect(failure.dictionary["message"] == .string("division by zero"))
  }

  @Test("an index outside of an array has a hint, as Swift would stop there")
  func hints() throws {
    let hint = "A place outside of an array gives nil here. Swift stops the program there."
    #expect(try row("out", of: answer(pasting: "a.map { [5, 6][$0] }"))["hint"] == .string(hint))
    #expect(try row("out", of: answer(pasting: "a.map { [5, 6, 7][$0] }"))["hint"] == nil)
    #expect(try row("out", of: answer(pasting: "a.map { $0 > 1 ? nil : 1 }"))["hint"] == nil)
  }

  @Test("the message of a failure names the call, in rows that read it and in steps, too")
  func namedFailures() throws {
    let answer = try answer(
      to: #"{"rows":{"a":"1-2|"},"expressions":["out = a.filter { $0 > 0 }.map { 10 / ($0 - 2) }","#
        + #""later = out.map { $0 + 1 }"],"edits":["stages out true"],"cards":true}"#)
    let json = answer.json
    #expect(!json.contains("column 3"), "\(json)")
    let told = "out fails: `.map { 10 / ($0 - 2) }`: division by zero."
    #expect(json.contains("At 2 seconds, \(told)") && json.ranges(of: told).count > 1, "\(json)")
    // Its closures have not failed.
    let later = try row("later", of: answer)
    guard case .object(let failure)? = later["failure"] else {
      Issue.record("no failure: \(later)")
      return
    }
    #expect(failure.dictionary["column"] == nil)
    #expect(failure.dictionary["message"] == .string("`.map { 10 / ($0 - 2) }`: division by zero"))
  }

  @Test(
    "a pasted pipe has an expression to write instead, where all of it is known",
    arguments: [
      ("a$.pipe(map(x => x * 2), mergeWith(b$))", "merge(a.map { $0 * 2 }, b)" as String?), ("a.pipe(map(f))", nil),
      ("a.pipe(mergeMap(x => x * 2))", nil),
      (
        "a.pipe(throttleTime(1000), startWith(0), catchError(() => EMPTY))",
        "a.throttle(for: .seconds(1)).startWith(0).catchError { _ in \"|\" }"
      ),
      // No row is called so, and a row can't read itself.
      ("a.pipe(catchError(() => FALLBACK))", nil), ("a.pipe(mergeWith(out))", nil),
      (
        "let results = searchText.removeDuplicates().debounce(for: .seconds(1))",
        "a.removeDuplicates().debounce(for: .seconds(1))"
      ),
      ("zip(searchText, b)", nil), ("searchText.nope()", nil), ("bb.map { $0 }", nil),
      ("searchText.map { other }", nil),
      ("for try await x in b.debounce(for: .seconds(1)) {}", "b.debounce(for: .seconds(1))"),
      ("for try await x in queries.debounce(for: .seconds(1)) {}", nil), ("a.map(String.init)", "a.map { String($0) }"),
    ])
  func replacements(pasted: String, expression: String?) throws {
    let answer = try answer(pasting: pasted)
    guard case .object(let members) = answer, case .array(let diagnostics)? = members.dictionary["diagnostics"],
      case .object(let first)? = diagnostics.first
    else {
      Issue.record("no diagnostic: \(answer)")
      return
    }
    #expect(first.dictionary["replacement"] == expression.map { .string($0) })
  }
}
