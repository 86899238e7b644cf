import Foundation
import Marbles
import TestSupport
import Testing

@testable import Formats

/// Closures of expressions as Swift: the compiler accepts them, and they give what marbled gives.
@Suite(.timeLimit(.minutes(30))) struct SwiftClosureTests {
  @Test("Swift gives the same values as marbled") func sameValues() async throws {
    for problem in try await Self.onThread({ try Self.compare() }) { Issue.record("\(problem)") }
  }

  @Test("A file has all functions that a function calls") func helpers() async throws {
    let sources = SwiftHelper.all.map { helper in
      let (imports, text) = SwiftHelper.source(of: [helper.name])
      return imports.sorted().map { "import \($0)\n" }.joined() + text
    }
    try await Self.onThread { try SwiftCompiler.check(sources) }
  }

  /// Does something on a thread of its own, as it waits for the compiler.
  private static func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
  }

  /// What Swift does otherwise.
  private static func compare() throws -> [String] {
    let exported = SwiftClosureProgram(SwiftClosureTable.all)
    let closures = exported.closures
    var problems = exported.problems
    if Set(closures.map(\.source)).count < 200 { problems.append("there are fewer than 200 closures") }
    let program: SwiftCompiler
    do { program = try SwiftCompiler(exported.source) } catch { return problems + ["\(error)"] }

    var (expected, failing): ([String: String], [String]) = ([:], [])
    for (index, closure) in closures.enumerated() {
      let results = try closure.expected()
      var failures: [String] = []
      for (input, result) in results.enumerated() {
        if let result {
          expected["\(index).\(input)"] = SwiftClosureProgram.spelled(result)
        } else {
          failures.append("\(index).\(input)")
        }
      }
      // One process for each is enough.
      failing += failures.prefix(1)
      if !results.contains(where: { $0 != nil }) { problems.append("\(closure.source) always fails") }
    }
    let outcome = try program.run(expected.keys.sorted())
    if outcome.ending != .exited(0) {
      problems.append("\(outcome.ending): \(outcome.error)\nafter \(outcome.lines.last ?? "nothing")")
    }
    var given: [String: String] = [:]
    for line in outcome.lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      given[String(parts[0])] = String(parts[1])
    }
    for (key, value) in expected.sorted(by: { $0.key < $1.key }) where given[key] != value {
      problems.append("\(name(of: key, closures)): Swift gives \(given[key] ?? "nothing"), marbled \(value)")
    }
    for key in failing {
      let outcome = try program.run([key])
      // Only Swift has infinite numbers.
      let isInfinite = ["double null", "double inf", "double nan"].contains { outcome.output.contains($0) }
      if outcome.ending == .exited(0), !isInfinite {
        problems.append("\(name(of: key, closures)): marbled fails, and Swift gives \(outcome.output)")
      }
    }
    return problems
  }

  private static func name(of key: String, _ closures: [ExportedClosure]) -> String {
    let numbers = key.split(separator: ".").compactMap { Int($0) }
    let closure = closures[numbers[0]]
    return "\(closure.source) of \(closure.inputs[numbers[1]].map(\.json).joined(separator: ", "))"
  }
}
