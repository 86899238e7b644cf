import Foundation
import Platform
import Synchronization
import TestSupport

/// 100 bodies of 1 MiB each at once: lines for a row of a daemon, all of which are counted, and runs for `marbled serve`.
struct UploadsAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  private static let (uploads, size) = (100, 1 << 20)
  /// The most memory of the program, in bytes.
  private static let memoryLimit = 200 << 20

  /// What is sent: its lines, and whether the sender waits for room.
  private struct Load {
    var name: String
    var line: String
    var waits = false
    /// What a row keeps of its newest values, in bytes.
    var kept = 0
  }

  private static let loads = [
    Load(name: "lines of two bytes", line: "1\n"),
    Load(name: "a line of 1 MiB", line: String(repeating: "1", count: size - 1) + "\n", kept: 64 << 20),
    Load(name: "lines of 64 bytes, waiting", line: #"""# + String(repeating: "x", count: 61) + "\"\n", waits: true),
  ]

  func run(_ verdicts: inout Verdicts) throws {
    for load in Self.loads { try run(load, &verdicts) }
    try runs(&verdicts)
  }

  private func run(_ load: Load, _ verdicts: inout Verdicts) throws {
    let folder = try TemporaryFolder()
    try "rows:\n  n: { live: true }\n".write(toFile: folder.file("lines.yaml"), atomically: true, encoding: .utf8)
    let daemon = try AttackedDaemon(
      ["--playlist", folder.file("lines.yaml"), "--title-cards", "0"], in: folder)
    let lines = Self.size / load.line.utf8.count
    let body = String(repeating: load.line, count: lines)
    let what = "\(Self.uploads) bodies with \(lines == 1 ? load.name : "\(lines) \(load.name)")"
    let totals = Mutex<(counted: Int, answers: [Int: Int], problem: String?)>((0, [:], nil))
    let isOver = Atomic(false)
    let (control, target) = (daemon.control, "/v1/inputs/n\(load.waits ? "?wait=true" : "")")
    let senders = Thread {
      onThreads(Self.uploads) { _ in
        do {
          let answer = try Self.patientAnswer(target, control, body)
          let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any] ?? [:]
          let counted = ["accepted", "dropped", "malformedCount"].map { object[$0] as? Int ?? 0 }.reduce(0, +)
          totals.withLock {
            $0.answers[answer.status, default: 0] += 1
            $0.counted += counted
          }
        } catch { totals.withLock { $0.problem = "\(error)" } }
      }
      isOver.store(true, ordering: .releasing)
    }
    let start = monotonicSeconds()
    senders.start()
    let times = ResponseTimes()
    while !isOver.load(ordering: .acquiring), daemon.child.poll() == nil {
      times.askControl(daemon)
      usleep(20_000)
    }
    let seconds = monotonicSeconds() - start
    times.judge(attack.limit, &verdicts, during: what)
    let (counted, answers, problem) = totals.withLock { $0 }
    verdicts.check(
      counted == lines * Self.uploads && problem == nil && answers == [200: Self.uploads],
      "\(what): \(counted) of \(lines * Self.uploads) lines are counted, in \((seconds * 10).rounded() / 10) s; "
        + (problem ?? "answers: \(answers)"))
    // What the daemon itself counts: events, and what was lost.
    let row = try daemon.rows()["n"] ?? [:]
    let known = ["events", "dropped", "malformed", "queued"].map { row[$0] as? Int ?? 0 }.reduce(0, +)
    verdicts.check(known == counted, "\(what): the row counts \(known)")
    try daemon.checkMemory(below: Self.memoryLimit + load.kept, &verdicts, during: what)
    daemon.end(by: SIGTERM, &verdicts, during: what)
  }

  /// The answer to an upload, however long it takes.
  private static func patientAnswer(
    _ target: String, _ control: String, _ body: String
  ) throws -> (status: Int, body: String) {
    let connection = try HTTPConnection(
      path: control, method: "POST", target: target, headers: ["Connection: close"], body: body)
    HTTPConnection.limitReads(of: connection.descriptor, to: 300)
    var bytes: [UInt8] = []
    while let part = connection.read() { bytes += part }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let status = Int(text.dropFirst(9).prefix(3)), let end = text.range(of: "\r\n\r\n") else {
      throw Problem("an upload is not answered: \(text.prefix(200))")
    }
    return (status, String(text[end.upperBound...]))
  }

  private func runs(_ verdicts: inout Verdicts) throws {
    let server = try PageServer()
    let what = "\(Self.uploads) runs of 1 MiB each"
    let body = #"{"scene":""# + String(repeating: "# x\\n", count: (Self.size - 12) / 5) + #""}"#
    let request = Swarm.request(
      "POST", "/v1/runs", headers: ["Content-Type: application/json", "Connection: close"], body: body)
    let swarm = Swarm(
      (0..<Self.uploads).map { Swarm.Client(.port(server.port, client: UInt8(2 + $0)), request) })
    swarm.start()
    let times = ResponseTimes()
    let end = monotonicSeconds() + attack.seconds / 2
    while monotonicSeconds() < end {
      times.measure("health") {
        _ = try HTTPConnection.answer(to: "GET", "/healthz", of: .port(server.port, client: 200))
      }
      usleep(20_000)
    }
    times.judge(Attack.crowdLimit, &verdicts, during: what)
    say("        \(what) were answered: \(swarm.summary)")
    server.checkMemory(below: Self.memoryLimit, &verdicts, during: what)
    server.judgeEnd(&verdicts, during: what)
    swarm.stop()
  }
}

extension PageServer {
  func checkMemory(below limit: Int, _ verdicts: inout Verdicts, during what: String) {
    let peak = ProcessReading(process: child.id)?.peakMemory ?? .max
    verdicts.check(peak <= limit, "\(what): peak of memory \(mebibytes(peak)), \(mebibytes(limit)) allowed")
  }
}
