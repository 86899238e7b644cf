import Client
import Foundation
import Platform
import TestSupport

/// A daemon without a terminal, in a separate folder; killed with the value that owns it.
final class RunningDaemon {
  let folder: TemporaryFolder
  let child: Child
  /// The folder of its sockets.
  var sockets: String { folder.file("s") }
  var control: DaemonClient { DaemonClient(path: sockets + "/control.sock") }
  var view: DaemonClient { DaemonClient(path: sockets + "/view.sock") }

  /// Starts one, and waits until it says that it is ready.
  ///
  /// - Parameters:
  ///   - folder: that of one that was before it.
  ///   - descriptors: how many file descriptors it may have.
  ///   - launcher: a program and its arguments that start what follows them.
  init(
    _ arguments: String..., folder: TemporaryFolder? = nil, descriptors: Int? = nil,
    launcher: [String] = [], environment: [String: String] = [:]
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    // The folder may have the log of one before.
    let before = (try? Data(contentsOf: URL(filePath: folder.file("log"))))?.count ?? 0
    let log = open(folder.file("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(log) }
    let command = [try Binary.path(), "daemon", "--socket", folder.file("s")] + arguments
    let limit = descriptors.map { ["/bin/sh", "-c", "ulimit -n \($0); exec \"$@\"", "sh"] } ?? []
    let line = launcher + limit + command
    child = try Child(
      line[0], Array(line.dropFirst()),
      environment: Binary.environment.merging(environment) { $1 }, input: .null, output: .inherited(log),
      error: .inherited(log))
    try untilLog { String(decoding: $0.utf8.dropFirst(before), as: UTF8.self).contains("info: ready\n") }
  }

  /// What it has logged.
  var log: String { (try? String(contentsOfFile: folder.file("log"), encoding: .utf8)) ?? "" }

  /// What `GET /v1/status` says.
  func status() async throws -> [String: Any] {
    let body = try await view.send("GET", "/v1/status").body
    return try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
  }

  /// What `marbled status --format json` says, as a person or a script asks for it.
  func shownStatus() throws -> [String: Any] {
    let outcome = try run(Binary.path(), ["status", "--format", "json", "--socket", sockets])
    guard outcome.ending == .exited(0) else { throw Problem("status: \(outcome.error)\(obituary)") }
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any] ?? [:]
  }

  /// How it has ended, with its log; empty while it runs.
  private var obituary: String { child.poll().map { "\nthe daemon \($0); its log:\n\(log)" } ?? "" }

  /// What `marbled status` counts of connections.
  func connections(_ key: String) throws -> Int {
    let counts = try shownStatus()["connections"] as? [String: Any]
    return counts?[key] as? Int ?? -1
  }

  /// Seconds of the processor's time that it has used.
  func processorTime() throws -> Double {
    let fields = try String(contentsOfFile: "/proc/\(child.id)/stat", encoding: .utf8).split(separator: " ")
    // utime and stime; nothing before them has a space, as the program's name has none.
    let ticks = fields.count > 14 ? (Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0) : 0
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// How many file descriptors it has open.
  func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.id)/fd").count
  }

  /// Waits until something is so that it reports to viewers, such as a value or a pause: see ``DaemonClient/until(_:_:)``.
  func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    do { try await control.until(what, condition) } catch {
      let status = (try? await view.send("GET", "/v1/status").body) ?? "none"
      let state = child.poll()?.description ?? "is running"
      throw Problem("\(error); the daemon \(state); its status: \(status)\nIts log:\n\(log)")
    }
  }

  /// Waits until its log is as it should be.
  ///
  /// - Throws: ``Problem`` when it has ended, and its log never was so.
  func untilLog(_ isIt: (String) throws -> Bool) throws {
    try watch(folder.path) {
      let hasEnded = child.poll() != nil
      if try isIt(log) { return true }
      if hasEnded { throw Problem("the daemon \(child.waitForEnd()); its log:\n\(log)") }
      return false
    }
  }

  /// Sends a signal, and waits until it has ended.
  func end(by signal: Int32) async -> (ending: Ending, seconds: Double) {
    let start = monotonicSeconds()
    child.send(signal)
    return (await child.waitForEnd(), monotonicSeconds() - start)
  }
}

extension Pty {
  /// Waits until a daemon on this terminal draws, and can be asked: which of it comes first is not defined.
  func waitForDaemon(sockets: String) throws {
    try waitForPicture()
    for socket in ["control.sock", "view.sock"] {
      try watch(sockets) { child.poll() != nil || (try? RawConnection("\(sockets)/\(socket)")) != nil }
    }
  }
}
