import Foundation
import Platform
import TestSupport

/// `marbled serve` with thousands of connections whose bodies lack a byte, or that announce a gigabyte with a `GET`: memory is
/// bounded in sum, and others are answered.
struct BodiesAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  /// The maximum body of a run, in bytes.
  private static let size = 128 << 10
  /// The most memory of the server, in bytes.
  private static let memoryLimit = 200 << 20

  func run(_ verdicts: inout Verdicts) throws {
    let body = #"{"scene":""# + String(repeating: "x", count: Self.size - 12)
    let lacking = Swarm.request(
      "POST", "/v1/runs", headers: ["Content-Type: application/json"], body: body, announced: body.utf8.count + 1)
    try run("3,000 bodies that lack a byte", 3000, lacking, &verdicts)
    let huge = Swarm.request(
      "GET", "/", body: String(repeating: "x", count: 64 << 10), announced: 1_000_000_000)
    try run("2,000 that announce a gigabyte", 2000, huge, &verdicts)
  }

  private func run(_ what: String, _ count: Int, _ request: [UInt8], _ verdicts: inout Verdicts) throws {
    let server = try PageServer()
    let swarm = Swarm((0..<count).map { Swarm.Client(.port(server.port, client: UInt8(2 + $0 % 40)), request) })
    swarm.start()
    let times = ResponseTimes()
    let end = monotonicSeconds() + attack.seconds / 2
    while monotonicSeconds() < end {
      for target in ["/healthz", "/"] {
        times.measure("GET \(target)") {
          let answer = try HTTPConnection.answer(to: "GET", target, of: .port(server.port, client: 200))
          guard answer.status == 200 else { throw Problem("\(answer.status)") }
        }
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
