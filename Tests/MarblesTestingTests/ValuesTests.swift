import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

/// What the marbles of a test stand for.
@Suite struct ValuesTests {
  private struct User: Equatable {
    var age: Int
  }

  private struct Plain: Sendable {
    var text: String
  }

  @Test func byName() throws {
    try expectMarbles(
      "a-b|", values: ["a": 1, "b": 2], through: { numbers, _ in numbers.map { $0 * 10 } }, gives: "'10'-'20'|")
    try expectMarbles(
      "a-b|", values: ["a": User(age: 17), "b": User(age: 18)],
      through: { users, _ in users.filter { $0.age >= 18 } }, gives: "--b|")
    let users = MarbleValues(["a": User(age: 17), "b": User(age: 18)])
    try expectMarbles("a|", "-b|", values: users, through: { a, b, _ in merge(a, b) }, gives: "ab|")
    try expectMarbles("a|", "-b|", "-a|", values: users, through: { a, b, c, _ in merge(a, b, c) }, gives: "a[ba]|")
    try expectMarbles(["a|"], values: users, through: { inputs, _ in inputs[0].map(\.age) }, gives: "'17'|")
  }

  @Test func inputsOfDifferentTypes() async throws {
    try expectMarbles(
      "1-2-|", values: .ints, "-a-b|", values: .strings, through: { numbers, letters, _ in zip(numbers, letters) },
      gives: "-'(1, a)'-'(2, b)'|")
    let users: MarbleValues = ["u": User(age: 17), "v": User(age: 18)]
    // The names of each input stand for results of its type.
    try expectMarbles(
      "1--|", values: .ints, "u-v|", values: users, through: { _, users, _ in users }, gives: "u-v|")
    try expectMarbles(
      "1|", values: .ints, "u|", values: users, "'true'|", values: .bools,
      through: { a, b, c, _ in combineLatest(a, b.map(\.age), c).map { "\($0.0 + $0.1) \($0.2)" } },
      gives: "'18 true'|")
    let error = try await thrown(MarbleInputError.self) {
      try expectMarbles("1|", values: .ints, "x|", values: .ints, through: { a, b, _ in merge(a, b) }, gives: "1|")
    }
    #expect(error.description == "input 2: `x` at 0 s is no Int")
  }

