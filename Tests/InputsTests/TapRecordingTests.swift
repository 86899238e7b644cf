import Marbles
import Testing

@testable import Inputs

/// Files to which programs with taps have written.
@Suite struct TapRecordingTests {
  private static let text = """
    {"marbletap":1,"program":"shop","pid":1}
    {"tap":"a b","event":"idle","iteration":0,"time":1700000000000000000}
    {"tap":"a b","event":"begin","iteration":1,"time":1700000000000000000}
    {"tap":"a b","event":"value","iteration":1,"time":1700000000500000000,"value":"x"}
    {"tap":"c","event":"begin","iteration":1,"time":1700000000400000000}
    {"tap":"c","event":"value","iteration":1,"time":1700000001000000000,"value":1}
    {"tap":"a b","event":"finish","iteration":1,"time":1700000001500000000}
    {"tap":"a b","event":"begin","iteration":2,"time":1700000001500000000}
    {"tap":"a b","event":"value","iteration":2,"time":1700000002000000000,"value":"y"}
    {"tap":"c","event":"dropped","count":7}
    {"tap":"a b","event":"error","iteration":2,"time":1700000002500000000,"message":"no network"}

    """

  @Test("Each tap is a row with the values of its iterations and the end of the newest; time 0 is the first report")
  func rows() throws {
    let run = try #require(try RecordedRun.parse(Self.text, file: "f").first)
    #expect(run.name == "shop" && run.started == "2023-11-14T22:13:20.000Z" && run.unrecorded == 7)
    #expect(run.rows.map(\.name) == ["a_b", "c"])
    let first = run.rows[0].timeline
    #expect(first.events.map(\.value) == ["x", "y"])
    #expect(first.events.map(\.time) == [.seconds(0.5), .seconds(2)])
    #expect(first.end == .error(.seconds(2.5), message: "no network"))
    // What was written late is not before what was written earlier.
    #expect(run.rows[1].timeline == Timeline(events: [Event(time: .seconds(1), value: 1, color: .green)], end: .open))
    #expect(run.end == .seconds(2.5) && run.isStopped)
    #expect(run.scene == "rows:\n  \"a_b\": { live: \"tap:a b\" }\n  \"c\": { live: \"tap:c\" }\n")
  }

  @Test("An iteration that was cancelled leaves its row open: the stream need not be over")
  func cancelled() throws {
    let cancel = #"{"tap":"c","event":"cancel","iteration":1,"time":1700000002500000000}"# + "\n"
    let run = try #require(try RecordedRun.parse(Self.text + cancel, file: "f").first)
    #expect(run.rows[1].timeline == Timeline(events: [Event(time: .seconds(1), value: 1, color: .green)], end: .open))
    #expect(run.isStopped)
  }

  @Test("A file holds a run for each program; the last line may be cut, another may not be malformed")
  func runs() throws {
    let runs = try RecordedRun.parse(Self.text + Self.text + #"{"tap":"c","eve"#, file: "f")
    #expect(runs.count == 2 && runs.allSatisfy { $0.rows.count == 2 } && runs.map(\.isCut) == [false, true])
    #expect(throws: InputError(.malformed, "f:12: no `tap`")) { try RecordedRun.parse(Self.text + "{}\n", file: "f") }
  }

  @Test("Two processes that write to one file at the same time are two runs")
  func processes() throws {
    func line(_ process: Int, _ event: String, _ time: Int, _ rest: String = "") -> String {
      #"{"tap":"a","pid":\#(process),"event":"\#(event)","iteration":1,"time":\#(time)\#(rest)}"# + "\n"
    }
    func value(_ process: Int, _ value: Int, _ time: Int) -> String {
      line(process, "value", time, #","value":\#(value)"#)
    }
    let text =
      #"{"marbletap":1,"program":"shop","pid":1}"# + "\n" + line(1, "begin", 0) + value(1, 10, 1)
      + #"{"marbletap":1,"program":"till","pid":2}"# + "\n" + line(2, "begin", 2) + value(2, 20, 3) + value(1, 11, 4)
      + value(2, 21, 5) + line(1, "finish", 6) + line(2, "cancel", 7)
    let runs = try RecordedRun.parse(text, file: "f")
    #expect(runs.map(\.name) == ["shop", "till"])
    #expect(runs.map { $0.rows[0].timeline.events.map(\.value) } == [[10, 11], [20, 21]])
    #expect(runs.map { $0.rows[0].timeline.end } == [.finish(.nanoseconds(6)), .open])
  }

  @Test("A program without taps is no run; a file of such programs has a message")
  func none() throws {
    let hello = #"{"marbletap":1,"program":"","pid":1}"# + "\n"
    #expect(try RecordedRun.parse(hello + Self.text + hello, file: "f").map(\.name) == ["shop"])
    #expect(throws: InputError(.malformed, "f has no tap: its program has ended before one began")) {
      try RecordedRun.parse(hello, file: "f")
    }
    let idle = #"{"tap":"a","event":"idle","iteration":0,"time":5}"# + "\n"
    #expect(try RecordedRun.parse(hello + idle, file: "f").map(\.name) == ["taps"])
  }

  @Test("It is the timeline of an input, too")
  func input() throws {
    let timeline = try TimedNDJSON.parse(Self.text, row: "c", file: "f")
    #expect(timeline.events.map(\.value) == [1])
  }
}
