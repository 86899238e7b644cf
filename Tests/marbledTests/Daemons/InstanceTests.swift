import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// Several daemons beside each other, each found by its name.
  @Suite struct InstanceTests {
    private final class Named {
      let child: Child

      /// Starts one, and waits until it says that it is ready.
      init(_ name: String, _ scene: String, _ environment: [String: String], logs: TemporaryFolder) throws {
        let path = logs.file(name)
        let log = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(log) }
        let child = try Child(
          Binary.path(), ["daemon", "--instance", name, "--playlist", scene], environment: environment, input: .null,
          output: .null, error: .inherited(log))
        self.child = child
        try watch(logs.path) {
          let hasEnded = child.poll() != nil
          let text = try String(contentsOfFile: path, encoding: .utf8)
          if hasEnded { throw Problem(text) }
          return text.contains("info: ready\n")
        }
      }

      func end() async {
        child.send(SIGTERM)
        #expect(await child.waitForEnd() == .exited(0))
      }
    }

    @Test(
      "two play side by side, each controlled by its name; a single one needs no name, and several are listed")
    func sideBySide() async throws {
      let folder = try TemporaryFolder()
      let environment = Binary.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
      func marbled(_ arguments: String...) throws -> Outcome {
        try run(Binary.path(), arguments, environment: environment)
      }
      func status(_ arguments: String...) throws -> [String: Any] {
        let outcome = try run(
          Binary.path(), ["status", "--format", "json"] + arguments, environment: environment)
        guard outcome.ending == .exited(0) else { throw Problem(outcome.error) }
        return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any] ?? [:]
      }
      let logs = try TemporaryFolder()
      let left = try Named("left", "zip", environment, logs: logs)
      #expect(try status()["instance"] as? String == "left")

      let right = try Named("right", "timing", environment, logs: logs)
      #expect(try marbled("control", "pause", "--instance", "right").ending == .exited(0))
      let (one, other) = (try status("--instance", "left"), try status("--instance", "right"))
      #expect(one["scene"] as? String == "zip" && one["paused"] as? Bool == false)
      #expect(other["scene"] as? String == "timing" && other["paused"] as? Bool == true)

      let which = try marbled("status")
      #expect(which.ending == .exited(69))
      #expect(
        which.error == "error: several daemons answer: left, right\nhelp: choose one with `--instance NAME`\n")
      let missing = try marbled("status", "--instance", "middle")
      #expect(missing.ending == .exited(69) && missing.error.hasPrefix("error: no daemon answers\n"))

      await left.end()
      #expect(try status()["instance"] as? String == "right")
      await right.end()
      #expect(try marbled("status").error.hasPrefix("error: no daemon answers\n"))
    }
  }
}
