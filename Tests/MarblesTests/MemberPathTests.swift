import Marbles
import Testing

@Suite struct MemberPathTests {
  @Test(arguments: [
    (".price", [MemberPath.Step.member("price")]), ("$0.a.b", [.member("a"), .member("b")]),
    (".items[2].x", [.member("items"), .element(2), .member("x")]), (".[0]", [.element(0)]),
    (".[\"odd. name\"]", [.member("odd. name")]), (".a[\"b\"]", [.member("a"), .member("b")]),
  ])
  func parses(text: String, steps: [MemberPath.Step]) throws {
    let path = try MemberPath(parsing: text)
    #expect(path.steps == steps)
    #expect(try MemberPath(parsing: path.description) == path)
  }

  @Test(arguments: ["", ".", "price", ".a..b", ".a[", ".a[x]", ".a[-1]", ".a b", "$0", ".[\"x]"])
  func refuses(text: String) {
    let error = #expect(throws: MemberPath.Malformed.self) { try MemberPath(parsing: text) }
    #expect(error?.description.hasPrefix("`\(text)` is not a path to a member") == true)
  }

  @Test func picks() throws {
    let value = try Value(json: #"{"a":{"b":[1,{"c":null}]}}"#)
    func part(_ text: String) throws -> Value? { try MemberPath(parsing: text).part(of: value) }
    #expect(try part(".a.b[0]") == 1)
    #expect(try part(".a.b[1].c") == .null)
    #expect(try part(".a.b[2]") == nil)
    #expect(try part(".a.b.c") == nil)
    #expect(try part(".x") == nil)
  }
}

@Suite struct TimeUnitTests {
  @Test(
    "The size of a number says its unit",
    arguments: [
      Value.int(1_700_000_000), .int(1_700_000_000_000), .int(1_700_000_000_000_000), .int(1_700_000_000_000_000_000),
      .double(1_700_000_000), .string("1700000000"), .string("1700000000.0"), .string("2023-11-14T22:13:20Z"),
      .string("2023-11-14t22:13:20.000z"), .string("2023-11-15T00:13:20+02:00"), .string("2023-11-14 14:13:20-08:00"),
      .string("2023-11-14 22:13:20"),
    ])
  func sameTime(value: Value) { #expect(TimeUnit.time(value, unit: nil) == .seconds(1_700_000_000)) }

  @Test func fractions() {
    #expect(TimeUnit.time(.double(1.5), unit: nil) == .milliseconds(1500))
    #expect(TimeUnit.time(.string("1970-01-01T00:00:00.123456789Z"), unit: nil) == .nanoseconds(123_456_789))
    #expect(TimeUnit.time(.string("1969-12-31T23:59:59.5Z"), unit: nil) == .milliseconds(-500))
    #expect(TimeUnit.time(.string("2000-02-29T00:00:00Z"), unit: nil) == .seconds(951_782_400))
  }

  @Test func aUnitOverridesTheSize() {
    #expect(TimeUnit.time(.int(5), unit: .ms) == .milliseconds(5))
    #expect(TimeUnit.time(.int(5), unit: .ns) == .nanoseconds(5))
    #expect(TimeUnit.time(.string("5"), unit: .us) == .nanoseconds(5000))
  }

  @Test(arguments: [
    Value.null, .bool(true), .string(""), .string("soon"), .string("2023-13-01T00:00:00Z"), .string("2023-01-01"),
    .string("2023-01-01T24:00:00Z"), .string("2023-01-01T00:00:00."), .string("2023-01-01T00:00:00+2"), .array([]),
  ])
  func noTime(value: Value) { #expect(TimeUnit.time(value, unit: nil) == nil) }

  @Test func whatDoesNotFitIsNoTime() {
    #expect(TimeUnit.time(.int(.max), unit: .s) == nil)
    #expect(TimeUnit.time(.double(1e300), unit: nil) == nil)
    #expect(TimeUnit.time(.string("9999-12-31T23:59:59Z"), unit: nil) == nil)
    #expect(TimeUnit.time(.int(7), unit: .rfc3339) == nil)
  }
}
