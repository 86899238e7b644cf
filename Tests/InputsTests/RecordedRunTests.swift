import Foundation
import Marbles
import TestSupport
import Testing

@testable import Inputs

@Suite struct RecordedRunTests {
  private static let header =
    #"{"recording":"marbled","version":1,"started":"2026-03-01T08:00:00Z","name":"n","rows":[{"name":"a","kind":"live"},"#
    + #"{"name":"b","kind":"live"},{"name":"out","kind":"output","expression":"zip(a, b)"}],"scene":"rows: {}"}"# + "\n"

  private func message(_ text: String) -> String {
    do throws(InputError) {
      _ = try RecordedRun.parse(text, file: "x")
      return "not refused"
    } catch {
      return error.description
    }
  }

  @Test func aRunHasTheLiveRowsWithTheirEnds() throws {
    let text =
      Self.header + """
        {"row":"a","time":0.000000001,"value":{"n":1.5}}
        {"row":"b","time":2,"kind":"error","message":"gone"}
        {"recording":"gap","unrecorded":3}
        {"row":"a","time":"4503599627370497ns","value":null}
        {"recording":"end","time":"4503599627370497ns","stopped":true}

        """
    let run = try #require(try RecordedRun.parse(text, file: "x").first)
    #expect(run.name == "n" && run.started == "2026-03-01T08:00:00Z" && run.unrecorded == 3)
    #expect(run.rows.map(\.name) == ["a", "b"])
    let last = SceneTime(nanoseconds: 4_503_599_627_370_497)
    #expect(run.rows[0].timeline.events.map(\.time) == [SceneTime(nanoseconds: 1), last])
    #expect(run.rows[0].timeline.events.map(\.value) == [.object(["n": 1.5]), .null])
    #expect(run.rows[0].timeline.end == .open)
    #expect(run.rows[1].timeline.end == .error(.seconds(2), message: "gone"))
    #expect(run.end == last && run.isStopped)
  }

  @Test(
    "A line that is cut ends its run, at the end of the file or before the next run",
    arguments: ["{", #"{"row":"a","time":1,"va"#, "\u{FFFD}"])
  func cuts(rest: String) throws {
    let event = #"{"row":"a","time":0,"value":7}"# + "\n"
    let atEnd = try RecordedRun.parse(Self.header + event + rest, file: "x")
    #expect(atEnd.map { $0.rows[0].timeline.events.count } == [1])
    #expect(atEnd.map(\.end) == [nil])
    #expect(atEnd.map { $0.losses(in: "x") } == [["x is damaged: a line was cut, and what came after it is missing"]])
    let between = try RecordedRun.parse(Self.header + event + rest + "\n" + Self.header + event + event, file: "x")
    #expect(between.map { $0.rows[0].timeline.events.count } == [1, 2])
    #expect(between.map(\.isCut) == [true, false])
    #expect(atEnd[0].followed(by: between[1]).isCut && between[1].beside(atEnd[0]).isCut)
    #expect(message(Self.header + rest + "\n" + event).hasPrefix("x:2"))
    #expect(message(Self.header + event + rest + "\n").hasPrefix("x:3"))
  }

  @Test(arguments: [
    (#"{"row":"out","time":1,"value":1}"#, "x:2: the header names no live row `out`"),
    (#"{"time":1,"value":1}"#, "x:2: the header names no live row ``"),
    (#"{"recording":"pause"}"#, #"x:2: unknown `recording` "pause"; expected marbled, row, gap or end"#),
    (
      #"{"recording":"marbled","version":2,"rows":[]}"#, "x:2: version 2 of a recording is not supported; expected 1"
    ),
  ])
  func errors(line: String, error: String) { #expect(message(Self.header + line + "\n\n") == error) }

  @Test func eventsAreInOrderAndBeforeTheEndOfTheirRow() {
    func line(_ time: Int, _ rest: String) -> String { "{\"row\":\"a\",\"time\":\(time),\(rest)}\n" }
    #expect(
      message(Self.header + line(2, "\"value\":1") + line(1, "\"value\":2")) == "x:3: an event before an earlier one")
    #expect(
      message(Self.header + line(1, "\"kind\":\"finish\"") + line(2, "\"value\":2"))
        == "x:3: an event after the end of its row")
  }

  @Test func anEmptyFileHasNothingRecorded() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("x.ndjson")
    try Data().write(to: URL(filePath: path))
    #expect(throws: InputError(.malformed, "\(path) is empty: nothing was recorded")) { try RecordedRun.read(path) }
    withExtendedLifetime(folder) {}
  }
}
