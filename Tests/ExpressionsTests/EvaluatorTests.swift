import Marbles
import Testing

@testable import Expressions

/// What closures compute: a closure and values in, a value or what went wrong out.
@Suite struct EvaluatorTests {
  @Test(
    arguments: [
      ("{ $0 + $1 * 2 }", [1, 3], "7"),
      ("{ ($0 + $1) * 2 }", [1, 3], "8"),
      ("{ 7 / 2 }", [], "3"),
      ("{ 7 % 4 }", [], "3"),
      ("{ -7 / 2 }", [], "-3"),
      ("{ 1 + 0.5 }", [], "1.5"),
      ("{ 10 - 3 - 2 }", [], "5"),
      ("{ -$0 }", [3], "-3"),
      ("{ $0 + $1 }", ["a", "b"], "ab"),
      ("{ $0 + [3] }", [.array([1, 2])], "[1,2,3]"),
      ("{ $0 + 1 }", [.int(.max)], "column 6: 9223372036854775807 + 1 doesn't fit in an Int"),
      ("{ $0 * 2 }", [.int(.min)], "column 6: -9223372036854775808 * 2 doesn't fit in an Int"),
      ("{ $0 / -1 }", [.int(.min)], "column 6: -9223372036854775808 / -1 doesn't fit in an Int"),
      ("{ $0 % -1 }", [.int(.min)], "column 6: -9223372036854775808 % -1 doesn't fit in an Int"),
      ("{ -$0 }", [.int(.min)], "column 3: `-` can't be applied to an Int"),
      ("{ $0 / 0 }", [1], "column 6: division by zero"),
      ("{ $0 % 0 }", [1], "column 6: division by zero"),
      ("{ $0 / 0 }", [1.5], "column 6: 1.5 / 0.0 is not a finite number"),
      ("{ $0 + 1 }", ["a"], "column 6: `+` can't be applied to a String and an Int"),
    ] as [(String, [Value], String)])
  func arithmetic(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }

  @Test(
    arguments: [
      ("{ $0 < $1 }", [1, 2], "true"),
      ("{ $0 == $1 }", [1, 1.0], "true"),
      ("{ $0 != $1 }", [1, "1"], "true"),
      ("{ $0 < $1 }", [1, "a"], "column 6: `<` can't be applied to an Int and a String"),
      ("{ $0 <= $1 }", ["a", "b"], "true"),
      ("{ $0 && !$1 }", [.bool(true), .bool(false)], "true"),
      ("{ true || $0 > 1 }", ["a"], "true"),
      ("{ false && 1 / 0 == 1 }", [], "false"),
      ("{ $0 && true }", [1], "column 3: expected true or false, not an Int"),
      ("{ $0 ?? 7 }", [.null], "7"),
      ("{ $0 ?? 7 }", [1], "1"),
      ("{ nil ?? nil ?? 3 }", [], "3"),
      ("{ $0.n > 4 }", [.object([:])], "false"),
      ("{ 4 >= $0.n }", [.object([:])], "false"),
      ("{ $0.n * 2 + 1 }", [.object([:])], "null"),
      ("{ -$0.n }", [.object([:])], "null"),
      ("{ $0.n == nil }", [.object([:])], "true"),
      ("{ $0.n == 4 }", [.object([:])], "false"),
      ("{ $0.n != 4 }", [.object([:])], "true"),
      ("{ !$0.done && true }", [.object([:])], "true"),
      ("{ $0.done ? 1 : 2 }", [.object([:])], "2"),
      ("{ $0.done || false }", [.object([:])], "false"),
      ("{ abs($0.n) }", [.object([:])], "null"),
      ("{ max($0.n, 1) }", [.object([:])], "null"),
      ("{ $0.text.hasPrefix($0.part) }", [.object(["text": "a"])], "null"),
      ("{ ($0.n ?? 1) + 1 }", [.object([:])], "2"),
      ("{ [1, nil].contains(nil) }", [], "true"),
      ("{ $0 > 1 ? \"big\" : $0 > 0 ? \"one\" : \"none\" }", [1], "one"),
      ("{ $0 ? 1 : 2 }", [3], "column 3: expected true or false, not an Int"),
      ("{ $0! }", [.null], "column 5: the value before `!` is nil"),
      ("{ (1...3) }", [], "[1,2,3]"),
      ("{ 1..<3 }", [], "[1,2]"),
      ("{ 3...1 }", [], "column 4: invalid range 3...1; expected the lower bound first, and at most 100,000 numbers"),
      (
        "{ $0..<$1 }", [.int(.min), .int(.max)],
        "column 5: invalid range -9223372036854775808..<9223372036854775807; expected the lower bound first, and at most 100,000 numbers"
      ),
      (
        "{ 0...1000000 }", [],
        "column 4: invalid range 0...1000000; expected the lower bound first, and at most 100,000 numbers"
      ),
      (
        "{ $0...9223372036854775807 }", [9_223_372_036_854_775_807],
        "column 5: invalid range 9223372036854775807...9223372036854775807; expected the lower bound first, and at most 100,000 numbers"
      ),
    ] as [(String, [Value], String)])
  func choices(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }

