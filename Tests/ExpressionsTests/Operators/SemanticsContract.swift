import Marbles
import Operators
import Testing

@testable import Expressions

/// Tries to refute what each form of each operator says about itself: it runs the pictures of all operators over inputs with
/// ties, equal and distinct values, errors and early ends.
@Suite struct SemanticsContract {
  /// Inputs that every picture is run with, besides its own.
  private static let probes: [Rows] = [
    ["a": "1-2-3-4|", "b": "x-y-z-w|", "c": "p---q--|", "d": "-r-|"],
    ["a": "1-1-1-2|", "b": "-x-x-x-x|", "c": "p-p|", "d": "--r|"],
    ["a": "[12]-[34]-5-|", "b": "--[xy]---z-|", "c": "[pq]|", "d": "r|"],
    ["a": "1-2-^", "b": "-x---y-|", "c": "p-|", "d": "r|"],
    ["a": "1-2-3-4-5|", "b": "-x-^", "c": "p-|", "d": "r|"],
    ["a": "1|", "b": "--x-y|", "c": "|", "d": "r|"],
    ["a": "|", "b": "x|", "c": "p|", "d": "|"],
  ]

  /// The pictures whose operator reads only rows, each once, so that its effects are its own.
  static let calls: [(expression: String, call: PlannedCall)] = OperatorDiagramTests.pictures.values.joined()
    .map(\.expression).sorted().reduce(into: [(expression: String, call: PlannedCall)]()) { calls, expression in
      guard calls.last?.expression != expression, let plan = try? Expression.parse(expression).plan,
        case .call(let call) = plan
      else { return }
      let rows = call.inputs.compactMap { if case .row(let name, _) = $0.plan { name } else { nil } }
      guard rows.count == call.inputs.count, Set(rows).count == rows.count, !rows.isEmpty else { return }
      calls.append((expression, call))
    }

  /// Forms that no probe tests, with the reason.
  private static let unprobed = [
    "AsyncTimerSequence 0": "it reads no stream", "joined 1": "its pictures have a separator that is no row",
    "repeated 0": "its pictures read inner streams", "repeated 1": "its pictures read inner streams",
    "retry 0": "its pictures read inner streams", "retry 1": "its pictures read inner streams",
  ]

  @Test func everyFormIsProbed() {
    let probed = Set(Self.calls.map { "\($0.call.name) \($0.call.form)" })
    for called in Catalogue.standard.operators {
      for form in called.forms.indices {
        let name = "\(called.name) \(form)"
        #expect(probed.contains(name) != (Self.unprobed[name] != nil), "\(called.forms[form].signature)")
      }
    }
  }

  @Test(arguments: calls.map(\.expression))
  func noProbeRefutesIt(expression: String) throws {
    guard case .call(let call) = try Expression.parse(expression).plan else { return }
    let own = OperatorDiagramTests.pictures[call.name]?.filter { $0.expression == expression }.map(\.rows) ?? []
    for rows in own + Self.probes {
      let played = try play(rows, expression, until: .seconds(60))
      for problem in Refutation(call, played).problems { Issue.record("\(expression) over \(rows): \(problem)") }
    }
  }

  private typealias Change = @Sendable (inout OperatorSemantics) -> Void

  private static let wrong: [(expression: String, problem: String, change: Change)] = [
    ("a.map { $0 * 10 }", "is changed", { $0.result = .unchanged }),
    ("zip(a, b)", "is joined", { $0.result = .new }),
    ("a.startWith(0)", "is made of nothing", { $0.makes = nil }),
    ("a.adjacentPairs()", "used 2 times", { $0.receiver.uses = .atMostOne }),
    ("combineLatest(a, b)", "times", { $0.streams.uses = .atMostOne }),
    ("a.delay(for: .seconds(1.5))", "is late", { $0.trigger = .demand }),
    ("a.removeDuplicates()", "comes before the end", { $0.trigger = .end }),
    ("a.prefix(2)", "finishes early", { $0.mayFinishEarly = false }),
    ("zip(a, b)", "finishes early", { $0.mayFinishEarly = false }),
    ("a.sample(by: b)", "does not emit what it holds", { $0.atEnd = .emits }),
    ("zip(a, b)", "is made of a signal", { $0.streams.role = .signal }),
  ]

