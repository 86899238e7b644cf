import Marbles
import Operators
import Testing

@testable import Expressions

/// What each operator does, as pictures: rows in, an expression, a row out.
@Suite struct OperatorDiagramTests {
  struct Picture: Sendable, CustomTestStringConvertible {
    let rows: Rows
    let expression: String
    let out: String

    init(_ rows: Rows, _ expression: String, _ out: String) {
      self.rows = rows
      self.expression = expression
      self.out = out
    }

    var testDescription: String { expression }
  }

  static let pictures: [String: [Picture]] = combining.merging(transforming) { $0 + $1 }.merging(choosing) { $0 + $1 }
    .merging(timing) { $0 + $1 }.merging(others) { $0 + $1 }

  static let combining: [String: [Picture]] = [
    "chain": [
      Picture(["a": "1-2-|", "b": "-----x|"], "chain(a, b)", "1-2--x|"),
      // What the second row did meanwhile comes at once.
      Picture(["a": "1-2-|", "b": "-x-y-z|"], "chain(a, b)", "1-2-[xy]z|"),
      Picture(["a": "1|", "b": "2|", "c": "3|", "d": "4|"], "chain(a, b, c, d)", "1[234|]"),
      Picture(["a": "1-^", "b": "x|"], "chain(a, b)", "1-^"),
    ],
    "combineLatest": [
      Picture(["a": "1-2-3|", "b": "-x-y|"], "combineLatest(a, b)", "-'(1, x)''(2, x)''(2, y)''(3, y)'|")
    ],
    "interspersed": [
      // A separator comes with the value that it stands before.
      Picture(["a": "1-2--3|"], "a.interspersed(with: 0)", "1-[02]--[03]|"),
      Picture(["a": "12345|"], "a.interspersed(every: 2, with: 0)", "12[03]4[05]|"),
      Picture(["a": "1-|"], "a.interspersed(with: 0)", "1-|"),
    ],
    "joined": [
      Picture(["a": "1-2|", "b": "---x-y|"], "[a, b].async.joined()", "1-2x-y|"),
      Picture(["a": "1-2-3|"], "a.chunks(ofCount: 2).joined()", "--[12]--[3|]"),
      Picture(["a": "12|", "b": "--xy|"], "[a, b].async.joined(separator: \"z|\")", "12z[xy]|"),
      Picture(["a": "1-|"], "a.joined()", "^"),
    ],
    "merge": [
      Picture(["a": "1-2-3|", "b": "-x-y|"], "merge(a, b)", "1x2y3|")
    ],
    "race": [
      Picture(["a": "--1-2|", "b": "-x-y|"], "race(a, b)", "-x-y|"),
      Picture(["a": "--1-2|", "b": "-----x|", "c": "-y---z|"], "race(a, b, c)", "-y---z|"),
      // An end comes first, too.
      Picture(["a": "--1-2|", "b": "-|"], "race(a, b)", "-|"),
      Picture(["a": "--1-2|", "b": "-^"], "race(a, b)", "-^"),
    ],
    "innerJoin": [
      Picture(
        ["a": "1-2-----3|", "b": "---4-5--7|"], "a.innerJoin(b, on: { $0 % 3 }, within: .seconds(3))",
        "---'(1, 4)'-'(2, 5)'---|"),
      // A value has as many partners as there are, and none when it comes too late.
      Picture(
        ["a": "12-----|", "b": "--x--y-|"], "a.innerJoin(b, on: { _ in 0 }, within: .seconds(2))",
        "--['(1, x)''(2, x)']----|"),
      // A value after the end of the other stream may still have a partner there.
      Picture(["a": "1|", "b": "--1-1|"], "a.innerJoin(b, on: { $0 }, within: .seconds(3))", "--'(1, 1)'--|"),
      Picture(["a": "1^", "b": "---x|"], "a.innerJoin(b, on: { $0 }, within: .seconds(3))", "-^"),
    ],
    "startWith": [
      Picture(["a": "--1-2|"], "a.startWith(0)", "0-1-2|"),
      Picture(["a": "-^"], "a.startWith(\"none\")", "'none'^"),
    ],
    "withLatestFrom": [
      Picture(["a": "-1-2-3|", "b": "x--y--|"], "a.withLatestFrom(b)", "-'(1, x)'-'(2, x)'-'(3, y)'|"),
      Picture(["a": "1-2-|", "b": "-x|"], "a.withLatestFrom(b)", "--'(2, x)'-|"),
      Picture(["a": "1-2-|", "b": "x^"], "a.withLatestFrom(b)", "-^"),
    ],
    "zip": [
      Picture(["a": "1-2-3---|", "b": "--x--y--z|"], "zip(a, b)", "--'(1, x)'--'(2, y)'--['(3, z)'|]")
    ],
  ]

