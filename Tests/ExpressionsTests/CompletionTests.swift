import Marbles
import Operators
import Testing

@testable import Expressions

/// What can be written at a place of an expression. `‸` marks the cursor.
@Suite struct CompletionTests {
  private static let functions = [
    "chain(", "combineLatest(", "merge(", "race(", "AsyncTimerSequence(interval: ", "zip(",
  ]
  private static let valueNames = [
    "Int(", "Double(", "String(", "abs(", "min(", "max(", "round(", "floor(", "ceil(", "sqrt(", "pow(", "log(", "log2(",
    "log10(", "exp(", "Date(", "true", "false", "nil",
  ]
  private static let durations = [".seconds(1)", ".milliseconds(500)", ".steps(2)", ".microseconds(500)"]
  private static let clockMethods = ["animation(.slide)", "jittered(by: .milliseconds(200), seed: 7)", "scaled(by: 2)"]
  private static let clocks = [
    "clock", "clock.animation(.slide)", "clock.jittered(by: .milliseconds(200), seed: 7)", "clock.scaled(by: 2)",
  ]

  /// The completion at the mark.
  private func completion(_ marked: String, rows: [String] = ["a", "b"]) throws -> ExpressionCompletion {
    let mark = try #require(marked.firstIndex(of: "‸"))
    return ExpressionCompletion(
      of: marked.filter { $0 != "‸" }, at: marked.distance(from: marked.startIndex, to: mark), rows: rows)
  }

  private func best(_ marked: String) throws -> ExpressionCompletion.Candidate {
    let candidates = try completion(marked).candidates
    return try #require(candidates.first)
  }

  private func texts(_ marked: String) throws -> [String] { try completion(marked).candidates.map(\.text) }

  @Test(
    "Where a stream is expected: rows, functions, and in closures what can be made of the value",
    arguments: [
      ("‸", []), ("(‸", []), ("out = ‸", []), ("merge(‸", []), ("merge(a, ‸", []), ("zip(a, (‸", []),
      ("a.sample(by: ‸", []), ("[‸", []), ("a.flatMap { _ in ‸", ["\"1-2-3|\""]),
      ("a.flatMap { _ in merge(a,‸", ["\"1-2-3|\""]), ("a.flatMap { ‸", ["[$0].async", "\"1-2-3|\""]),
      ("a.flatMap { x in ‸", ["[x].async", "\"1-2-3|\""]),
    ] as [(String, [String])])
  func whereAStreamIsExpected(marked: String, more: [String]) throws {
    #expect(try texts(marked) == ["a", "b"] + Self.functions + more)
  }

  @Test(
    "An operator is found by its name in another library, behind those that are called so here",
    arguments: [
      ("a.switchM‸", "flatMapLatest { _ in  }", "switchMap elsewhere · "),
      ("concatM‸", "a.flatMap { _ in  }", "concatMap elsewhere · "),
    ])
  func namesElsewhere(marked: String, text: String, detail: String) throws {
    let candidates = try completion(marked).candidates
    #expect(candidates.last { $0.text == text }?.detail.hasPrefix(detail) == true, "\(candidates)")
    #expect(try texts("a.sw‸") == [], "two letters begin too many names")
  }

  @Test(
    "In the closure of a group, its stream is one, and its key is a value",
    arguments: [
      ("{ key, group in ‸", ["group", "a", "b"] + functions + ["[key].async", "\"1-2-3|\""]),
      ("{ ‸", ["$1", "a", "b"] + functions + ["[$0].async", "\"1-2-3|\""]),
      ("{ _, b in merge(‸", ["b", "a"] + functions + ["\"1-2-3|\""]),
      ("{ key, group in group.deb‸", ["debounce(for: "]), ("{ $1.deb‸", ["debounce(for: "]),
      ("{ key, group in group.map { ‸", ["$0", "key"] + valueNames),
      ("{ $1.map { ‸", ["$0"] + valueNames), ("{ k, g in g.map { g in g.up‸", ["uppercased()", "isUppercase"]),
    ] as [(String, [String])])
  func groups(closure: String, expected: [String]) throws {
    #expect(try texts("a.grouped(by: { $0 }) \(closure)") == expected)
    #expect(try texts("a.grouped(by: { $0 }, ‸") == ["maxKeys: ", "idle: ", "{ key, group in group }", "clock: "])
  }

