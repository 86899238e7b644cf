import Foundation
import Platform
import Synchronization
import TestSupport

/// Texts with very many anchors and aliases in comments, which once took minutes to read, as uploads and as runs.
struct ParsingAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  /// The limit of an upload of 1 MiB in seconds, and that of a run of somebody else in milliseconds.
  private static let (uploadLimit, honestLimit) = (2.0, 1000.0)

  private static func text(_ size: Int) -> String {
    "# " + String(repeating: "*b ", count: size / 6) + String(repeating: "&", count: size / 2)
      + "\nrows: { a: { marbles: '1|' } }\n"
  }

  func run(_ verdicts: inout Verdicts) throws {
    try uploads(&verdicts)
    try runs(&verdicts)
  }

  private func uploads(_ verdicts: inout Verdicts) throws {
    let what = "uploads of 300 kB and 1 MB of anchors"
    let daemon = try AttackedDaemon(["--playlist", "sample", "--loops", "1000"], in: TemporaryFolder())
    let isOver = Atomic(false)
    let seconds = Mutex<[Double]>([])
    let control = daemon.control
    let sender = Thread {
      for size in [300_000, 1_000_000, 1_000_000] {
        let start = monotonicSeconds()
        _ = try? HTTPConnection.answer(to: "POST", "/v1/scenes?name=slow", of: .socket(control), body: Self.text(size))
        seconds.withLock { $0.append(monotonicSeconds() - start) }
      }
      isOver.store(true, ordering: .releasing)
    }
    sender.start()
    let times = ResponseTimes()
    repeat {
      times.askControl(daemon)
      usleep(5_000)
    } while !isOver.load(ordering: .acquiring)
    times.judge(attack.limit, &verdicts, during: what)
    let most = seconds.withLock { $0.max() ?? 0 }
    verdicts.check(
      most <= Self.uploadLimit, "\(what): the slowest took \((most * 1000).rounded()) ms, \(Self.uploadLimit) s allowed"
    )
    daemon.end(by: SIGTERM, &verdicts, during: what)
  }

  private func runs(_ verdicts: inout Verdicts) throws {
    let what = "runs with 100 kB of anchors, 12 at once"
    let server = try PageServer()
    let body = #"{"scene":""# + Self.text(100_000).replacing("\n", with: "\\n") + #""}"#
    let request = Swarm.request(
      "POST", "/v1/runs", headers: ["Content-Type: application/json", "Connection: close"], body: body)
    let swarm = Swarm(Array(repeating: Swarm.Client(.port(server.port, client: 2), request), count: 12))
    swarm.start()
    let times = ResponseTimes()
    let end = monotonicSeconds() + attack.seconds / 2
    while monotonicSeconds() < end {
      times.measure("run of another address") {
        let answer = try HTTPConnection.answer(
          to: "POST", "/v1/runs", of: .port(server.port, client: 50), headers: ["Content-Type: application/json"],
          body: #"{"rows":{"a":"1-2|"}}"#)
        guard answer.status == 200 else { throw Problem("\(answer.status): \(answer.body.prefix(200))") }
      }
      usleep(20_000)
    }
    times.judge(Self.honestLimit, &verdicts, during: what)
    say("        \(what) were answered: \(swarm.summary)")
    server.judgeEnd(&verdicts, during: what)
    swarm.stop()
  }
}
