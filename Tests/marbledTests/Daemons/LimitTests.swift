import Client
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

extension Daemons {
  /// A daemon whose sources reach the limits of threads, processes and descriptors: it says what does not fit, and goes on.
  @Suite struct LimitTests {
    private static let taps = 64

    /// A scene with a row for each tap, and rows with commands.
    private func scene(commands: Int, in folder: TemporaryFolder) throws {
      let taps = (0..<Self.taps).map { "  t\($0): { live: \"tap:t\($0)\" }\n" }
      let rows = (0..<commands).map { "  c\($0): { live: \"exec:echo 1; exec sleep 1000\" }\n" }
      try ("rows:\n" + (taps + rows).joined() + "duration: 1000s\n").write(
        toFile: folder.file("load.yaml"), atomically: true, encoding: .utf8)
    }

    /// Connects a program for each tap, which reports a value.
    private func programs(of daemon: RunningDaemon) throws -> [RawConnection] {
      try (0..<Self.taps).map { number in
        let connection = try RawConnection(daemon.sockets + "/tap.sock")
        connection.send(
          #"{"marbletap":1,"program":"p","pid":\#(number)}"# + "\n"
            + #"{"tap":"t\#(number)","event":"value","iteration":1,"time":1,"value":1}"# + "\n")
        return connection
      }
    }

    /// How many rows whose names begin with a letter have events.
    private func rows(_ letter: String, of daemon: RunningDaemon) async throws -> Int {
      let rows = try await daemon.status()["rows"] as? [[String: Any]] ?? []
      return rows.count { ($0["name"] as? String)?.hasPrefix(letter) == true && ($0["events"] as? Int ?? 0) > 0 }
    }

    private static let processors = ProcessInfo.processInfo.activeProcessorCount

    @Test(
      "64 taps and 25 commands take no more threads than marbled counts on",
      .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "needs /proc"))
    func threads() async throws {
      let folder = try TemporaryFolder()
      try scene(commands: 25, in: folder)
      let daemon = try await RunningDaemon("--scenes", folder.path, "--playlist", "load", "--title-cards", "0")
      let programs = try programs(of: daemon)
      try await daemon.until("all rows have events") {
        let (taps, commands) = (try await rows("t", of: daemon), try await rows("c", of: daemon))
        return taps == Self.taps && commands == 25
      }
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.child.id)/task").count
      #expect(threads <= TaskBudget(limit: nil, processors: Self.processors).own)
      #expect(programs.count == Self.taps)
    }

    private static let users = Atomic(0)
    private static let launchers = ["/usr/bin/prlimit", "/usr/bin/setpriv"]

    @Test(
      "64 taps and more commands than the limit of threads and processes allows: the others say why, and control works",
      .enabled(
        if: geteuid() == 0 && launchers.allSatisfy(FileManager.default.isExecutableFile),
        "needs root, prlimit and setpriv, to be a user of its own with a limit"))
    func tasks() async throws {
      let folder = try TemporaryFolder()
      try scene(commands: 40, in: folder)
      try #require(chmod(folder.path, 0o777) == 0)
      let limit = TaskBudget(limit: nil, processors: Self.processors).own + 38
      // A user that has no other processes, also when this test runs twice on a machine.
      let user = 100_000 + Int(getpid()) % 100_000
      let daemon = try await RunningDaemon(
        "--scenes", folder.path, "--playlist", "load", "--title-cards", "0", folder: folder,
        launcher: [
          Self.launchers[0], "--nproc=\(limit)", Self.launchers[1], "--reuid=\(user)", "--regid=\(user)",
          "--clear-groups",
        ])
      #expect(daemon.log.contains("load: 40 rows with `exec:` need 120 processes"))
      let programs = try programs(of: daemon)
      try await daemon.until("the rows that have room have events") {
        let (taps, commands) = (try await rows("t", of: daemon), try await rows("c", of: daemon))
        return taps == Self.taps && commands == 12
      }
      try daemon.untilLog {
        $0.contains(
          "can't be started: 12 commands run, and the limit of \(limit) threads and processes has no room for another")
      }
      #expect(try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true}"#).status == 200)
      #expect(await daemon.end(by: SIGTERM).ending == .exited(0))
      #expect(programs.count == Self.taps)
    }

    @Test(
      "without room for its threads, each command says so, instead of waiting for a thread for ever",
      .enabled(
        if: geteuid() == 0 && launchers.allSatisfy(FileManager.default.isExecutableFile),
        "needs root, prlimit and setpriv, to be a user of its own with a limit"),
      arguments: [
        ["daemon", "--playlist", "sample"], ["kiosk", "sample"], ["serve", "--listen", "127.0.0.1:0"], ["play"],
        ["play", "--plain"], ["run", "-i", "a=exec:yes"], ["attach"], ["status"],
      ], [2, 9])
    func noRoom(command: [String], limit: Int) throws {
      // A user that has no other processes: cases run at the same time.
      let user = 200_000 + Int(getpid()) % 10_000 * 100 + Self.users.add(1, ordering: .relaxed).newValue
      let outcome = try run(
        Self.launchers[0],
        ["--nproc=\(limit)", Self.launchers[1], "--reuid=\(user)", "--regid=\(user)", "--clear-groups", Binary.path()]
          + command)
      #expect(outcome.ending == .exited(71))
      #expect(outcome.output.isEmpty)
      let start = "error: the limit of \(limit) threads and processes leaves no room for the "
      #expect(outcome.error.hasPrefix(start) && outcome.error.contains("`TasksMax=` of a unit"), "\(outcome.error)")
    }

    @Test("64 taps and as many viewers as there are descriptors for: control works, and nothing spins")
    func descriptors() async throws {
      let folder = try TemporaryFolder()
      try scene(commands: 0, in: folder)
      let daemon = try await RunningDaemon(
        "--scenes", folder.path, "--playlist", "load", "--title-cards", "0", "--viewers", "1000", descriptors: 256)
      let programs = try programs(of: daemon)
      try await daemon.until("all taps have events") { try await rows("t", of: daemon) == Self.taps }
      let viewers = try (0..<300).map { _ in
        let connection = try RawConnection(daemon.sockets + "/view.sock")
        connection.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        return connection
      }
      let heads = viewers.map { $0.answer { $0.contains("\r\n\r\n") } ?? "nothing" }
      // 48 are for the daemon itself, and 16 for control clients. A request of before may still hold a place.
      let room = 256 - 48 - 16 - Self.taps
      #expect((room - 4...room).contains(heads.count { $0.hasPrefix("HTTP/1.1 200 ") }))
      #expect(try daemon.openDescriptors() < 256)
      #expect(try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true}"#).status == 200)
      #expect(try await daemon.control.send("GET", "/v1/status").status == 200)
      // Once all know of the pause, it has nothing to do; else this ends with the time limit.
      try ask {
        let before = try daemon.processorTime()
        let seconds = pass(atLeast: 1)
        return try daemon.processorTime() - before < 0.3 * seconds
      }
      // Another program is refused, and does not wait.
      let late = try RawConnection(daemon.sockets + "/tap.sock")
      _ = late.answer { _ in false }
      try daemon.untilLog { $0.contains("no file descriptors left; refused a program") || $0.contains("refused one") }
      #expect(programs.count == Self.taps)
    }
  }
}