  @Test("A wrong declaration is refuted", arguments: wrong.indices)
  func wrongDeclarations(index: Int) throws {
    let wrong = Self.wrong[index]
    guard case .call(var call) = try Expression.parse(wrong.expression).plan else { return }
    wrong.change(&call.semantics)
    let problems = try Self.probes.flatMap {
      Refutation(call, try play($0, wrong.expression, until: .seconds(60))).problems
    }
    #expect(problems.contains { $0.contains(wrong.problem) }, "\(wrong.expression): \(problems)")
  }
}

/// What a run shows to be wrong about the semantics of a call.
private struct Refutation {
  private let call: PlannedCall
  private let played: Played
  private(set) var problems: [String] = []

  private var semantics: OperatorSemantics { call.semantics }

  init(_ call: PlannedCall, _ played: Played) {
    (self.call, self.played) = (call, played)
    // What inner streams and further passes do is theirs.
    guard semantics.inner == nil, call.inputs.allSatisfy({ $0.semantics.reading != .again }) else { return }
    for (index, event) in played.timeline.events.enumerated() { check(event, sources: played.sources[index]) }
    for input in call.inputs { checkUses(of: input) }
    checkEnd()
  }

  private mutating func check(_ event: Event, sources: [String]) {
    let found = sources.compactMap(source)
    if semantics.makes == nil, found.isEmpty { problems.append("\(event.value) is made of nothing") }
    guard semantics.makes == nil || !found.isEmpty else { return }
    let elements = call.inputs.contains { $0.semantics.uses == .elements }
    switch semantics.result {
    case .unchanged where !elements && found.map(\.value) != [event.value]: problems.append("\(event.value) is changed")
    case .new where found.count != 1: problems.append("\(event.value) is joined")
    case .none: problems.append("\(event.value) is emitted")
    default: break
    }
    if semantics.isPrompt, let newest = found.map(\.time).max(), newest != event.time {
      problems.append("\(event.value) is late")
    }
    if semantics.trigger == .end, semantics.result != .answer, played.timeline.end.time != event.time {
      problems.append("\(event.value) comes before the end")
    }
    for input in call.inputs where input.semantics.role != .data && sources.contains(where: { isFrom($0, input) }) {
      problems.append("\(event.value) is made of a signal")
    }
  }

  private mutating func checkUses(of input: PlannedCall.Input) {
    let keys = played.sources.map { sources in sources.filter { isFrom($0, input) } }
    let counts = Dictionary(keys.joined().map { ($0, 1) }, uniquingKeysWith: +)
    let limit: Int? =
      switch input.semantics.uses {
      case .atMostOne: 1
      case .two: 2
      case .several, .elements, .whileNewest, .allLater: nil
      }
    if let limit, let most = counts.values.max(), most > limit { problems.append("a value is used \(most) times") }
    if input.semantics.uses == .whileNewest {
      let newest = keys.compactMap { $0.compactMap { Int($0.dropFirst()) }.max() }
      if newest != newest.sorted() { problems.append("an older value is used again") }
    }
  }

  private mutating func checkEnd() {
    guard case .finish(let end) = played.timeline.end else { return }
    let data = call.inputs.filter { $0.semantics.role == .data }
    let ends = (call.receiver == nil ? data : Array(data.prefix(1))).compactMap { rowName($0) }.map {
      played.inputs[$0]!.end
    }
    if !semantics.mayFinishEarly {
      for input in ends where input.time.map({ $0 > end }) ?? true { problems.append("it finishes early") }
    }
    guard semantics.atEnd == .emits, let input = data.first, let row = rowName(input), let last = played.inputs[row],
      [.newest, .all, .result].contains(input.semantics.holding), !last.events.isEmpty, semantics.makes == nil
    else { return }
    // The greatest or least value stands for all.
    let isPicked = semantics.trigger == .end
    let used = Set(played.sources.joined())
    if isPicked ? used.isEmpty : !used.contains("\(row)\(last.events.count - 1)") {
      problems.append("it does not emit what it holds at the end")
    }
  }

  private func rowName(_ input: PlannedCall.Input) -> String? {
    if case .row(let name, _) = input.plan { name } else { nil }
  }

  private func isFrom(_ source: String, _ input: PlannedCall.Input) -> Bool {
    rowName(input) == String(source.prefix(1))
  }

  private func source(_ key: String) -> Event? {
    Int(key.dropFirst()).flatMap { played.inputs[String(key.prefix(1))]?.events[$0] }
  }
}