  static let transforming: [String: [Picture]] = [
    "adjacentPairs": [
      Picture(["a": "1-2-3|"], "a.adjacentPairs()", "--'(1, 2)'-'(2, 3)'|"),
      Picture(["a": "1-|"], "a.adjacentPairs()", "--|"),
    ],
    "windowed": [
      // Silence is an empty array, and the end emits what is left.
      Picture(["a": "12-3-----4|"], "a.windowed(every: .seconds(2))", "--'[1,2]'-'[3]'-'[]'-'[]'-['[4]'|]"),
      Picture(["a": "12^"], "a.windowed(every: .seconds(2))", "--^"),
      // Full windows alone: they overlap, follow each other, or leave values between them.
      Picture(["a": "1234-|"], "a.windowed(count: 3)", "--'[1,2,3]''[2,3,4]'-|"),
      Picture(["a": "12345-|"], "a.windowed(count: 2, step: 2)", "-'[1,2]'-'[3,4]'--|"),
      Picture(["a": "123456|"], "a.windowed(count: 2, step: 3)", "-'[1,2]'--'[4,5]'-|"),
      Picture(["a": "12-|"], "a.windowed(count: 3)", "---|"),
      Picture(["a": "12^"], "a.windowed(count: 2, step: 1)", "-'[1,2]'^"),
    ],
    "chunked": [
      Picture(["a": "1-2-1-3|"], "a.chunked(by: { $0 <= $1 })", "----'[1,2]'--['[1,3]'|]"),
      Picture(["a": "1-3-2|"], "a.chunked(on: { $0 % 2 })", "----'(1, [1,3])'['(0, [2])'|]"),
      Picture(["a": "12345-|"], "a.chunked(by: .repeating(every: .seconds(2.5)))", "'[1,2,3]'@2.5 '[4,5]'@5 |@6"),
      Picture(["a": "12-34|", "b": "--x---|"], "a.chunked(by: b)", "--'[1,2]'--['[3,4]'|]"),
    ],
    "chunks": [
      Picture(["a": "1-2-3|"], "a.chunks(ofCount: 2)", "--'[1,2]'--['[3]'|]"),
      Picture(
        ["a": "123----4|"], "a.chunks(ofCount: 2, or: .repeating(every: .seconds(4.5)))",
        "'[1,2]'@1 '[3]'@4.5 '[4]'@8 |@8"),
      Picture(["a": "123--4|", "b": "---x--|"], "a.chunks(ofCount: 2, or: b)", "-'[1,2]'-'[3]'--['[4]'|]"),
    ],
    "compactMap": [
      Picture(["a": "1-2--3|"], "a.compactMap { $0 > 1 ? $0 * 10 : nil }", "--'20'--'30'|")
    ],
    "flatMap": [
      Picture(["a": "1-2|"], "a.flatMap { [$0, $0 * 10].async }", "['1''10']-['2''20']|"),
      // The second stream waits for the first.
      Picture(["a": "1-2---|"], "a.flatMap { _ in \"x-y|\" }", "x-yx-y|"),
      Picture(["a": "1-2|", "b": "-x|"], "a.flatMap { n in b.map { \"\\(n)\\($0)\" } }", "-'1x'['2x']|"),
    ],
    "flatMapLatest": [
      // The second stream ends the first.
      Picture(["a": "1-2---|"], "a.flatMapLatest { _ in \"x--y|\" }", "x-x--y|"),
      Picture(["a": "1--2----|"], "a.flatMapLatest { _ in \"x-y-z|\" }", "x-yx-y-z|"),
      Picture(["a": "1|"], "a.flatMapLatest { _ in \"x--y|\" }", "x--y|"),
      Picture(["a": "1----|"], "a.flatMapLatest { _ in \"x-^\" }", "x-^"),
    ],
    "grouped": [
      // Each key by itself: its sums, and its own silence.
      Picture(["a": "1-2-3--4|"], "a.grouped(by: { $0 % 2 }) { _, group in group.reductions(+) }", "1-2-4--6|"),
      Picture(["a": "12-1-2---|"], "a.grouped(by: { $0 }) { $1.debounce(for: .seconds(2)) }", "--12-1-2-|"),
      // Of three keys, the last one is one too many.
      Picture(["a": "123-3-1|"], "a.grouped(by: { $0 }, maxKeys: 2) { _, group in group }", "12----1|"),
      // A key that was idle ends, which emits what it has, and begins again.
      Picture(
        ["a": "1-1-1---1|"], "a.grouped(by: { $0 }, idle: .seconds(3)) { _, group in group.reduce(0, +) }",
        "-------3-[1|]"),
      Picture(
        ["a": "1-1-----1|"],
        "a.grouped(by: { $0 }, idle: .seconds(2), clock: clock.scaled(by: 0.5)) { _, group in group.reduce(0, +) }",
        "------2--[1|]"),
      // The end of the source ends each key; an error ends all.
      Picture(
        ["a": "12-1|"], "a.grouped(by: { $0 }) { key, group in group.map { [key, $0] } }", "'[1,1]''[2,2]'-'[1,1]'|"),
      Picture(["a": "1[2^]"], "a.grouped(by: { $0 }) { _, group in group }", "1[2^]"),
      Picture(
        ["a": "12-1^"], "a.grouped(by: { $0 }, idle: .seconds(9)) { _, group in group.reduce(0, +) }", "----^"),
      Picture(["a": "1-0-2|"], "a.grouped(by: { $0 }) { _, group in group.map { 6 / $0 } }", "6-^"),
      Picture(["a": "1-0-2|"], "a.grouped(by: { 6 / $0 }) { _, group in group }", "1-^"),
      // A slow consumer holds no key up.
      Picture(["a": "1234|"], "a.grouped(by: { $0 % 2 }) { _, group in group }" + slow, "1@2.5 2@5 3@7.5 4@10 |@10"),
    ],
    "map": [
      Picture(["a": "1-2|"], "a.map { $0 * 10 }", "'10'-'20'|"),
      Picture(["a": "1-0-2|"], "a.map { 6 / $0 }", "6-^"),
    ],
    "reductions": [
      Picture(["a": "1-2-3|"], "a.reductions(0, +)", "1-3-6|"),
      Picture(["a": "1-2-3|"], "a.reductions(\"\") { $0 + String($1) }", "'\"1\"'-'\"12\"'-'\"123\"'|"),
      Picture(["a": "1-2-3|"], "a.reductions(+)", "1-3-6|"),
    ],
  ]