  @Test func theParameterOfAClosureHidesARow() throws {
    #expect(try texts("a.flatMap { b in ‸") == ["a"] + Self.functions + ["[b].async", "\"1-2-3|\""])
  }

  @Test(
    "After a dot",
    arguments: [
      ("a.de‸", ["debounce(for: ", "delay(for: "]),
      ("merge(a, b).\n  DEB‸", ["debounce(for: "]),
      ("a.map { $0 }.deb‸", ["debounce(for: "]),
      ("a.throttle(for: .seconds(1)) { $0 }.deb‸", ["debounce(for: "]),
      ("(a).deb‸", ["debounce(for: "]),
      ("[1, 2].async.deb‸", ["debounce(for: "]),
      ("\"1-2|\".deb‸", ["debounce(for: "]),
      (
        "a.ma‸",
        [
          "map { $0 }", "mapError { $0 }", "max()", "animation(", "compactMap { $0 }", "flatMap { _ in  }",
          "flatMapLatest { _ in  }",
        ]
      ),
      ("a.chunk‸", ["chunked(", "chunks(ofCount: "]),
      ("[a, b].‸", ["async"]),
      ("[a, b].async.‸", ["joined()"]),
      ("(1...3).‸", ["async"]),
      ("a.flatMap { [$0].‸", ["async"]),
      ("a.receive(on: clock.‸", clockMethods),
      ("a.debounce(for: .seconds(1), clock: clock.scaled(by: 2).‸", clockMethods),
      ("a.map { $0.up‸", ["uppercased()", "isUppercase"]),
      ("a.map { x in x.hasP‸", ["hasPrefix("]),
      ("a.map { \"\\($0.upp‸", ["uppercased()", "isUppercase"]),
      ("a.map { $0.items.map { $0.isM‸", ["isMultiple(of: "]),
      ("a..‸", []),
    ] as [(String, [String])])
  func members(marked: String, expected: [String]) throws {
    #expect(try texts(marked) == expected)
  }

  @Test(
    "In parentheses",
    arguments: [
      ("a.debounce(‸", ["for: ", "clock: "]),
      ("a.debounce(for: ‸", durations),
      ("a.debounce(for: .se‸", [".seconds(1)"]),
      ("a.debounce(for: . sec‸", [".seconds(1)"]),
      ("a.debounce(for: sec‸", [".seconds(1)", ".milliseconds(500)", ".microseconds(500)"]),
      ("a.debounce(for: .seconds(1), ‸", ["clock: "]),
      ("a.debounce(for: .seconds(1), clock: clock, ‸", []),
      ("a.throttle(for: .seconds(1), ‸", ["latest: ", "clock: ", "reducing: "]),
      ("a.throttle(for: .seconds(1), ‸, latest: false)", ["clock: ", "reducing: "]),
      ("a.throttle(for: .seconds(1), latest: ‸", ["true", "false"]),
      ("a.chunks(ofCount: 2, ‸", ["or: "]),
      ("a.chunks(‸", ["ofCount: "]),
      ("a.chunks(ofCount: ‸", ["1", "2", "3"]),
      ("a.prefix(‸", ["1", "2", "3", "while: ", "until: "]),
      ("a.contains(‸", ["0", "\"\"", "true", "false", "nil", "where: "]),
      ("a.interspersed(every: 2, ‸", ["with: "]),
      ("a.buffer(policy: ‸", [".bounded(2)", ".unbounded", ".bufferingLatest(2)", ".bufferingOldest(2)"]),
      ("a.animation(.s‸", [".slide"]),
      ("a.animation(‸", [".drop", ".fade", ".pop", ".slide", "nil"]),
      ("a.animation(.slide, ‸", ["duration: ", "delay: ", "curve: "]),
      ("a.receive(on: ‸", clocks),
      ("a.receive(on: clock.jittered(‸", ["by: "]),
      ("a.max(by: ‸", ["{ $0 < $1 }"]),
      ("a.chunked(by: .repeating(‸", ["every: ", "clock: "]),
      ("a.reduce(0, ‸", ["+", "{ $0 + $1 }"]),
      ("a.drop(while: ‸", ["{ $0 }"]),
      ("a.flatMap(‸", ["{ _ in  }"]),
    ] as [(String, [String])])
  func arguments(marked: String, expected: [String]) throws {
    #expect(try texts(marked) == expected)
  }

