import Marbles
import RedisClient
import Scenes
import Testing

@testable import Inputs

/// Streams of a server as sources of rows, without a server.
@Suite struct RedisSourceTests {
  @Test func aURLSaysWhereReadingBegins() throws {
    #expect(try RedisSource(parsing: "redis://h/orders").start == .now)
    #expect(try RedisSource(parsing: "redis://h/orders?from=now").start == .now)
    #expect(try RedisSource(parsing: "redis://h/orders?from=0").start == .after("0"))
    #expect(try RedisSource(parsing: "redis://h/orders?from=1795447024931-2").start == .after("1795447024931-2"))
  }

  @Test func aGroupHasDefaults() throws {
    let group = try #require(try RedisSource(parsing: "redis://h/orders?group=g").group)
    #expect(group.name == "g" && group.consumer == nil && group.claimAfter == .seconds(30))
    #expect(group.deliveries == 5 && group.aside == "orders:aside")
    let other = try RedisSource(parsing: "redis://h/orders?group=g&consumer=c&claim=2s&deliveries=3&aside=odd").group
    let set = try #require(other)
    #expect(set.consumer == "c" && set.claimAfter == .seconds(2) && set.deliveries == 3 && set.aside == "odd")
  }

  @Test(arguments: [
    ("from=yesterday", "`from=yesterday`: expected now, 0 or the id of an entry"),
    ("from=1-2-3", "`from=1-2-3`: expected now, 0 or the id of an entry"),
    ("consumer=c", "`consumer=` needs `group=NAME`"),
    ("group=", "`group=` and `consumer=` need names"),
    ("group=g&claim=1ms", "`claim=1ms`: expected a duration from 100ms to 24h, as in 30s"),
    ("group=g&deliveries=0", "`deliveries=0`: expected a whole number, 1 or greater"),
    ("gruop=g", "unknown parameter `gruop`; expected one of from, group, consumer, claim, deliveries, aside, db"),
  ])
  func parametersThatMakeNoSense(query: String, message: String) {
    #expect(throws: RedisStreamURL.Malformed(description: message)) {
      try RedisSource(parsing: "redis://h/orders?\(query)")
    }
  }

  #if Redis
    @Test func aSpecificationKeepsNoCredentials() throws {
      let spec = try InputSpec(parsing: "a=redis://ann:secret@spec.test/orders?group=g")
      guard case .redis(let source) = spec.source else { throw Problem("another source") }
      #expect(source.text == "redis://spec.test:6379/orders?group=g")
      #expect(!String(reflecting: spec).contains("secret"))
      #expect(spec.liveSource?.name == "redis://spec.test:6379/orders")
      #expect(spec.liveSource?.isAcknowledged == true)
    }

    @Test func anErrorQuotesNoCredentials() {
      let error = InputError(
        .usage,
        "`a=redis://…`: unknown parameter `x`; expected one of from, group, consumer, claim, deliveries, aside, db")
      #expect(throws: error) { try InputSpec(parsing: "a=redis://ann:secret@h/orders?x=1") }
    }

    private struct Problem: Error {
      init(_ text: String) {}
    }
  #else
    @Test func withoutRedisASpecificationSaysHowToGetIt() {
      let error = InputError(
        .usage,
        "`a=redis://…`: this program was built without Redis; install libhiredis-dev and build it with `swift build --traits default,Redis`"
      )
      #expect(throws: error) { try InputSpec(parsing: "a=redis://h/orders") }
    }
  #endif

  // MARK: Entries

  private func line(_ fields: [(String, String)], _ change: (inout LineSettings) -> Void = { _ in }) -> LineReader.Line
  {
    var settings = LineSettings()
    change(&settings)
    let entry = RedisEntry(id: "1795447024931-2", fields: fields.map { RedisEntry.Field($0.0, $0.1) })
    return LineReader.Line(entry, number: 7, settings: settings)
  }

  @Test func fieldsAreReadAsJSON() {
    let read = line([
      ("n", "12"), ("price", "-1.5"), ("on", "true"), ("none", "null"), ("name", "ann"), ("list", "[1,\"x\"]"),
      ("zip", "0123"), ("text", "\"12\""), ("truth", "trueish"), ("empty", ""),
    ])
    let value: Value = .object([
      "n": 12, "price": -1.5, "on": .bool(true), "none": .null, "name": "ann", "list": .array([1, "x"]),
      "zip": "0123", "text": "12", "truth": "trueish", "empty": "",
    ])
    #expect(read.content == .value(value))
    #expect(read.number == 7 && read.id == "1795447024931-2" && read.sourceTime == .milliseconds(1_795_447_024_931))
    #expect(line([("n", "12")]) { $0.form = .text }.content == .value(.object(["n": "12"])))
  }

  @Test func pathsPickMembers() throws {
    let path = try MemberPath(parsing: ".n")
    let read = line([("n", "12")]) { $0.value = path }
    #expect(read.content == .value(12) && read.sourceTime == .milliseconds(1_795_447_024_931))
    #expect(line([("m", "12")]) { $0.value = path }.content == .malformed("no .n"))
    let named = line([("n", "12")]) { ($0.id, $0.time) = (path, path) }
    #expect(named.id == "12" && named.sourceTime == .seconds(12))
  }

  @Test(
    arguments: [
      .object(["a": 1, "b": "x", "c": "12", "d": .array([1]), "e": "", "f": "\"", "g": .null, "h": .object([:])])
    ] as [Value])
  func objectsAreReadAsTheyWereWritten(value: Value) {
    let entry = RedisEntry(id: "1-1", fields: [RedisEntry.Field](value))
    #expect(LineReader.Line(entry, number: 1, settings: LineSettings()).content == .value(value))
  }

  @Test func otherValuesAreFieldsOfTheirOwn() {
    #expect([RedisEntry.Field](5) == [RedisEntry.Field("value", "5")])
    #expect([RedisEntry.Field]("5") == [RedisEntry.Field("value", "\"5\"")])
    #expect([RedisEntry.Field](.tuple([1, "a"])) == [RedisEntry.Field("value", "[1,\"a\"]")])
    #expect([RedisEntry.Field](.object([:])) == [RedisEntry.Field("value", "{}")])
  }
}
