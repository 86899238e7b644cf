import Foundation
import Fuzzing
import Marbles
import Platform
import Synchronization
import TestSupport

/// A kiosk with a playground, whose routes get random, damaged and heavy requests over TCP.
///
/// Meanwhile `/v1/status` must answer on the control socket, and the kiosk must draw its frames on time.
struct RoutesAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  /// The number of attackers, each with a different address.
  private let attackers = 16
  /// The TCP port of the kiosk.
  private static let port: UInt16 = 17_922
  /// The allowed share of frames that are later than a refresh interval of 33 ms.
  private static let lateLimit = 0.05

  func run(_ verdicts: inout Verdicts) throws {
    let folder = try TemporaryFolder()
    let pty = try Pty(
      program: Binary.path(),
      [
        "kiosk", "--socket", folder.file("s"), "--view", "127.0.0.1:\(Self.port)", "--playground", "true",
        "--view-connections", "\(attackers * 4)", "--title-cards", "0", "sample", "debounce-vs-throttle",
      ], columns: 120, rows: 40, answers: true)
    let control = folder.file("s") + "/control.sock"
    try HTTPConnection.waitForDaemon(in: folder.file("s"), pty.child)
    let deadline = monotonicSeconds() + 60
    while (try? KeptConnection(to: Self.port, client: 1)) == nil {
      guard pty.child.poll() == nil, monotonicSeconds() < deadline else {
        throw Problem("the kiosk does not start:\n\(pty.screen.lines.joined(separator: "\n"))")
      }
      usleep(20_000)
    }
    let before = try PrometheusText(try HTTPConnection.get("/metrics", of: control))
    let findings = Findings()
    let (attackers, seconds, requests) = (attackers, attack.seconds, Self.requests(for: attackers, seed: attack.seed))
    let start = monotonicSeconds()
    onThreads(attackers + 1) { number in
      var sent = 0
      while monotonicSeconds() - start < seconds {
        if number == attackers {
          Self.askForStatus(control, findings)
        } else {
          Self.attack(UInt8(2 + number), requests[number], &sent, until: start + seconds, findings)
        }
      }
    }
    let after = try PrometheusText(try HTTPConnection.get("/metrics", of: control))
    pty.child.send(SIGTERM)
    let ending = try pty.waitForExit()
    judge(before, after, ending, findings, &verdicts)
  }

  /// What happened.
  private final class Findings: Sendable {
    let statuses = Mutex<[Double]>([])
    /// How late a thread of the attack itself woke; the daemon and the machine both have a part in it.
    let delays = Mutex<[Double]>([])
    let answers = Mutex<[Int: Int]>([:])
    let problems = Mutex<[String]>([])
  }

  private func judge(
    _ before: PrometheusText, _ after: PrometheusText, _ ending: Ending, _ findings: Findings,
    _ verdicts: inout Verdicts
  ) {
    let times = Quantiles(findings.statuses.withLock { $0 })
    let answers = findings.answers.withLock { $0 }
    let problems = findings.problems.withLock { $0 }
    let said = answers.sorted { $0.key < $1.key }.map { "\($1) × \($0 == 0 ? "closed" : "\($0)")" }.joined(
      separator: ", ")
    func count(_ name: String, _ bound: String? = nil) -> Double {
      let labels = bound.map { ["le": $0] } ?? [:]
      return (after[name, labels] ?? 0) - (before[name, labels] ?? 0)
    }
    let frames = count("marbled_frame_lateness_seconds_count")
    let late = frames - count("marbled_frame_lateness_seconds_bucket", "0.033")
    verdicts.check(
      problems.isEmpty && (answers[200] ?? 0) > 0,
      "\(attackers) attackers were answered: \(said)\(problems.first ?? "")")
    verdicts.check(
      times(0.99) * 1000 <= attack.limit, "status: \(times); \(attack.limit) ms at the 99th percentile are allowed")
    say("        a thread of the attack that only sleeps woke late by \(Quantiles(findings.delays.withLock { $0 }))")
    verdicts.check(
      frames > 10 * attack.seconds / 2 && late <= Self.lateLimit * frames,
      "\(percent(late / max(1, frames))) of \(Int(frames)) frames of the kiosk were later than 33 ms, "
        + "\(percent(Self.lateLimit)) allowed")
    verdicts.check(ending == .exited(0), "SIGTERM: it \(ending)")
  }

  private static func askForStatus(_ control: String, _ findings: Findings) {
    let start = monotonicSeconds()
    do {
      _ = try HTTPConnection.get("/v1/status", of: control)
      findings.statuses.withLock { $0.append(monotonicSeconds() - start) }
    } catch {
      findings.problems.withLock { $0.append("; status: \(error)") }
    }
    let pause = monotonicSeconds()
    usleep(20_000)
    findings.delays.withLock { $0.append(max(0, monotonicSeconds() - pause - 0.02)) }
  }

  /// Attacks over one connection until it is closed.
  ///
  /// - Parameter sent: the number of requests of this attacker that were sent.
  private static func attack(
    _ client: UInt8, _ requests: [Request], _ sent: inout Int, until end: Double, _ findings: Findings
  ) {
    do {
      let connection = try KeptConnection(to: port, client: client)
      while monotonicSeconds() < end {
        let request = requests[sent % requests.count]
        sent += 1
        let status = try request.send(over: connection)
        findings.answers.withLock { $0[status, default: 0] += 1 }
        // 5xx other than "too busy" is a failure of the program.
        if status >= 500, status != 503 { findings.problems.withLock { $0.append("; answered with \(status)") } }
      }
    } catch {
      // Refused at a limit, or closed after a text that is no request.
      findings.answers.withLock { $0[0, default: 0] += 1 }
      usleep(5_000)
    }
  }

  /// The routes, some with names that do not exist.
  private static let targets = [
    "/", "/playground", "/operators/debounce", "/operators/x", "/scenes/sample", "/page/page.js", "/page/..%2Fx",
    "/v1/library",
    "/v1/library/operators/zip", "/v1/library/scenes/sample", "/v1/picture?columns=160", "/v1/picture?columns=x",
    "/v1/status",
    "/v1/scenes", "/v1/openapi.json", "/metrics", "/v1/completions?text=a.&cursor=2&rows=a,b", "/v1/events/x",
    "/viewer.js",
  ]

  /// A request that was made before the attack: to make a scene takes longer than to send it, and sixteen threads that make
  /// scenes would leave no processor for the one that measures.
  private struct Request: Sendable {
    /// Sent first; no request.
    var noise: [UInt8] = []
    var method: String
    var target: String
    var headers: [String] = []
    var body: [UInt8] = []

    func send(over connection: KeptConnection) throws -> Int {
      if !noise.isEmpty { try connection.write(noise) }
      return try connection.send(method, target, headers: headers, body: body).status
    }
  }

  /// The number of requests of each attacker; one that has sent all begins again.
  private static let requestsMade = 250

  /// The requests of each attacker: the same in each run with this seed.
  private static func requests(for attackers: Int, seed: UInt64) -> [[Request]] {
    let made = Mutex([[Request]](repeating: [], count: attackers))
    onThreads(attackers) { number in
      var random = SplitMix64(seed: seed &+ UInt64(number) << 32)
      let requests = (0..<requestsMade).map { _ in request(&random) }
      made.withLock { $0[number] = requests }
    }
    return made.withLock { $0 }
  }

  private static func request(_ random: inout SplitMix64) -> Request {
    switch random.below(10) {
    case 0..<6:
      let body = random.below(5) == 0 ? heavy(&random) : RunSubject().text(&random)
      return Request(
        method: "POST", target: "/v1/runs", headers: ["Content-Type: application/json", "Accept-Encoding: gzip"],
        body: Array(body.utf8))
    case 6:
      return Request(
        noise: (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) } + Array("\r\n\r\n".utf8),
        method: "GET", target: "/v1/status")
    case 7:
      return Request(
        method: random.pick(["POST", "PUT", "DELETE"]), target: random.pick(targets),
        body: Array(repeating: 0x20, count: random.below(9000) + 1))
    default: return Request(method: "GET", target: random.pick(targets), headers: ["Accept-Encoding: gzip"])
    }
  }

  /// A run that goes to the limits of time, events or steps.
  private static func heavy(_ random: inout SplitMix64) -> String {
    let expression = random.pick([
      "AsyncTimerSequence(interval: .nanoseconds(1), clock: clock)",
      "AsyncTimerSequence(interval: .milliseconds(4), clock: clock)",
      "[1, 2, 3].async.repeated()", "a.map { (0..<100000).reduce(0) { $0 + $1 } }",
      "a.flatMap { _ in [1].async.repeated() }",
    ])
    return
      #"{"scene":"duration: 1000s\nrows: { a: { marbles: '1-2-3|' }, b: { apply: '\#(expression)' } }","columns":160}"#
  }
}