  @Test func anArgumentOfSeveralKinds() throws {
    let found = try texts("a.chunked(by: ‸")
    #expect(found == ["{ $0 < $1 }", ".repeating(every: .seconds(1))", "a", "b"] + Self.functions)
  }

  @Test(
    "In closures of values: parameters, functions and constants",
    arguments: [
      ("a.map { ‸", ["$0"]), ("a.map { return ‸", ["$0"]), ("a.map({ ‸", ["$0"]), ("a.map { min(‸", ["$0"]),
      ("a.map { x in x.count > ‸", ["x"]), ("a.map { (x, y) in ‸", ["x", "y"]), ("a.reduce(0) { ‸", ["$0", "$1"]),
      ("a.mapError { \"lost: \\(‸", ["$0"]), ("a.map { x in x.items.map { ‸", ["$0", "x"]),
    ] as [(String, [String])])
  func inClosures(marked: String, names: [String]) throws {
    #expect(try texts(marked) == names + Self.valueNames)
  }

  @Test(
    arguments: [
      ("a.map { $‸", ["$0"]), ("a.reduce(0) { $‸", ["$0", "$1"]), ("a.flatMap { $‸", ["[$0].async"]),
    ] as [(String, [String])])
  func aDollarIsAParameter(marked: String, expected: [String]) throws {
    #expect(try texts(marked) == expected)
  }

  @Test(
    "Where nothing can be added",
    arguments: [
      "a ‸", "merge(a, b)‸", "a.prefix(2‸", "a.prefix(‸2)", "1.‸5", "zip(a, \"1-‸", "a.map { $0 ‸", "a.b(c d ‸",
    ])
  func nothing(marked: String) throws {
    #expect(try texts(marked) == [])
  }

  @Test(
    "What is there already is not inserted again",
    arguments: [
      ("a.deb‸(for: .seconds(1))", "debounce"), ("a.comp‸ { $0 }", "compacted"),
      ("a.flatMapL‸ { _ in b }", "flatMapLatest"),
      ("a.debounce(f‸: .seconds(1))", "for"), ("a.debounce(for: .sec‸(2))", ".seconds"), ("me‸(a, b)", "merge"),
    ])
  func followed(marked: String, expected: String) throws {
    let candidate = try #require(try completion(marked).candidates.first)
    #expect(candidate.text == expected)
    #expect(candidate.cursor == expected.count)
  }

