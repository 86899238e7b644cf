import Foundation
import Platform
import TestSupport

/// The limits of a unit for a process and those that it starts.
struct UnitLimits: Hashable {
  /// `TasksMax`.
  var tasks: Int
  /// `LimitNOFILE`.
  var descriptors: Int

  /// Those of the shipped units.
  static let shipped = UnitLimits(tasks: 1024, descriptors: 4096)

  /// A command that starts what follows it with these limits. Threads and processes are counted for each user, and not for
  /// root, so it is another user.
  var launcher: [String] {
    // Another one each time: what one daemon has left must not count for the next.
    let user = 100_000 + Int(monotonicSeconds() * 1000) % 1_000_000
    let other =
      geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] : []
    return ["/usr/bin/prlimit", "--nproc=\(tasks)", "--nofile=\(descriptors)"] + other
  }
}

/// A daemon without a terminal that is attacked, with the times in which the shipped one ends.
final class AttackedDaemon {
  let folder: TemporaryFolder
  let child: Child
  var sockets: String { folder.file("s") }
  var control: String { sockets + "/control.sock" }
  var view: String { sockets + "/view.sock" }

  /// Starts one, and waits until it answers.
  init(
    _ arguments: [String], in folder: TemporaryFolder, limits: UnitLimits? = nil, environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    chmod(folder.path, 0o777)
    let log = open(folder.file("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(log) }
    let line = (limits?.launcher ?? []) + [try Binary.path(), "daemon", "--socket", folder.file("s")] + arguments
    var all = Binary.environment.merging(environment) { $1 }
    all["MARBLED_STOP_TIME"] = nil
    child = try Child(
      line[0], Array(line.dropFirst()), environment: all, input: .null, output: .inherited(log), error: .inherited(log))
    do { try HTTPConnection.waitForDaemon(in: sockets, child) } catch {
      throw Problem("\(error); its log:\n\(self.log)")
    }
  }

  /// What it has logged.
  var log: String { (try? String(contentsOfFile: folder.file("log"), encoding: .utf8)) ?? "" }

  /// Sends a control request.
  @discardableResult
  func ask(_ body: String) throws -> Int {
    try HTTPConnection.answer(to: "POST", "/v1/control", of: .socket(control), body: body).status
  }

  /// What `GET /v1/status` says.
  func status() throws -> [String: Any] {
    let body = try HTTPConnection.get("/v1/status", of: control)
    return try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
  }

  /// What status says of each row.
  func rows() throws -> [String: [String: Any]] {
    let rows = try status()["rows"] as? [[String: Any]] ?? []
    return Dictionary(rows.map { ($0["name"] as? String ?? "", $0) }) { $1 }
  }

  func metrics() throws -> PrometheusText { try PrometheusText(try HTTPConnection.get("/metrics", of: control)) }

  /// Memory and more; an error when the process is gone.
  func reading() throws -> ProcessReading {
    guard let reading = ProcessReading(process: child.id), child.poll() == nil else {
      throw Problem("the daemon \(child.poll()?.description ?? "can't be looked at"); its log:\n\(log.suffix(3000))")
    }
    return reading
  }

  /// Judges how it ends: by a signal, or nil for `control quit`.
  func end(by signal: Int32?, _ verdicts: inout Verdicts, during what: String) {
    if let reading = ProcessReading(process: child.id) {
      say(
        "        \(what): peak of memory \(mebibytes(reading.peakMemory)), \(reading.threads) threads, "
          + "\(reading.descriptors) descriptors, \((reading.processorTime * 10).rounded() / 10) s of processor time")
    }
    let start = monotonicSeconds()
    if let signal { child.send(signal) } else { _ = try? ask(#"{"quit":true}"#) }
    child.judgeEnd(since: start, signal.map { "signal \($0)" } ?? "control quit", &verdicts, during: what)
    if log.contains("did not end in time") { say("        its log ends with: \(log.suffix(400))") }
  }

  func checkMemory(below limit: Int, _ verdicts: inout Verdicts, during what: String) throws {
    let peak = try reading().peakMemory
    verdicts.check(peak <= limit, "\(what): peak of memory \(mebibytes(peak)), \(mebibytes(limit)) allowed")
  }
}

extension Child {
  /// How it ended; nil when it goes on for longer than a time in seconds.
  func end(within seconds: Double) -> Ending? {
    let end = monotonicSeconds() + seconds
    while poll() == nil, monotonicSeconds() < end { usleep(2000) }
    return poll()
  }

  /// Judges an end with exit code 0 within ``Attack/endingTime``.
  func judgeEnd(since start: Double, _ reason: String, _ verdicts: inout Verdicts, during what: String) {
    let ending = end(within: 20)
    let time = monotonicSeconds() - start
    verdicts.check(
      ending == .exited(0) && time <= Attack.endingTime,
      "\(what): \(reason): it \(ending?.description ?? "hangs") after \((time * 100).rounded() / 100) s; "
        + "\(Attack.endingTime) s allowed")
    if ending == nil { kill() }
  }
}