  static let choosing: [String: [Picture]] = [
    "compacted": [
      Picture(["a": "1-'null'-3|"], "a.compacted()", "1---3|")
    ],
    "distinct": [
      Picture(["a": "1-2-1-3|"], "a.distinct()", "1-2---3|"),
      Picture(["a": "1-2-3-4-5|"], "a.distinct(by: { $0 % 3 })", "1-2-3----|"),
    ],
    "drop": [
      Picture(["a": "1-3-2|"], "a.drop(while: { $0 < 3 })", "--3-2|"),
      Picture(["a": "1-2-3|", "b": "---x|"], "a.drop(until: b)", "----3|"),
      Picture(["a": "1-2-3|", "b": "---|"], "a.drop(until: b)", "-----|"),
    ],
    "dropFirst": [
      Picture(["a": "1-2-3|"], "a.dropFirst(2)", "----3|"),
      Picture(["a": "1-2-3|"], "a.dropFirst()", "--2-3|"),
    ],
    "filter": [
      Picture(["a": "1-2-3-4|"], "a.filter { $0.isMultiple(of: 2) }", "--2---4|"),
      Picture(["a": "1-2|"], "a.filter { $0 }", "^"),
    ],
    "ignoreElements": [
      Picture(["a": "1-2-|"], "a.ignoreElements()", "----|"),
      Picture(["a": "1-2-^"], "a.ignoreElements()", "----^"),
    ],
    "prefix": [
      Picture(["a": "1-2-3|"], "a.prefix(2)", "1-[2|]"),
      Picture(["a": "1-2-3|"], "a.prefix(0)", "|"),
      Picture(["a": "1-2-3-1|"], "a.prefix(while: { $0 < 3 })", "1-2-|"),
      Picture(["a": "1-2-3|", "b": "---x|"], "a.prefix(until: b)", "1-2|"),
      Picture(["a": "1-2-3|", "b": "-|"], "a.prefix(until: b)", "1-2-3|"),
    ],
    "removeDuplicates": [
      Picture(["a": "1-1-2-1|"], "a.removeDuplicates()", "1---2-1|"),
      Picture(["a": "1-3-2|"], "a.removeDuplicates(by: { $0 % 2 == $1 % 2 })", "1---2|"),
    ],
    "allSatisfy": [
      Picture(["a": "1-2--3|"], "a.allSatisfy { $0 < 4 }", "------['true'|]"),
      Picture(["a": "1-5-2|"], "a.allSatisfy { $0 < 4 }", "--['false'|]"),
      Picture(["a": "-|"], "a.allSatisfy { $0 < 4 }", "-['true'|]"),
    ],
    "contains": [
      Picture(["a": "1-2-3|"], "a.contains(2)", "--['true'|]"),
      Picture(["a": "1-2-3|"], "a.contains(9)", "-----['false'|]"),
      Picture(["a": "1-2-3|"], "a.contains(where: { $0 > 2 })", "----['true'|]"),
    ],
    "first": [
      Picture(["a": "1-3-4|"], "a.first(where: { $0 > 2 })", "--[3|]"),
      Picture(["a": "1-2|"], "a.first { $0 > 2 }", "---|"),
    ],
    "max": [
      Picture(["a": "3-1-2|"], "a.max()", "-----[3|]"),
      Picture(["a": "3-1-2|"], "a.max(by: { $0 > $1 })", "-----[1|]"),
      Picture(["a": "-|"], "a.max()", "-|"),
      Picture(["a": "1-x|"], "a.max()", "--^"),
    ],
    "min": [
      Picture(["a": "3-1-2|"], "a.min()", "-----[1|]"),
      Picture(["a": "3-1-2|"], "a.min(by: { $0 > $1 })", "-----[3|]"),
    ],
    "reduce": [
      Picture(["a": "1-2-3|"], "a.reduce(0, +)", "-----[6|]"),
      Picture(["a": "-|"], "a.reduce(7) { $0 + $1 }", "-[7|]"),
    ],
  ]