  @Test func resultsHaveNamesToo() throws {
    try expectMarbles(
      "1-2|", values: .ints, through: { ages, _ in ages.map { User(age: $0) } }, gives: "x-y|",
      results: ["x": User(age: 1), "y": User(age: 2)])
    // Without ==, by their texts.
    try expectMarbles(
      "a|", through: { input, _ in input.map { Plain(text: $0) } }, gives: "x|", results: ["x": Plain(text: "a")])
    try expectMarbles("a|", through: { input, _ in input.map { Plain(text: $0) } }, gives: #"'Plain(text: "a")'|"#)
  }

  private struct Order: Decodable, Equatable {
    var id: Int
    var total: Double
    var note: String?
  }

  private enum State: String, Decodable {
    case paid, sent
  }

  @Test("objects are decoded, those of the input and those that are expected")
  func decoded() async throws {
    try expectMarbles(
      #"'{"id":1,"total":5}'-'{"id":2,"total":90.5,"note":"x"}'|"#, values: MarbleValues<Order>.decoded,
      through: { orders, _ in orders.filter { $0.total > 10 } }, gives: #"--'{"note":"x","id":2,"total":90.5}'|"#)
    try expectMarbles(
      "12|", values: .ints, through: { ids, _ in ids.map { Order(id: $0, total: 0.5) } },
      gives: #"'{"id":1,"total":0.5}''{"id":2,"total":0.5}'|"#)
    try expectMarbles(
      "12|", values: .ints, through: { ids, _ in ids.map { [Order(id: $0, total: 1)] } },
      gives: #"'[{"id":1,"total":1}]''[{"id":2,"total":1}]'|"#)
    try expectMarbles(
      "'paid'-'sent'|", values: MarbleValues<State>.decoded, through: { states, _ in states }, gives: "'paid'-'sent'|")
    try expectMarbles(
      "'null'1|", values: MarbleValues<Int?>.decoded, through: { numbers, _ in numbers }, gives: "'null'1|")
    let failure = try await thrown(MarbleTestFailure.self) {
      try expectMarbles(
        "1|", values: .ints, through: { ids, _ in ids.map { Order(id: $0, total: 1) } },
        gives: #"'{"id":2,"total":1}'|"#)
    }
    let (one, two) = ("Order(id: 1, total: 1.0, note: nil)", "Order(id: 2, total: 1.0, note: nil)")
    #expect(failure.sentence == "at 0 s expected \(two), got \(one)")
  }

  @Test(
    "a marble that can't be decoded is an error with the member",
    arguments: [
      (#"'{"id":1}'"#, #"`{"id":1}` at 0 s is no Order: `total` is missing"#),
      (#"'{"id":"x","total":1}'"#, #"`{"id":"x","total":1}` at 0 s is no Order: `id` is no Int"#),
      (#"'{"id":null,"total":1}'"#, #"`{"id":null,"total":1}` at 0 s is no Order: `id` is null; expected Int"#),
      ("7", "`7` at 0 s is no Order"),
    ])
  func undecodable(marble: String, message: String) async throws {
    let error = try await thrown(MarbleInputError.self) {
      try expectMarbles(marble, values: MarbleValues<Order>.decoded, through: { orders, _ in orders }, gives: "")
    }
    #expect(error.description == "input: \(message)")
  }

  @Test("a name and the text of its value are the same marble")
  func namesAndTexts() throws {
    try expectMarbles("a-b|", values: ["a": 1, "b": 2], through: { input, _ in input.map { $0 * 2 } }, gives: "b-4|")
    try expectMarbles("a-b|", values: ["a": 1, "b": 2], through: { input, _ in input.map { $0 * 2 } }, gives: "2-4|")
  }

  @Test func byType() throws {
    try expectMarbles("1'23'|", values: .ints, through: { input, _ in input.map { $0 + 1 } }, gives: "2'24'|")
    try expectMarbles("1'1.5'|", values: .doubles, through: { input, _ in input.map { $0 * 2 } }, gives: "'2.0''3.0'|")
    try expectMarbles("'true'|", values: .bools, through: { input, _ in input.map { !$0 } }, gives: "'false'|")
    try expectMarbles("1a|", values: .any, through: { input, _ in input }, gives: "1a|")
    try expectMarbles("12|", values: .ints, through: { input, _ in input }, gives: "12|", dialect: .asv)
    let characters = MarbleValues { $0.description.first }
    try expectMarbles(
      "xy|", values: characters, through: { input, _ in input.map { $0 == "x" } }, gives: "'true''false'|")
  }

  @Test(
    "values of the standard library are written as in marbled",
    arguments: [
      (1, "1"), (1.5, "'1.5'"), ("a", "a"), ("1", "1"), (true, "'true'"), (Character("c"), "c"),
      (["a", "b"], #"'["a","b"]'"#),
      ([1, 2], "'[1,2]'"), ((1, "a"), "'(1, a)'"), ((1, (2, "b")), "'(1, (2, b))'"), (Set([3, 1, 2]), "'[1,2,3]'"),
      (["b": 1, "a": 2], #"'{"a":2,"b":1}'"#), (Optional(1), "1"), (Int?.none, "'null'"), (UInt8(7), "7"),
      (Value.tuple([1, "a"]), "'(1, a)'"), ("", "''"), ("it's", #"'"it\u0027s"'"#),
    ] as [(any Sendable, String)])
  func texts(value: any Sendable, marble: String) throws {
    try expectMarbles("x|", through: { input, _ in input.map { _ in value } }, gives: marble + "|")
  }

  @Test func aValueThatAnInputCannotHaveIsAnError() async throws {
    func message(_ test: @escaping @Sendable () throws -> Void) async throws -> String {
      try await thrown(MarbleInputError.self, by: test).description
    }
    #expect(
      try await message { try expectMarbles("1-a|", values: .ints, through: { input, _ in input }, gives: "") }
        == "input: `a` at 2 s is no Int")
    #expect(
      try await message {
        try expectMarbles("|", "-usr|", values: ["u": 1], through: { a, b, _ in merge(a, b) }, gives: "")
      } == "input 2: `s` at 2 s is not in `values:`; did you mean `u`?")
    #expect(
      try await message { try expectMarbles("a", through: { input, _ in input }, gives: "", step: .zero) }
        == "step is 0 s; expected more than 0")
    let input = try await thrown(DiagramError.self) {
      try expectMarbles("a[", through: { input, _ in input }, gives: "a")
    }
    #expect(input.row == "input")
    let expected = try await thrown(DiagramError.self) {
      try expectMarbles("a", through: { input, _ in input }, gives: "]")
    }
    #expect(expected.row == "gives")
  }
}