  @Test func aCandidateSaysWhatItIs() throws {
    typealias Candidate = ExpressionCompletion.Candidate
    #expect(try best("‸") == Candidate(kind: .row, text: "a", cursor: 1, title: "a", detail: "row"))
    #expect(
      try best("me‸")
        == Candidate(kind: .function, text: "merge(", cursor: 6, title: "merge", detail: "merge(_ base1, _ base2, …)"))
    #expect(
      try best("a.ma‸")
        == Candidate(
          kind: .method, text: "map { $0 }", cursor: 8, title: "map",
          detail: "map(_ transform: (Element) throws -> T)"))
    #expect(try best("a.flatM‸").cursor == "flatMap { _ in ".count)
    #expect(
      try best("a.debounce(‸")
        == Candidate(kind: .label, text: "for: ", cursor: 5, title: "for:", detail: "Duration"))
    #expect(
      try best("a.debounce(for: .s‸")
        == Candidate(kind: .value, text: ".seconds(1)", cursor: 11, title: ".seconds(1)", detail: "duration"))
  }

  @Test(arguments: [
    ("zip(a‸, b)", 4..<5), ("zip(‸a, b)", 4..<5), ("zip(a, ‸)", 7..<7), ("a.de‸bounce", 2..<10),
    ("x.map { $1‸0 }", 8..<11),
    ("a.debounce(for: .se‸)", 16..<19), ("größe.de‸", 6..<8), ("‸", 0..<0),
  ])
  func theNameAroundTheCursorIsReplaced(marked: String, range: Range<Int>) throws {
    #expect(try completion(marked).replaced == range)
  }

  @Test func rowsThatAreNoNamesAreLeftOut() throws {
    let rows = ["a b", "", "1st", "true", "ключ", "_x", "e\u{301}t"]
    #expect(
      try completion("‸", rows: rows).candidates.filter { $0.kind == .row }.map(\.text) == ["ключ", "_x", "e\u{301}t"])
  }

  @Test(
    "The call around the cursor",
    arguments: [
      ("zip(a, ‸", "zip(_ base1, _ base2, …)", "_ base2"),
      ("zip(a, b, a, b, ‸", "zip(_ base1, _ base2, …)", "…"),
      ("zip(a, (‸", "zip(_ base1, _ base2, …)", "_ base2"),
      ("a.debounce(‸", "debounce(for: Duration, clock: Clock = .continuous)", "for: Duration"),
      ("a.debounce(for: .seconds(‸", "debounce(for: Duration, clock: Clock = .continuous)", "for: Duration"),
      (
        "a.throttle(for: .seconds(1), latest: ‸)",
        "throttle(for: Duration, clock: Clock = .continuous, latest: Bool = true)", "latest: Bool = true"
      ),
      ("a.prefix(‸", "prefix(_ count: Int)", "_ count: Int"),
      ("a.prefix(while: ‸", "prefix(while: (Element) throws -> Bool)", "while: (Element) throws -> Bool"),
      (
        "a.chunked(by: .repeating(every: ‸", ".repeating(every: Duration, clock: Clock = .continuous)",
        "every: Duration"
      ),
      ("a.map { $0 + ‸", "map(_ transform: (Element) throws -> T)", "_ transform: (Element) throws -> T"),
      ("a.map { $0.prefix(‸", "map(_ transform: (Element) throws -> T)", "_ transform: (Element) throws -> T"),
      ("zip(a, \"1-‸", "zip(_ base1, _ base2, …)", "_ base2"),
      (
        "a.reduce(0, ‸", "reduce(_ initial: Result, _ next: (Result, Element) throws -> Result)",
        "_ next: (Result, Element) throws -> Result"
      ),
      ("a.receive(on: clock.scaled(‸", "clock.scaled(by: 2)", "by: 2"),
    ])
  func call(marked: String, signature: String, parameter: String) throws {
    let call = try #require(try completion(marked).call)
    #expect(call.signature == signature)
    let range = try #require(call.parameter)
    #expect(String(Array(call.signature)[range]) == parameter)
  }

  @Test(arguments: ["‸", "merge(a, b)‸", "(‸", "a.map { $0 }.‸", "foo(‸"]) func outsideOfCalls(marked: String) throws {
    #expect(try completion(marked).call == nil)
  }

  @Test("An operator is found from each part of its name", arguments: Catalogue.standard.operators.map(\.name))
  func everyOperator(name: String) throws {
    let sample = try #require(Catalogue.standard[name]).sample.expression
    let start = try #require(sample.firstRange(of: name)).lowerBound
    let offset = sample.distance(from: sample.startIndex, to: start)
    for length in 0...name.count {
      let text = String(sample.prefix(offset + length))
      let found = ExpressionCompletion(of: text, at: text.count, rows: ["a", "b"])
      #expect(found.candidates.contains { $0.title == name }, "\(text)")
    }
  }

  @Test(
    "Complete candidates are valid",
    arguments: [
      ("a.‸", ""), ("a.buffer(policy: ‸", ")"), ("a.debounce(for: ‸", ")"), ("a.animation(‸", ")"),
      ("a.animation(.slide, curve: ‸", ")"), ("a.receive(on: ‸", ")"), ("a.receive(on: clock.‸", ")"),
      ("a.reduce(0, ‸", ")"), ("a.max(by: ‸", ")"), ("a.drop(while: ‸", ")"), ("a.prefix(‸", ")"),
      ("a.throttle(for: .seconds(1), latest: ‸", ")"), ("a.flatMap { [$0].‸", " }"), ("a.startWith(‸", ")"),
    ])
  func valid(marked: String, rest: String) throws {
    let unfinished = ["(", " ", "_ in  }"]
    for text in try texts(marked) where !unfinished.contains(where: { text.hasSuffix($0) }) {
      let completed = marked.replacing("‸", with: text) + rest
      #expect(throws: Never.self) { try Expression.parse(completed) }
    }
  }

  // MARK: Robustness

  private func check(_ text: String, at cursor: Int) {
    let count = text.count
    let completion = ExpressionCompletion(of: text, at: cursor, rows: ["a", "row"])
    let place = max(0, min(cursor, count))
    #expect(completion.replaced.lowerBound <= place && place <= completion.replaced.upperBound, "\(text)")
    #expect(completion.replaced.lowerBound >= 0 && completion.replaced.upperBound <= count, "\(text)")
    let misplaced = completion.candidates.first { !(0...$0.text.count).contains($0.cursor) }
    #expect(misplaced == nil, "\(text)")
    if let call = completion.call, let range = call.parameter {
      #expect(range.upperBound <= call.signature.count && !range.isEmpty, "\(text): \(call)")
    }
  }

  @Test func anyTextAtAnyPlaceIsCompleted() {
    let tokens =
      Catalogue.standard.operators.flatMap { [$0.name, $0.sample.expression] } + [
        "(", ")", ",", "=", " ", "a", "b", "1", "é", "日本", "\n", "\r\n", ".", "{", "}", "\"", "\u{0}", "🇸🇪", "\u{301}",
        "_", "$0", "$", "[", "]", ":", "?", "??", "!", "-", "+", "...", "..<", "->", "in", "{ x in", "(x, y) in",
        ".async",
        "\\(", "\"\\($0)\"", "\\", "for:", "by:", "clock: clock", ".seconds(1)", "1.5", ".repeating(every:", "return",
      ]
    var random = SplitMix64(seed: 11)
    for _ in 0..<1000 {
      var text = ""
      for _ in 0..<random.below(14) { text += tokens[random.below(tokens.count)] }
      for _ in 0..<3 { check(text, at: random.below(text.count + 5) - 2) }
      check(text, at: text.count)
    }
    check("a", at: .min)
    check("a", at: .max)
  }

  @Test func longTextsAreCompleted() {
    let parts = ["(", "{", "[", "\"\\(", "a.map { $0 }.", "merge(a, ", "a, ", ")", "x", " ", "chunked({}, ", "{ a, "]
    for part in parts {
      let text = String(String(repeating: part, count: 100_000 / part.count).prefix(100_000))
      check(text, at: text.count)
    }
    check(String(repeating: "a", count: 100_001), at: 5)
    let calls = "merge(" + String(repeating: "a.prefix(1), ", count: 5000)
    #expect(ExpressionCompletion(of: calls, at: calls.count, rows: []).call?.signature == "merge(_ base1, _ base2, …)")
  }
}
