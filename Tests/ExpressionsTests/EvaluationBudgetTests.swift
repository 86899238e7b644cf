import Marbles
import Testing

@testable import Expressions

/// What closures compute ends soon, whatever it is.
@Suite struct EvaluationBudgetTests {
  /// What is short to write and long to compute, or grows without end: each ends soon, with an error and not a crash.
  @Test(
    arguments: [
      ("{ (0...99999).map { x in (0...99999).map { $0 } } }", 44, "the evaluation takes more than 1,000,000 steps"),
      ("{ (0...9999).filter { x in (0...9999).contains(x) } }", 39, "the evaluation takes more than 1,000,000 steps"),
      (
        "{ (0...60).reduce(\"0123456789abcdef\") { x, y in x + x } }", 51,
        "the evaluation takes more than 1,000,000 steps"
      ),
      ("{ (0...60).reduce([1]) { x, y in x + x } }", 36, "the evaluation takes more than 1,000,000 steps"),
      ("{ (0...60).reduce([1]) { x, y in [x, x] }.count }", 34, "the evaluation takes more than 1,000,000 steps"),
      (
        "{ (0...60).reduce(\"0123456789abcdef\") { x, y in \"\\(x)\\(x)\" } }", 49,
        "the evaluation takes more than 1,000,000 steps"
      ),
      ("{ (0...99999).joined(\"\\((0...99999).joined())\") }", 15, "the evaluation takes more than 1,000,000 steps"),
      ("{ (0...99999).map { _ in $0 == $0 } }", 29, "the evaluation takes more than 1,000,000 steps"),
      ("{ (0...99999).map { _ in String($0) } }", 26, "the evaluation takes more than 1,000,000 steps"),
      ("{ (0...99999).reduce([1]) { x, y in [x] } }", 37, "the value is nested deeper than 64 levels"),
      ("{ (0...99999).reduce((1, 2)) { x, y in (x, y) } }", 40, "the value is nested deeper than 64 levels"),
    ] as [(String, Int, String)])
  func anEvaluationIsBounded(closure: String, column: Int, message: String) {
    let long = Value.array((0..<1000).map { .int($0) })
    #expect(result(of: closure, [long]) == "column \(column): \(message)")
  }

  @Test func whatIsLongButNotTooLongIsComputed() {
    #expect(result(of: "{ (0...99999).map { $0 * 2 }.reduce(0, +) }", []) == "9999900000")
    #expect(result(of: "{ (0...999).reduce(\"\") { $0 + String($1) }.count }", []) == "2890")
    #expect(result(of: "{ (0...62).reduce([1]) { x, y in [x] }.count }", []) == "1")
  }
}