  @Test(
    arguments: [
      ("{ \"at \\($0 + 1): \\($1)!\" }", [1, "x"], "at 2: x!"),
      ("{ \"a\\nb\\\"c\" }", [], "a\nb\"c"),
      ("{ \"\\(\"in \\($0)\")\" }", [1], "in 1"),
      ("{ $0.price }", [.object(["price": 3])], "3"),
      ("{ $0.cost }", [.object(["price": 3])], "null"),
      ("{ $0.cost?.amount ?? 0 }", [.object(["price": 3])], "0"),
      ("{ $0.a.b }", [.object(["a": .object(["b": 1])])], "1"),
      ("{ $0.price }", [3], "column 6: an Int has no `price`"),
      ("{ $0.count }", [3], "column 6: an Int has no `count`"),
      ("{ $0.cuont }", ["abc"], "column 6: a String has no `cuont`; did you mean `count`?"),
      ("{ $0.sum }", [.array([1])], "column 6: an array has no `sum`; write `sum()`"),
      ("{ $0.uppercased }", ["a"], "column 6: a String has no `uppercased`; write `uppercased()`"),
      ("{ $0.hasPrefix }", ["a"], "column 6: a String has no `hasPrefix`; write `hasPrefix(…)`"),
      ("{ $0.count() }", ["a"], "column 6: `count` of a String is no method; write `count`"),
      ("{ $0.0 + $0.1 }", [.tuple([1, 2])], "3"),
      ("{ $0.2 }", [.tuple([1, 2])], "column 6: the tuple has 2 elements and no `.2`"),
      ("{ $0.0.1 }", [.tuple([.tuple([1, 2]), 3])], "2"),
      ("{ a, b in a - b }", [5, 3], "2"),
      ("{ (a, b) in a - b }", [.tuple([5, 3])], "2"),
      ("{ _, b in b }", [5, 3], "3"),
      ("{ $0 - $1 }", [.tuple([5, 3])], "2"),
      ("{ a, b in a }", [1], "column 1: the closure takes 2 values, but gets 1"),
      ("{ ($0, $0 * 2) }", [1], "(1, 2)"),
      ("{ [$0, 2] }", [1], "[1,2]"),
      ("{ $0.1.map { $0.first } }", [.tuple([1, .array(["ab", "cd"])])], "[\"a\",\"c\"]"),
      ("{ n in [1, 2].map { $0 * n } }", [10], "[10,20]"),
      ("{ $0.filter { $0 > 1 }.reduce(0) { $0 + $1 } }", [.array([1, 2, 3])], "5"),
      ("{ $0.reduce(1, *) }", [.array([2, 3])], "6"),
    ] as [(String, [Value], String)])
  func textMembersAndClosures(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }

