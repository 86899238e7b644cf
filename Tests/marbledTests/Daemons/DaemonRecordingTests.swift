import Client
import Foundation
import Inputs
import Marbles
import TestSupport
import Testing

extension Daemons {
  /// What is sent to a daemon is recorded.
  @Suite struct DaemonRecordingTests {
    @Test("The recording holds what was sent, and is complete when the daemon ends") func record() async throws {
      let folder = try TemporaryFolder()
      let path = folder.file("x.ndjson")
      let daemon = try await RunningDaemon("--playlist", "live", "--record", path)
      let sent = try await RunningCommand(
        shell: "seq 3 | marbled send lines", environment: ["MARBLED_SOCKET": daemon.sockets]
      ).outcome()
      #expect(sent.ending == .exited(0), "\(sent.error)")
      daemon.child.send(SIGTERM)
      _ = await daemon.child.waitForEnd()
      let run = try #require(try RecordedRun.read(path).first)
      #expect(run.name == "live" && run.isStopped && run.unrecorded == 0)
      #expect(run.rows.first { $0.name == "lines" }?.timeline.events.map(\.value) == [1, 2, 3])
    }

    @Test("A recording that is moved goes on in a new file after SIGHUP, and both can be converted")
    func rotation() async throws {
      let folder = try TemporaryFolder()
      let path = folder.file("x.ndjson")
      let daemon = try await RunningDaemon("--playlist", "live", "--record", path)
      func send(_ lines: String) async throws {
        let body = try await daemon.control.send("POST", "/v1/inputs/lines?wait=true", body: lines).body
        #expect(body.contains(#""accepted":2"#))
        try watch(folder.path) {
          (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\"value\":\(lines.dropLast().last!)}") == true
        }
      }
      try await send("1\n2\n")
      try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
      daemon.child.send(SIGHUP)
      try daemon.untilLog { $0.contains("configuration and scenes reloaded") }
      try await send("3\n4\n")
      daemon.child.send(SIGTERM)
      _ = await daemon.child.waitForEnd()
      for (file, values) in [(path + ".1", [1, 2]), (path, [3, 4] as [Value])] {
        let run = try #require(try RecordedRun.read(file).last)
        #expect(run.rows.first { $0.name == "lines" }?.timeline.events.map(\.value) == values && run.unrecorded == 0)
        #expect(try marbled("convert", file).ending == .exited(0))
        #expect(try marbled("render", "lines", "-i", "lines=@\(file)").ending == .exited(0))
      }
    }

    @Test("A file that can't be written is an error at the start") func refusal() throws {
      let folder = try TemporaryFolder()
      let outcome = try marbled(
        "daemon", "--socket", folder.file("s"), "--playlist", "zip", "--record", folder.file("none/x.ndjson"))
      #expect(outcome.ending == .exited(74))
      #expect(outcome.error.contains("none/x.ndjson can't be written: No such file or directory"))
    }
  }
}
