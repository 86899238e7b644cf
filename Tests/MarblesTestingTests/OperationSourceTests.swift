import Foundation
import Testing

@testable import MarblesTesting

/// Reads the operations of marble tests from their source.
@Suite struct OperationSourceTests {
  /// The source of the only call in a text.
  private func source(_ text: String) throws -> OperationSource? {
    let call = try #require(text.firstRange(of: "expectMarbles("))
    let before = text[..<call.upperBound].split(separator: "\n", omittingEmptySubsequences: false)
    return OperationSource(text, line: before.count, column: before.last?.utf8.count ?? 0)
  }

  @Test func bothFormsOfACall() throws {
    let first = try source("try expectMarbles(\"a|\", through: { $0.map { ($0) } }, gives: \"a|\")")
    #expect(first?.text == "{ $0.map { ($0) } }" && first?.inputs == 1)
    let last = try source("try expectMarbles(\"é(|\", \"b|\", values: .ints, gives: \"a|\") { a, b, _ in a }")
    #expect(last?.text == "{ a, b, _ in a }" && last?.inputs == 2 && last?.takesStrings == false)
    let array = try source("try expectMarbles([\"a|\"], gives: \"a|\")\n  { inputs, _ in inputs[0] }")
    #expect(array?.text == "{ inputs, _ in inputs[0] }" && array?.takesArray == true)
  }

  @Test(
    "What is no call, or has no end, is not read",
    arguments: [
      "func expectMarbles(", "try expectMarbles(\"a|", "try expectMarbles(\"a|\", gives: \"a|\")",
      "try expectMarbles(\"a|\", through: { $0 ), gives: \"a|\")", "expectMarbles(/* }", "expectMarbles(\"\"\"\n)",
    ]) func unreadable(text: String) throws
  {
    #expect(try source(text) == nil)
    #expect(OperationSource(text, line: 99, column: 1) == nil && OperationSource(text, line: 0, column: -5) == nil)
  }

  @Test(
    "Strings, comments and patterns with brackets are stepped over",
    arguments: [
      #"{ $0.map { "\($0) )}" } }"#, ##"{ $0.map { #"\" )}"# } }"##, "{ $0 /* )} /* ) */ */ }", "{ $0 // )}\n}",
      "{ $0.map { \"\"\"\n)}\n\"\"\" } }", "{ $0.map { #/[)}]/# } }", #"{ $0.map { "\(f("}"))\"}" } }"#,
    ]) func brackets(closure: String) throws
  {
    #expect(try source("try expectMarbles(\"a|\", gives: \"a|\") \(closure)")?.text == closure)
    #expect(try source("try expectMarbles(\"a|\", through: \(closure), gives: \"a|\")")?.text == closure)
  }

  @Test func eachCallInTheTestsOfThisModuleIsRead() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? [])
      .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("OperationSourceTests.swift") }
    var count = 0
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let call = line.firstRange(of: "try expectMarbles(") else { continue }
        count += 1
        let source = OperationSource(text, line: index + 1, column: line[..<call.upperBound].utf8.count)
        #expect(source != nil, "\(name):\(index + 1)")
      }
    }
    #expect(count > 200)
  }
}