  @Test(
    arguments: [
      ("{ $0.count }", ["abc"], "3"),
      ("{ $0.isEmpty }", [""], "true"),
      ("{ $0.first }", [.array([])], "null"),
      ("{ $0.first.map { $0 + $0 } ?? \"-\" }", ["foo"], "ff"),
      ("{ $0.first.map { $0 + $0 } ?? \"-\" }", [""], "-"),
      ("{ $0.last.map { $0.count } }", [.array([.array([]), .array([1, 2])])], "2"),
      ("{ $0.first.map() }", ["ab"], "column 12: `map` can't be applied to a String with these arguments"),
      ("{ $0.first.map { $0 + 1 } }", [.object(["first": .array([1, 2])])], "[2,3]"),
      ("{ $0.last }", [.array([1, 2])], "2"),
      ("{ $0.capitalized }", ["aBC"], "Abc"),
      ("{ $0.isUppercase }", ["A"], "true"),
      ("{ $0.uppercased() }", ["a"], "A"),
      ("{ $0.lowercased() }", ["A"], "a"),
      ("{ $0.joined() }", [.array(["a", 1])], "a1"),
      ("{ $0.joined(separator: \", \") }", [.array(["a", "b"])], "a, b"),
      ("{ $0.sum() }", [.array([1, 2, 0.5])], "3.5"),
      ("{ $0.sum() }", [.array(["a"])], "column 6: `+` can't be applied to an Int and a String"),
      ("{ $0.contains(2) }", [.array([1, 2])], "true"),
      ("{ $0.contains(\"b\") }", ["abc"], "true"),
      ("{ $0.isMultiple(of: 2) }", [4], "true"),
      ("{ $0.isMultiple(of: 0) }", [4], "false"),
      ("{ $0.isMultiple(2) }", [4], "column 6: `isMultiple` can't be applied to an Int with these arguments"),
      ("{ $0.sorted() }", [.array([3, 1, 2])], "[1,2,3]"),
      ("{ $0.sorted() }", [.array([])], "[]"),
      ("{ $0.sorted() }", [.array([1, "a"])], "column 6: the elements can't be compared with each other"),
      ("{ $0.prefix(2) }", ["abc"], "ab"),
      ("{ $0.dropFirst() }", [.array([1, 2])], "[2]"),
      ("{ $0.prefix(-1) }", ["abc"], "column 6: `prefix` can't be applied to a String with these arguments"),
      ("{ Int($0) }", ["12"], "12"),
      ("{ Int($0) }", ["x"], "null"),
      ("{ Int($0) }", [1e300], "column 3: 1e+300 doesn't fit in an Int"),
      ("{ Double($0) }", [1], "1.0"),
      ("{ String($0) }", [.tuple([1, "a"])], "(1, a)"),
      ("{ abs($0) }", [.int(.min)], "column 3: `abs` can't be applied to an Int"),
      ("{ max($0, 3) }", [2], "3"),
      ("{ min($0, 3) }", ["a"], "column 3: can't compare an Int and a String"),
      ("String", [1], "1"),
    ] as [(String, [Value], String)])
  func members(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }
}

