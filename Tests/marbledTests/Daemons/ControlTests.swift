import Client
import Foundation
import TestSupport
import Testing

extension Daemons {
  /// Every verb of `marbled control`, as it is typed, and its result.
  @Suite struct ControlTests {
    /// Types a command.
    private func control(_ daemon: RunningDaemon, _ line: String) throws -> Outcome {
      try run(
        Binary.path(), ["control"] + line.split(separator: " ").map(String.init),
        environment: ["MARBLED_SOCKET": daemon.sockets])
    }

    /// Types a command that works and says nothing, and waits until status says what it is to.
    private func control<Value: Equatable>(
      _ daemon: RunningDaemon, _ line: String, _ key: String, becomes value: Value?
    ) async throws {
      let outcome = try control(daemon, line)
      #expect(outcome.ending == .exited(0) && outcome.output == "" && outcome.error == "", "\(line): \(outcome)")
      try await daemon.until("\(line) makes \(key) \(String(describing: value))") {
        try await daemon.status()[key] as? Value == value
      }
    }

    @Test("each verb does what it says")
    func verbs() async throws {
      let folder = try TemporaryFolder()
      let config = folder.file("marbled.yaml")
      try "playlist: [sample, timing, { scene: zip, speedFactor: 3 }]\n".write(
        toFile: config, atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon("--config", config)
      try await control(daemon, "pause", "paused", becomes: true)
      try await control(daemon, "seek 2.1", "time", becomes: 2.1)
      try await control(daemon, "step", "time", becomes: 2.5)
      try await control(daemon, "step 2", "time", becomes: 5.0)
      try await control(daemon, "seek 500ms", "time", becomes: 0.5)
      try await control(daemon, "speed 0.25", "speedFactor", becomes: 0.25)
      #expect(try await daemon.status()["speedFrom"] as? String == "control")
      try await control(daemon, "resume", "paused", becomes: false)
      try await control(daemon, "next", "scene", becomes: "timing")
      try await control(daemon, "scene zip", "scene", becomes: "zip")
      // A speed that was set holds from scene to scene, until each has its own again.
      #expect(try await daemon.status()["speedFactor"] as? Double == 0.25)
      try await control(daemon, "speed scene", "speedFactor", becomes: 3)
      #expect(try await daemon.status()["speedFrom"] as? String == "scene")
      try await control(daemon, "previous", "scene", becomes: "timing")
      try await control(daemon, "scene next", "scene", becomes: "zip")
      try await control(daemon, "scene previous", "scene", becomes: "timing")
      // One that is not in the playlist.
      try await control(daemon, "scene debounce", "scene", becomes: "debounce")
      try await control(daemon, "message Back in 5 minutes", "message", becomes: "Back in 5 minutes")
      try await control(daemon, "message", "message", becomes: nil as String?)
      try "playlist: [sample]\nmessage: read again\n".write(toFile: config, atomically: true, encoding: .utf8)
      try await control(daemon, "reload", "message", becomes: "read again")
      #expect(try await daemon.status()["count"] as? Int == 1)
      #expect(try control(daemon, "quit").ending == .exited(0))
      try await daemon.untilEnded()
    }

    @Test("what can't be is refused, says why, and changes nothing")
    func refusals() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--playlist", "live")
      try await control(daemon, "pause", "paused", becomes: true)
      let before = try await daemon.status()
      func refused(_ line: String, _ code: Int32, _ error: String) throws {
        let outcome = try control(daemon, line)
        #expect(outcome.ending == .exited(code) && outcome.output == "", "\(line): \(outcome)")
        #expect(outcome.error.hasPrefix("error: \(error)"), "\(line): \(outcome.error)")
      }
      // Wrong commands and flags are reported without a daemon; a daemon rejects wrong data.
      try refused(
        "speed 0", 64,
        "`speed 0` is invalid; expected a number from 0.000001 to 1000000, such as 2 or 0.5, or `scene`\n")
      try refused(
        "seek soon", 64, "`seek soon` is invalid; expected seconds, or a number with a unit: 2.5, 500ms, 2m\n")
      try refused("paus", 64, "unknown command `paus`; did you mean `pause`?\n")
      try refused("", 64, "a command is missing; expected one of: speed X, ")
      try refused("speed", 64, "`speed` needs a value; expected `speed X` or `speed scene`\n")
      try refused("scene smaple", 65, "no scene is called `smaple`; did you mean `sample`?\n")
      try refused("seek 99", 65, "`seek` is 99; the scene ends at 8 s\n")
      let after = try await daemon.status()
      #expect(after["scene"] as? String == "sample" && after["time"] as? Double == before["time"] as? Double)

      try await control(daemon, "next", "scene", becomes: "live")
      try refused("speed 2", 1, "row lines is live, so scene time is wall time; the speed factor must be 1, not 2")
      try refused("seek 3", 1, "row lines is live: past input can't be replayed, so the scene can't seek to 3 s\n")
      let answer = try await daemon.control.send("POST", "/v1/control", body: #"{"speedFactor":2}"#)
      #expect(answer.status == 409)
      try await control(daemon, "resume", "paused", becomes: false)
    }

    @Test("status tells people what is so, and how to take a speed back")
    func statusForPeople() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--playlist", "zip", "--loops", "3")
      for line in ["pause", "seek 2.123456", "speed 8", "message Back soon"] { _ = try control(daemon, line) }
      let lines = try run(Binary.path(), ["status", "--socket", daemon.sockets]).lines
      #expect(lines[0] == "sample   paused at 2.1 of 8 s")
      #expect(lines[1] == "speed     ×8, set by control; `marbled control speed scene` resets it")
      #expect(lines[2] == "playlist  1 of 2, 3 times, then zip")
      #expect(lines.contains("message   Back soon"))
    }
  }
}
