import Expressions
import Marbles
import Operators
import SceneTestSupport
import Testing

@testable import Scenes

/// What operators drop is for a reason that their semantics declare, and each declared reason occurs.
@Suite struct DeclaredDropTests {
  private static let inputs: [KeyValuePairs<String, String>] = [
    ["a": "1-1-2-3-'null'-4-5|", "b": "---x--y--z--w|", "c": "-p-q|"],
    ["a": "[12]345-6|", "b": "-[xy]---z|", "c": "p|"],
    ["a": "5-^", "b": "x--y-z-w|", "c": "-|"],
  ]

  private static let expressions =
    Catalogue.standard.operators.map(\.sample.expression) + [
      "a.throttle(for: .seconds(3), latest: false)", "a.drop(until: b)", "a.prefix(while: { $0 < 2 })",
      "a.chunked(by: b)",
      "a.chunks(ofCount: 2, or: b)", "zip(a.buffer(policy: .bufferingOldest(1)), b)",
      "zip(a.buffer(policy: .bufferingLatest(1)), b)", "a.withLatestFrom(c)", "c.withLatestFrom(a)", "b.sample(by: a)",
      "a.flatMap { _ in \"|\" }", "a.flatMapLatest { _ in \"-|\" }", "a.flatMapLatest { _ in \"---x|\" }",
      "race(a, b, c)", "race(b, a)", "a.dropFirst(2)", "a.compacted()", "a.compactMap { $0 > 2 ? $0 : nil }",
      "a.drop(until: c)", "a.innerJoin(b, on: { $0 }, within: .seconds(1))",
      "a.grouped(by: { $0 }, maxKeys: 1) { _, group in group.prefix(1) }",
    ]

  private static func calls(in plan: Plan) -> [PlannedCall] {
    guard case .call(let call) = plan else { return [] }
    return [call] + (call.inputs.map(\.plan) + call.innerStreams).flatMap(calls)
  }

  @Test func noOperatorDropsForAnotherReason() throws {
    var (declared, seen): (Set<String>, Set<String>) = ([], [])
    for expression in Self.expressions {
      let calls = Self.calls(in: try Expression.parse(expression).plan)
      for call in calls { declared.formUnion(call.semantics.drops.map { "\(call.name) \($0)" }) }
      for inputs in Self.inputs {
        let row = try #require(try scene(inputs, [expression], duration: .seconds(20)).recorded().rows.last)
        for note in row.notes.map(\.note) {
          guard let reason = note.reason, reason != .ended else { continue }
          let known = calls.contains { $0.name == note.name && $0.semantics.drops.contains(reason) }
          #expect(known, "\(expression) drops for \(reason)")
          seen.insert("\(note.name) \(reason)")
        }
      }
    }
    #expect(declared.subtracting(seen).isEmpty)
  }
}
