import Marbles
import Testing

/// What stands for a value where there is little room.
@Suite struct ValueLabelTests {
  @Test(
    "An object shows the member that says most, or its only scalar",
    arguments: [
      (#"{"status":503,"path":"/"}"#, "503"),
      (#"{"message":"lost","level":"error"}"#, #""lost""#),
      (#"{"title":"Parasite","text":"Oscar"}"#, #""Oscar""#),
      (#"{"text":"","name":"Ada"}"#, #""Ada""#),
      (#"{"text":null,"level":"warn"}"#, #""warn""#),
      (#"{"text":{"de":"ja"},"value":false}"#, "false"),
      (#"{"price":3.5,"tags":["new"]}"#, "3.5"),
      (#"{"price":3.5,"amount":2}"#, #"{"amount":2,"price":3.5}"#),
      (#"{"tags":["new"]}"#, #"{"tags":["new"]}"#),
      ("{}", "{}"),
      ("[1,2]", "[1,2]"),
      ("null", "null"),
      (#""hello""#, #""hello""#),
    ])
  func labels(json: String, label: String) throws {
    #expect(try Value(json: json).label.json == label)
  }

  @Test("A tuple shows the labels of its elements") func tuples() throws {
    let value = Value.tuple([try Value(json: #"{"status":200,"path":"/"}"#), 1])
    #expect(value.label == .tuple([200, 1]))
  }

  @Test("A label is its own label", arguments: 0..<100) func idempotent(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let members = Value.labelKeys + ["a", "b"]
    var object: [String: Value] = [:]
    for _ in 0..<random.below(5) {
      object[random.pick(members)] = random.pick([.null, 1, "", "x", .array([1]), .bool(true), .object(["text": "y"])])
    }
    let label = Value.object(object).label
    #expect(label.label == label)
  }
}