  static let timing: [String: [Picture]] = [
    "animation": [
      Picture(["a": "1-[23]^"], "a.animation(.slide, delay: .seconds(1))", "1-[23]^"),
      Picture(["a": "1-[23]|"], "a.animation(nil)", "1-[23]|"),
    ],
    "debounce": [
      Picture(["a": "1-23---4-|"], "a.debounce(for: .seconds(1.5))", "1@1.5 3@4.5 4@8.5 |@9"),
      // What waits when the row ends comes with the end.
      Picture(["a": "1--2|"], "a.debounce(for: .milliseconds(1500))", "1@1.5 2@4 |@4"),
      Picture(["a": "1-2-|"], "a.debounce(for: .steps(1))", "-1-2|"),
    ],
    "delay": [
      Picture(["a": "1-2|"], "a.delay(for: .seconds(1))", "-1-2|"),
      Picture(["a": "12^"], "a.delay(for: .seconds(1))", "-12^"),
    ],
    "receive": [
      Picture(["a": "1-2|"], "a.receive(on: clock)", "1-2|"),
      Picture(["a": "12^"], "a.receive(on: clock.scaled(by: 2))", "12^"),
    ],
    "sample": [
      Picture(["a": "12-3-4-|", "b": "---x--x|"], "a.sample(by: b)", "---3--4|"),
      Picture(["a": "1----|", "b": "-x-x|"], "a.sample(by: b)", "-1---|"),
    ],
    "throttle": [
      Picture(["a": "12345-6-7|"], "a.throttle(for: .seconds(3))", "1--4--6--[7|]"),
      Picture(["a": "12345-6-7|"], "a.throttle(for: .seconds(3), latest: true)", "1--4--6--[7|]"),
      Picture(["a": "12345-6-7|"], "a.throttle(for: .seconds(3), latest: false)", "1--2--5--[7|]"),
      Picture(
        ["a": "12345-6-7|"], "a.throttle(for: .seconds(3), reducing: { ($0 ?? 0) + $1 })", "1--9--'11'--[7|]"),
    ],
    "silence": [
      // Once for each silence; at the beginning there is no value yet, and the end is none.
      Picture(["a": "---1-2---3|"], "a.silence(after: .seconds(2))", "--'null'----2--|"),
      Picture(["a": "1---^"], "a.silence(after: .seconds(2))", "--1-^"),
      Picture(["a": "123456|"], "a.silence(after: .seconds(1.5))", "------|"),
    ],
    "timeout": [
      Picture(["a": "1-2----3|"], "a.timeout(after: .seconds(2.5))", "1@0 2@2 ^@4.5"),
      Picture(["a": "1-2-3|"], "a.timeout(after: .seconds(2.5))", "1-2-3|"),
      Picture(["a": "---1|"], "a.timeout(after: .seconds(2))", "--^"),
      Picture([:], "[1, 2, 3].async.timeout(after: .seconds(1))", "[123|]"),
      // Values wait for a slow consumer, and the time runs only while it asks.
      Picture(
        ["a": "1234|"], "a.timeout(after: .seconds(2)).flatMap { x in \"--y|\".map { _ in x } }", "--1--2--3--4|"),
    ],
    "AsyncTimerSequence": [
      Picture([:], "AsyncTimerSequence(interval: .seconds(2)).prefix(3)", "--2-4-[6|]")
    ],
  ]

