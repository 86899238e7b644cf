public import Marbles
internal import Wire

/// The lines that programs with taps send.
public struct TapSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "taps"

  private static let noise = RandomBytes(
    tokens: [
      #""tap""#, #""event""#, #""marbletap""#, "\"iteration\"", "\"time\"", "\"value\"", "\"count\"", "\"message\"",
      "\"begin\"", "\"dropped\"", "{", "}", "[", "]", ",", ":", "1", "-1", "1e999", "9223372036854775807", "null",
      "\"", "\\u0000", "\u{0}", "é🙂", "\n", " ",
    ], valid: line)

  private static func line(_ random: inout SplitMix64) -> String {
    switch random.below(4) {
    case 0: return #"{"marbletap":\#(random.below(3)),"program":"p","pid":\#(random.below(99))}"#
    case 1: return #"{"tap":"t","event":"dropped","count":\#(random.pick(["0", "-1", "9223372036854775807", "{}"]))}"#
    default:
      let event = random.pick([
        "idle", "begin", "request", "value", "yield", "send", "finish", "error", "cancel", "jump",
      ])
      let value = random.pick(["1", "\"b\"", "{\"k\":[null]}", "[[[]]]", "1e400"])
      let rest = random.pick([
        "", #","pid":7"#, #","file":"a/b.swift","line":-1,"task":"t""#, #","result":"terminated""#,
        #","waited":-1,"remaining":9223372036854775807"#,
      ])
      return
        #"{"tap":"t","event":"\#(event)","iteration":1,"time":\#(random.below(1 << 30)),"value":\#(value)\#(rest)}"#
    }
  }

  /// Creates the subject.
  public init() {}

  /// A line, or a similar text.
  public func text(_ random: inout SplitMix64) -> String {
    random.below(2) == 0 ? Self.line(&random) : Self.noise.text(&random)
  }

  /// Rejected if it is not a line of the format, with a reason of limited length.
  public func verdict(on text: String) -> FuzzVerdict {
    do throws(TapLine.Malformed) {
      let line = try TapLine(Array(text.utf8))
      guard case .event(let report) = line else { return .accepted }
      if report.iteration < 0 { return .failed("iteration \(report.iteration)") }
      if case .dropped(let count) = report.event, count < 0 { return .failed("\(count) dropped") }
      return .accepted
    } catch {
      return error.description.isEmpty || error.description.count > 500 ? .failed("\(error)") : .rejected
    }
  }
}
