import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// What is sent to a live row of a real daemon.
  @Suite struct SendTests {
    private func send(_ script: String, _ daemon: RunningDaemon) async throws -> Outcome {
      try await RunningCommand(shell: script, environment: ["MARBLED_SOCKET": daemon.sockets]).outcome()
    }

    /// What a program reads up to the moment at which a test lets it go on.
    private final class Pipeline {
      let path: String
      private var descriptor: Int32

      init(_ folder: TemporaryFolder) throws {
        path = folder.file("pipeline")
        guard mkfifo(path, 0o600) == 0 else { throw Problem("no pipe: \(String(cString: strerror(errno)))") }
        // Both ends, so that neither side waits for the other to open its own.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
      }

      deinit { end() }

      func end(with text: String = "") {
        guard descriptor >= 0 else { return }
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
        close(descriptor)
        descriptor = -1
      }
    }

    /// The row as status has it.
    private func row(_ name: String, _ daemon: RunningDaemon) async throws -> [String: Any] {
      let rows = try await daemon.status()["rows"] as? [[String: Any]]
      return try #require(rows?.first { $0["name"] as? String == name })
    }

    /// Every value of the rows, in the order of the stream, until `last` has settled.
    ///
    /// On a machine that is busy other lines may settle before: a second may pass between any two of them.
    private func watch(_ daemon: RunningDaemon, until last: String) -> Task<[String: [String]], any Error> {
      Task { [view = daemon.view] in
        var values: [String: [String]] = [:]
        try await view.lines("/v1/events") { line in
          let change = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          if change?["type"] as? String == "snapshot", !values.isEmpty { throw Problem("the viewer fell behind") }
          guard let row = change?["row"] as? String, change?["kind"] as? String == "value" else { return true }
          values[row, default: []].append("\(change?["value"] ?? "none")")
          guard let settled = values["settled"], settled.last == last else { return true }
          return values["both"]?.count != (values["lines"]?.count ?? 0) + settled.count
        }
        return values
      }
    }

    @Test("Each of 10,000 lines is an event, in order, and the rows make of them what they should")
    func tenThousandLines() async throws {
      // All that comes has room, however slow this viewer is.
      let daemon = try await RunningDaemon("--playlist", "live", "--viewer-queue", "100000000")
      let seen = watch(daemon, until: "10000")
      try await ask { try await daemon.status()["viewers"] as? Int == 1 }
      let outcome = try await send("seq 10000 | marbled send lines", daemon)
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      let values = try await seen.value
      #expect(values["lines"] == (1...10_000).map { "\($0)" })
      #expect(values["size"] == (1...10_000).map { "\("\($0)".count)" })
      #expect(values["settled"]?.last == "10000")
      #expect(values["both"]?.count == 10_000 + (values["settled"]?.count ?? 0))
      let row = try await row("lines", daemon)
      #expect(row["events"] as? Int == 10_000 && row["dropped"] as? Int == 0 && row["malformed"] as? Int == 0)
    }

    @Test("A malformed line is reported by its number, and the rest continues")
    func malformed() async throws {
      let daemon = try await RunningDaemon("--playlist", "live")
      let lines = try Pipeline(daemon.folder)
      let sent = try RunningCommand(
        shell: "exec 3< '\(lines.path)'; { printf '{\"x\":1}\\n\\n'; cat <&3; } | marbled send lines",
        environment: ["MARBLED_SOCKET": daemon.sockets])
      // What comes next comes in another request.
      try await daemon.until("the first is there") { try await row("lines", daemon)["events"] as? Int == 1 }
      lines.end(with: "nope\n[2]\n[3")
      let outcome = try await sent.outcome()
      #expect(
        outcome.error == """
          warning: row lines: line 3 is malformed: column 2: found `o`, expected `null`
          warning: row lines: line 5 is malformed: column 3: the text ends here; expected `,` or `]`

          """)
      #expect(outcome.ending == .exited(65))
      try await daemon.until("the two others are there") { try await row("lines", daemon)["events"] as? Int == 2 }
      #expect(try await row("lines", daemon)["malformed"] as? Int == 2)
      let status = try run(Binary.path(), ["status", "--socket", daemon.sockets])
      #expect(status.lines.contains { $0.hasPrefix("live      lines: 2 accepted, 0 dropped, 2 malformed") })
      #expect(status.lines.contains("speed     live: scene time is wall time"))
    }

    @Test("Without waiting, lines without room are lost and counted")
    func drops() async throws {
      let daemon = try await RunningDaemon("--playlist", "live", "--title-cards", "60s")
      let body = (1...5000).map { "\($0)\n" }.joined()
      let answer = try await daemon.control.send("POST", "/v1/inputs/lines", body: body)
      // Before the scene begins nothing is consumed: this is the room of the row.
      #expect(answer.status == 200)
      #expect(
        answer.body == #"{"accepted":1024,"dropped":3976,"malformed":[],"malformedCount":0,"form":"json"}"# + "\n")
      #expect(try await row("lines", daemon)["dropped"] as? Int == 3976)
    }

    @Test("A sender that waits for room gets its answer when the scene ends, and does not delay the end of the daemon")
    func waiting() async throws {
      let daemon = try await RunningDaemon("--playlist", "live", "--playlist", "sample", "--title-cards", "60s")
      let body = (1...2000).map { "\($0)\n" }.joined()
      let answer = Task { [control = daemon.control] in
        try await control.send("POST", "/v1/inputs/lines?wait=true", body: body)
      }
      _ = try await daemon.control.send("POST", "/v1/inputs/lines?after=1", body: "nope\n")
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"scene":"next"}"#)
      let refusal = try await answer.value
      // It may have come when the scene was gone.
      #expect(refusal.status == 409 || refusal.status == 404, "\(refusal)")
      let last = Task { [control = daemon.control] in
        _ = try await control.send("POST", "/v1/control", body: #"{"scene":"previous"}"#)
        return try await control.send("POST", "/v1/inputs/lines?wait=true", body: body)
      }
      try await daemon.until("live has its turn") { try await daemon.status()["scene"] as? String == "live" }
      let (ending, seconds) = await daemon.end(by: SIGTERM)
      #expect(ending == .exited(0) && seconds < 20, "\(ending) after \(seconds) s")
      _ = try? await last.value
    }

    @Test("Rows that are not there, or not live, and speeds other than 1 are refused")
    func refusals() async throws {
      let daemon = try await RunningDaemon("--playlist", "live", "--speed", "4")
      func refused(_ command: String) async throws -> String {
        let outcome = try await send("marbled \(command) < /dev/null", daemon)
        #expect(outcome.ending == .exited(1))
        return outcome.error
      }
      #expect(
        try await refused("send line")
          == "error: the current scene, live, has no row `line`; did you mean `lines`?\nlive rows: lines\n")
      #expect(
        try await refused("send xyzzy")
          == "error: the current scene, live, has no row `xyzzy`\nlive rows: lines\n")
      #expect(
        try await refused("send size")
          == "error: row size of live is not live: its scene file defines its events\nlive rows: lines\n")
      #expect(
        try await refused("control speed 2")
          == "error: row lines is live, so scene time is wall time; the speed factor must be 1, not 2\n")
      #expect(
        try await refused("control seek 3")
          == "error: row lines is live: past input can't be replayed, so the scene can't seek to 3 s\n")
      for target in ["lines?form=xml", "lines?after=-1"] {
        #expect(try await daemon.control.send("POST", "/v1/inputs/\(target)", body: "1").status == 422)
      }
      #expect(try await daemon.view.send("POST", "/v1/inputs/lines", body: "1").status == 403)
      #expect(try await row("lines", daemon)["events"] as? Int == 0)
    }

    @Test("When the next scene has no such row, it is said from which line on nothing was taken")
    func anotherScene() async throws {
      let daemon = try await RunningDaemon("--playlist", "live", "--playlist", "sample")
      let lines = try Pipeline(daemon.folder)
      let sent = try RunningCommand(
        shell: "exec 3< '\(lines.path)'; { echo 1; echo 2; cat <&3; } | marbled send lines",
        environment: ["MARBLED_SOCKET": daemon.sockets])
      try await daemon.until("two lines are there") { try await row("lines", daemon)["events"] as? Int == 2 }
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"scene":"next"}"#)
      lines.end(with: "3\n")
      let outcome = try await sent.outcome()
      #expect(
        outcome.error == """
          error: the current scene, sample, has no row `lines`; none of its rows is live
          no lines were accepted from line 3 on

          """)
      #expect(outcome.ending == .exited(1))
    }

    @Test("When the daemon goes, it is said which lines it may not have taken")
    func daemonGoes() async throws {
      let daemon = try await RunningDaemon("--playlist", "live")
      let lines = try Pipeline(daemon.folder)
      let sent = try RunningCommand(
        shell: "exec 3< '\(lines.path)'; { echo 1; echo 2; cat <&3; } | marbled send lines",
        environment: ["MARBLED_SOCKET": daemon.sockets])
      try await daemon.until("two lines are there") { try await row("lines", daemon)["events"] as? Int == 2 }
      _ = await daemon.end(by: SIGKILL)
      lines.end(with: "3\n")
      let outcome = try await sent.outcome()
      // It may be killed before it has answered for the first two.
      let error = try #require(
        outcome.error.wholeMatch(
          of: /error: the daemon is gone \((.*)\); lines from ([13]) on may not have been accepted\n/))
      #expect(["Connection refused", "Connection reset by peer"].contains(String(error.1)))
      #expect(outcome.ending == .exited(69))
    }

    @Test("Without a daemon nothing is read")
    func noDaemon() throws {
      let outcome = try shell("yes | marbled send a --socket /nonexistent/a")
      #expect(outcome.ending == .exited(69))
      #expect(outcome.error.hasPrefix("error: no daemon answers\n"))
    }
  }
}