  /// A consumer that is busy for 2.5 s with each value.
  private static let slow = ".flatMap { [$0].async.delay(for: .seconds(2.5)) }"

  static let others: [String: [Picture]] = [
    "buffer": [
      Picture(["a": "1-2|"], "a.buffer(policy: .bounded(1))", "1-2|"),
      Picture(["a": "12345|"], "a.buffer(policy: .bounded(1))" + slow, "1@2.5 2@5 3@7.5 4@10 5@12.5 |@12.5"),
      Picture(["a": "12345|"], "a.buffer(policy: .unbounded)" + slow, "1@2.5 2@5 3@7.5 4@10 5@12.5 |@12.5"),
      Picture(["a": "12345|"], "a.buffer(policy: .bufferingLatest(1))" + slow, "1@2.5 3@5 5@7.5 |@7.5"),
      Picture(["a": "12345|"], "a.buffer(policy: .bufferingOldest(1))" + slow, "1@2.5 2@5 4@7.5 |@7.5"),
    ],
    "share": [
      Picture(["a": "1-2|"], "a.share()", "1-2|"),
      Picture(["a": "1-2|"], "a.share(bufferingPolicy: .unbounded)", "1-2|"),
    ],
    "catchError": [
      Picture(["a": "1-2-^"], "a.catchError { _ in \"x-y|\" }", "1-2-x-y|"),
      Picture(["a": "1-2-^"], "a.catchError { _ in \"-^\" }", "1-2--^"),
      Picture(
        ["a": "1-0|"], "a.map { 6 / $0 }.catchError { [\"lost: \\($0)\"].async }",
        "6-['lost: column 11: division by zero'|]"),
      Picture(["a": "1-|"], "a.catchError { _ in \"x|\" }", "1-|"),
    ],
    "mapError": [
      Picture(["a": "1-2-^"], "a.mapError { \"lost: \\($0)\" }", "1-2-^"),
      Picture(["a": "1-|"], "a.mapError { \"lost: \\($0)\" }", "1-|"),
    ],
    "retry": [
      Picture([:], "\"x-^\".retry(2)", "x-x-x-^"),
      Picture([:], "\"x-^\".retry(0)", "x-^"),
      Picture([:], "\"x-^\".retry(1, delay: .seconds(2))", "x---x-^"),
      Picture([:], "\"x-|\".retry(2)", "x-|"),
    ],
    "repeated": [
      Picture([:], "[1, 2].async.repeated(2)", "[1212|]"),
      Picture([:], "\"x-y|\".repeated(2)", "x-yx-y|"),
      Picture([:], "\"x-y|\".repeated(0)", "|"),
      Picture([:], "\"x-|\".repeated().prefix(3)", "x-x-[x|]"),
      Picture([:], "\"x-^\".repeated(2)", "x-^"),
    ],
  ]

