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

    @Test("A file that can't be written is an error at the start") func refusal() throws {
      let folder = try TemporaryFolder()
      let outcome = try marbled(
        "daemon", "--socket", folder.file("s"), "--playlist", "zip", "--record", folder.file("none/x.ndjson"))
      #expect(outcome.ending == .exited(74))
      #expect(outcome.error.contains("none/x.ndjson can't be written: No such file or directory"))
    }
  }
}
