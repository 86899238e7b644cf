import Marbles
import Testing

@testable import Wire

@Suite struct TapLineTests {
  private static func begin(_ origin: TapOrigin) -> TapReport {
    var report = TapReport(tap: "o", iteration: 1, time: nil, event: .begin)
    report.origin = origin
    return report
  }

  @Test(
    "Each line of the format is read",
    arguments: [
      (#"{"marbletap":1,"program":"shop","pid":4711}"#, TapLine.hello(program: "shop", process: 4711)),
      (#"{"marbletap":1,"later":true}"#, .hello(program: "", process: 0)),
      (
        #"{"tap":"o","event":"begin","iteration":2,"time":1700000000123456789}"#,
        .event(TapReport(tap: "o", iteration: 2, time: .nanoseconds(1_700_000_000_123_456_789), event: .begin))
      ),
      (
        #"{"tap":"o","event":"value","iteration":1,"time":5,"value":{"a":[1]}}"#,
        .event(
          TapReport(tap: "o", iteration: 1, time: .nanoseconds(5), event: .value(.object(["a": .array([1])]))))
      ),
      (
        #"{"tap":"o","pid":4711,"event":"cancel","iteration":1}"#,
        .event(TapReport(tap: "o", process: 4711, iteration: 1, time: nil, event: .cancel))
      ),
      (
        #"{"tap":"o","event":"begin","iteration":1,"file":"Shop/Ship.swift","line":12,"task":"charge"}"#,
        .event(begin(TapOrigin(file: "Shop/Ship.swift", line: 12, task: "charge")))
      ),
      (
        #"{"tap":"o","event":"begin","iteration":1,"file":"main.py"}"#,
        .event(begin(TapOrigin(file: "main.py", line: 0)))
      ),
      (
        #"{"tap":"o","event":"request","iteration":1}"#,
        .event(TapReport(tap: "o", iteration: 1, time: nil, event: .request))
      ),
      (
        #"{"tap":"o","event":"yield","result":"dropped","value":7}"#,
        .event(TapReport(tap: "o", iteration: 0, time: nil, event: .yield(7, isTerminated: false)))
      ),
      (
        #"{"tap":"o","event":"yield","result":"terminated","value":7}"#,
        .event(TapReport(tap: "o", iteration: 0, time: nil, event: .yield(7, isTerminated: true)))
      ),
      (
        #"{"tap":"o","event":"send","count":2}"#,
        .event(TapReport(tap: "o", iteration: 0, time: nil, event: .send(count: 2)))
      ),
      (#"{"tap":"","event":"finish"}"#, .event(TapReport(tap: "", iteration: 0, time: nil, event: .finish))),
      (
        #"{"tap":"o","event":"error","message":"no"}"#,
        .event(TapReport(tap: "o", iteration: 0, time: nil, event: .error(message: "no")))
      ),
      (#"{"tap":"o","event":"cancel"}"#, .event(TapReport(tap: "o", iteration: 0, time: nil, event: .cancel))),
      (
        #"{"tap":"o","event":"dropped","count":12}"#,
        .event(TapReport(tap: "o", iteration: 0, time: nil, event: .dropped(count: 12)))
      ),
    ])
  func lines(text: String, line: TapLine) throws {
    #expect(try TapLine(Array(text.utf8)) == line)
  }

  @Test(
    "Other lines are refused, with a reason",
    arguments: [
      ("", "not JSON: column 1: the text ends here; expected a JSON value"), ("[]", "not an object"),
      ("{}", "no `tap`"),
      (#"{"tap":1}"#, "no `tap`"),
      (
        #"{"tap":"\#(String(repeating: "x", count: 257))","event":"begin"}"#,
        "the name of a tap is longer than 256 bytes"
      ), (#"{"tap":"o"}"#, "no `event`"), (#"{"tap":"o","event":"value"}"#, "no `value`"),
      (
        #"{"tap":"o","event":"jump"}"#,
        "unknown `event` `jump`; expected idle, begin, value, finish, error, cancel or dropped"
      ),
      (
        #"{"marbletap":2}"#, "the program reports in another format than version 1; update the older one"
      ),
    ])
  func malformed(text: String, reason: String) {
    let error = #expect(throws: TapLine.Malformed.self) { try TapLine(Array(text.utf8)) }
    #expect(error?.description == reason)
  }
}
