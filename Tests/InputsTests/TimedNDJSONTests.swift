import Foundation
import Marbles
import TestSupport
import Testing

@testable import Inputs

@Suite struct TimedNDJSONTests {
  private func read(_ text: String, row: String = "a") throws -> Timeline {
    try TimedNDJSON.parse(text, row: row, file: "f.ndjson")
  }

  /// What was read as words: `id value@time colour`, then the end.
  private func spelled(_ text: String, row: String = "a") throws -> [String] {
    let timeline = try read(text, row: row)
    let events = timeline.events.enumerated().map { index, event in
      "\(event.name ?? "\(row)#\(index)") \(event.value.json)@\(event.time) \(event.color)"
    }
    switch timeline.end {
    case .finish(let time): return events + ["|@\(time)"]
    case .error(let time, let message): return events + ["^@\(time) \(message)"]
    case .open: return events + ["open"]
    }
  }

  private func message(_ text: String, row: String = "a") -> String {
    do {
      return "not refused: \(try spelled(text, row: row))"
    } catch let error as InputError {
      #expect(error.kind == .malformed)
      return error.description
    } catch {
      return "\(error)"
    }
  }

  @Test func aTimeAndAValueAreEnough() throws {
    #expect(
      try spelled(
        """
        {"time":0,"value":1}
        {"time":1.5,"value":"a"}
        """) == ["a#0 1@0 green", "a#1 \"a\"@1.5 green", "|@1.5"])
    #expect(try spelled("") == ["|@0"])
  }

  @Test func everyKey() throws {
    #expect(
      try spelled(
        #"{"row":"a","time":1,"kind":"value","id":"x7","value":[1,{"k":null}],"color":"red","from":["m#0"],"#
          + #""sources":[]}"#)
        == [#"x7 [1,{"k":null}]@1 red"#, "|@1"])
    #expect(try spelled(#"{"time":1,"value":1,"id":7}"#).first == "7 1@1 green")
  }

  @Test(arguments: [
    (#"{"time":2,"kind":"finish"}"#, "|@2"),
    (#"{"time":2,"kind":"error","message":"no signal"}"#, "^@2 no signal"),
    (#"{"time":2,"kind":"error"}"#, "^@2 error"),
    (#"{"time":2,"kind":"open"}"#, "open"),
    (#"{"kind":"open"}"#, "open"),
    ("", "|@1"),
  ])
  func howItEnds(line: String, end: String) throws {
    #expect(try spelled("{\"time\":1,\"value\":1}\n" + line).last == end)
  }

  @Test(arguments: [
    ("0", "0"), ("0.1", "0.1"), ("0.30000000000000004", "0.3"), ("1e-3", "0.001"), ("1e-5", "0.00001"), ("2E1", "20"),
    ("-0.0", "0"), ("0.000000001", "0.000000001"), ("8.25", "8.25"), ("1e9", "1000000000"), ("\"250ms\"", "0.25"),
    ("\"1.5s\"", "1.5"), ("\"2m\"", "120"), ("\"3\"", "3"),
  ])
  func timesAreExact(time: String, seconds: String) throws {
    #expect(try read("{\"time\":\(time),\"value\":1}").events[0].time.description == seconds)
  }

  @Test(arguments: [
    "-1", "-0.5", "\"-1s\"", "\"soon\"", "\"\"",
  ])
  func timesThatAreNone(time: String) {
    #expect(
      message("{\"time\":\(time),\"value\":1}") == "f.ndjson:1: `time` is not a time in seconds, 0 or greater")
  }

  @Test(arguments: [
    "1e300", "1e10", "3155760000.5", "99999999999999999999", "9223372036854775807", "\"9000000000s\"",
  ])
  func timesOfMoreThanAHundredYears(time: String) {
    #expect(message("{\"time\":\(time),\"value\":1}") == "f.ndjson:1: `time` is longer than 100 years")
  }

  @Test func linesMayBeBlankAndEndAsOnWindows() throws {
    #expect(
      try spelled("\n{\"time\":0,\"value\":1}\r\n  \r\n{\"time\":1,\"value\":2}\r\n\n")
        == ["a#0 1@0 green", "a#1 2@1 green", "|@1"])
    #expect(message("\r\n\r\n{\"time\":0}\r\n") == "f.ndjson:3: no `value`")
  }

  @Test func onlyALineFeedEndsALine() throws {
    #expect(
      try read("{\"time\":0,\"value\":\"x\u{2028}y\u{85}z\"}").events.map(\.value) == [.string("x\u{2028}y\u{85}z")])
  }

  @Test func valuesMayComeInAnyOrder() throws {
    #expect(
      try spelled("{\"time\":2,\"value\":\"b\"}\n{\"time\":1,\"value\":\"a\"}\n{\"time\":2,\"value\":\"c\"}")
        == ["a#1 \"a\"@1 green", "a#0 \"b\"@2 green", "a#2 \"c\"@2 green", "|@2"])
  }

  @Test func aFileOfSeveralRowsIsReadForOne() throws {
    let text = """
      {"row":"a","time":0,"value":1}
      {"row":"b","time":1,"value":"x"}
      {"row":"a","time":2,"kind":"finish"}
      {"row":"b","time":3,"kind":"open"}
      """
    #expect(try spelled(text, row: "a") == ["a#0 1@0 green", "|@2"])
    #expect(try spelled(text, row: "b") == ["b#0 \"x\"@1 green", "open"])
    #expect(message(text, row: "c") == "f.ndjson has no row `c`; it has a, b")
    // A file of one row fits any name.
    #expect(try spelled("{\"row\":\"x\",\"time\":0,\"value\":1}") == ["a#0 1@0 green", "|@0"])
  }

  @Test(arguments: [
    ("{\"time\":0,\"value\":1}\n{\"time\":1 \"value\":2}", "f.ndjson:2:11: found `\"`, expected `,` or `}`"),
    ("[1,2]", "f.ndjson:1: expected an object with `time` and `value`, as in {\"time\":1.5,\"value\":\"a\"}"),
    ("{\"value\":1}", "f.ndjson:1: no `time`"),
    ("{\"kind\":\"finish\"}", "f.ndjson:1: no `time`"),
    ("{\"time\":1}", "f.ndjson:1: no `value`"),
    ("{\"time\":true,\"value\":1}", "f.ndjson:1: `time` is not a number of seconds"),
    ("{\"time\":1,\"valeu\":1}", "f.ndjson:1: unknown key `valeu`; did you mean `value`?"),
    ("{\"time\":1,\"kind\":\"finsh\"}", "f.ndjson:1: unknown kind `finsh`; did you mean `finish`?"),
    (
      "{\"time\":1,\"value\":1,\"color\":\"gren\"}",
      "f.ndjson:1: unknown color `gren`; did you mean `green`?"
    ),
    (
      "{\"time\":1,\"value\":1,\"color\":\"teal\"}",
      "f.ndjson:1: unknown color `teal`; colors are red, green, blue, purple, yellow, orange, cyan, pink, gray"
    ),
    (
      "{\"time\":2,\"value\":1}\n{\"time\":1,\"kind\":\"finish\"}",
      "f.ndjson:2: ends at 1 s, before its last event at 2 s"
    ),
    (
      "{\"time\":2,\"kind\":\"finish\"}\n{\"time\":3,\"kind\":\"open\"}",
      "f.ndjson:2: a second end; a timeline ends once"
    ),
  ])
  func whatIsWrongIsNamedWithItsLine(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test func aFileThatIsNotThere() throws {
    let path = try TemporaryFolder().file("x.ndjson")
    #expect(throws: InputError(.notFound, "no such file: \(path)")) { try TimedNDJSON.read(path, row: "a") }
  }

  @Test func aFileThatIsNoText() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "marbled-\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data([0xFF, 0xFE, 0xC0]).write(to: file)
    #expect(throws: InputError(.malformed, "\(file.path) is not UTF-8 text")) {
      try TimedNDJSON.read(file.path, row: "a")
    }
    try Data("{\"time\":1,\"value\":\"é\"}\n".utf8).write(to: file)
    #expect(try TimedNDJSON.read(file.path, row: "a", color: .pink).events.map(\.color) == [.pink])
  }

  /// Timelines written as `render --format json` writes them come back the same, to the nanosecond.
  @Test func whatWasWrittenIsReadBack() throws {
    let values: [Value] = [
      1, -7, 2.5, "a", "", "x\ty\u{1B}\u{2028}\"\\", .null, .bool(true), .array([1, .array([])]), .object(["k": "é"]),
    ]
    for _ in 0..<2000 {
      var time = SceneTime.zero
      let events = (0..<Int.random(in: 0..<8)).map { index in
        // Below 10^6 s a double holds every nanosecond.
        time = time + .nanoseconds([0, 1, 500_000_000, .random(in: 0..<100_000_000_000_000)].randomElement() ?? 0)
        return Event(
          name: "e\(index)", time: time, value: values.randomElement() ?? .null,
          color: MarbleColor.allCases.randomElement() ?? .red)
      }
      let end: Timeline.End = [.finish(time), .error(time + .seconds(1), message: "no\nsignal"), .open][
        Int.random(in: 0..<3)]
      let timeline = Timeline(events: events, end: end)
      let text = lines(timeline, row: "a\"b").joined(separator: "\n")
      guard try read(text, row: "a\"b") == timeline else {
        Issue.record("\(text)")
        return
      }
    }
  }

  private func lines(_ timeline: Timeline, row: String) -> [String] {
    let start = { (time: SceneTime) in "{\"row\":\(JSONText.quoted(row)),\"time\":\(time),\"kind\":" }
    let events = timeline.events.map { event in
      start(event.time) + "\"value\",\"id\":\(JSONText.quoted(event.name ?? "")),\"value\":\(event.value.json),"
        + "\"color\":\"\(event.color)\",\"from\":[],\"sources\":[]}"
    }
    switch timeline.end {
    case .finish(let time): return events + [start(time) + "\"finish\"}"]
    case .error(let time, let message):
      return events + [start(time) + "\"error\",\"message\":\(JSONText.quoted(message))}"]
    case .open: return events + [start(timeline.latest) + "\"open\"}"]
    }
  }

  @Test func noTextCrashesTheReader() {
    let tokens = [
      "{", "}", "\"time\"", ":", "1", "-1", "1e400", ",", "\"value\"", "\"kind\"", "\"finish\"", "\n", "\r\n", "null",
      "[", "]", "{\"time\":1,\"value\":2}", "{\"time\":3,\"kind\":\"open\"}", " ", "\u{0}", "\u{301}", "\"row\":\"b\",",
    ]
    for _ in 0..<10_000 {
      let text = (0..<Int.random(in: 0..<12)).map { _ in tokens.randomElement() ?? "" }.joined()
      do throws(InputError) {
        _ = try TimedNDJSON.parse(text, row: "a", file: "f")
      } catch {
        guard error.kind == .malformed, error.description.hasPrefix("f") else {
          Issue.record("\(text.debugDescription): \(error)")
          return
        }
      }
    }
  }
}