  @Test(arguments: pictures.values.flatMap { $0 })
  func itDoesThis(picture: Picture) throws {
    try expect(picture.rows, picture.expression, picture.out)
  }

  @Test func everyOperatorHasAPictureThatUsesIt() throws {
    #expect(Self.pictures.keys.sorted() == Catalogue.standard.operators.map(\.name).sorted())
    for (name, pictures) in Self.pictures {
      for picture in pictures {
        #expect(try Expression.parse(picture.expression).operators.contains(name), "\(picture.expression)")
      }
    }
  }

  @Test func everyFormHasAPicture() throws {
    var used: Set<String> = []
    func visit(_ plan: Plan) {
      switch plan {
      case .row, .diagram, .values, .group: break
      case .rows(let plans): plans.forEach(visit)
      case .call(let call):
        used.insert("\(call.name) \(call.form)")
        call.plans.forEach(visit)
      }
    }
    for picture in Self.pictures.values.joined() { visit(try Expression.parse(picture.expression).plan) }
    for called in Catalogue.standard.operators {
      for (form, signature) in called.forms.map(\.signature).enumerated() {
        #expect(used.contains("\(called.name) \(form)"), "\(signature)")
      }
    }
  }

  @Test func messagesOfErrors() throws {
    func end(_ rows: Rows, _ expression: String) throws -> Timeline.End { try play(rows, expression).timeline.end }
    let failing = Timeline(events: [], end: .error(.seconds(1), message: "no signal"))
    #expect(
      try play([("a", failing)], "a.mapError { \"lost: \\($0)\" }").timeline.end
        == .error(.seconds(1), message: "lost: no signal"))
    #expect(
      try end(["a": "1-|"], "a.timeout(after: .milliseconds(1500))")
        == .error(.seconds(1.5), message: "timeout: nothing came for 1.5 s"))
    #expect(
      try end(["a": "1---|"], "a.timeout(after: .milliseconds(1500), clock: clock.scaled(by: 0.5))")
        == .error(.seconds(3), message: "timeout: nothing came for 3 s"))
    #expect(
      try end(["a": "1-|"], "a.map { $0 / 0 }") == .error(.zero, message: "column 12: division by zero"))
    #expect(
      try end(["a": "1-|"], "a.joined()") == .error(.zero, message: "column 3: `joined` needs arrays, not an Int"))
  }
}