/// What is found wrong before anything runs.
@Suite struct PlannerTests {
  @Test(arguments: [
    (
      "a.debuonce(for: .seconds(1))",
      """
      expression, column 3: no operator is called `debuonce`; did you mean `debounce`?
        a.debuonce(for: .seconds(1))
          ^
      """
    ),
    (
      "a.debounce(fro: .seconds(1))",
      """
      expression, column 12: `debounce` has no argument `fro:`; did you mean `for`? Expected `debounce(for: Duration, clock: Clock = .continuous)`
        a.debounce(fro: .seconds(1))
                   ^
      """
    ),
    (
      "a.debounce(for: 2)",
      """
      expression, column 17: invalid arguments for `debounce`; expected `debounce(for: Duration, clock: Clock = .continuous)`, \
      as in `a.debounce(for: .seconds(1.5))`
        a.debounce(for: 2)
                        ^
      """
    ),
    (
      "a.debounce(for: .seconds(-1))",
      """
      expression, column 17: expected a duration of 0 or more, as in `.seconds(1.5)`, `.milliseconds(200)` or `.steps(3)`
        a.debounce(for: .seconds(-1))
                        ^
      """
    ),
    (
      "a.adjacentPairs",
      """
      expression, column 3: `adjacentPairs` needs parentheses, as in `.adjacentPairs(…)`
        a.adjacentPairs
          ^
      """
    ),
    (
      "map(a)",
      """
      expression, column 1: `map` must be called on a stream, as in `a.map { $0 * 10 }`
        map(a)
        ^
      """
    ),
    (
      "a.merge(b)",
      """
      expression, column 3: `merge` takes its streams in parentheses, as in `merge(a, b)`
        a.merge(b)
          ^
      """
    ),
    (
      "a.prefix(-1)",
      """
      expression, column 10: expected a whole number, 0 or greater
        a.prefix(-1)
                 ^
      """
    ),
    (
      "a.chunks(ofCount: 0)",
      """
      expression, column 19: expected a whole number, 1 or greater
        a.chunks(ofCount: 0)
                          ^
      """
    ),
    (
      "a.flatMap { _ in \"x-[y\" }",
      """
      expression, column 18: in the diagram: found a group `[` that is never closed, expected `]` after its values
        a.flatMap { _ in "x-[y" }
                         ^
      """
    ),
    (
      "a.map { $0 + factor }",
      """
      expression, column 14: no variable or function is called `factor` in a closure
        a.map { $0 + factor }
                     ^
      """
    ),
    (
      "a.map { bash + 1 }",
      """
      expression, column 9: no variable or function is called `bash` in a closure; a shell replaces `$0` by its name \
      in double quotes, so write the expression in single quotes
        a.map { bash + 1 }
                ^
      """
    ),
    (
      "a.map { x in X }",
      """
      expression, column 14: no variable or function is called `X` in a closure; did you mean `x`?
        a.map { x in X }
                     ^
      """
    ),
    (
      "a.map { $0.upercased() }",
      """
      expression, column 12: values have no method `upercased`; did you mean `uppercased`?
        a.map { $0.upercased() }
                   ^
      """
    ),
    (
      "a.reductions(0) { a, b, c in a }",
      """
      expression, column 17: the closure of `reductions` takes 2 values, not 3
        a.reductions(0) { a, b, c in a }
                        ^
      """
    ),
    (
      "a.startWith(1 / 0)",
      """
      expression, column 15: division by zero
        a.startWith(1 / 0)
                      ^
      """
    ),
    (
      "a.flatMap { x in x }",
      """
      expression, column 18: `x` is a value, not a stream; write `[x].async`
        a.flatMap { x in x }
                         ^
      """
    ),
    (
      "a.buffer(policy: .bounded)",
      """
      expression, column 18: expected `.bounded(2)`, `.unbounded`, `.bufferingLatest(2)` or `.bufferingOldest(2)`
        a.buffer(policy: .bounded)
                         ^
      """
    ),
    (
      "[a, b].async",
      """
      expression, column 8: an array of streams is not a stream; add `.joined()`
        [a, b].async
               ^
      """
    ),
    (
      "merge(a, [a, b].async)",
      """
      expression, column 17: an array of streams is not a stream; add `.joined()`
        merge(a, [a, b].async)
                        ^
      """
    ),
    (
      "a.flatMap { _ in [[b].async, b].async.joined() }",
      """
      expression, column 23: an array of streams is not a stream; add `.joined()`
        a.flatMap { _ in [[b].async, b].async.joined() }
                              ^
      """
    ),
    (
      "[a, b].async.map { $0 }",
      """
      expression, column 14: an array of streams has only the operator `joined`
        [a, b].async.map { $0 }
                     ^
      """
    ),
    (
      "a.map { 1; 2 }",
      """
      expression, column 10: found `;`, expected `}`; the closure has one result, and constants before it are written with `let`
        a.map { 1; 2 }
                 ^
      """
    ),
  ])
  func whatIsWrongIsPointedAt(text: String, expected: String) {
    do throws(ExpressionError) {
      Issue.record("no error: \(try Expression.parse(text).plan)")
    } catch {
      #expect(error.description == expected)
    }
  }
}
