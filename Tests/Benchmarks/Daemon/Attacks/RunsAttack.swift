import Foundation
import Platform
import Synchronization
import TestSupport

/// `marbled serve` while one address asks for 1,000 heavy runs at once and ten others for 64 each, again and again: the run of
/// an honest visitor comes soon, and SIGTERM ends the server at any moment.
struct RunsAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  /// The limit of an honest run at the 99th percentile, in milliseconds.
  private static let honestLimit = Attack.crowdLimit
  /// The most memory of the server, in bytes.
  private static let memoryLimit = 512 << 20
  /// When SIGTERM comes, in seconds after the flood has begun.
  private static let moments = [0.02, 0.2, 0.7, 1.5, 3]

  /// 199 bytes whose values double with each event, and 119 whose timer never ends.
  private static let heavy = [
    #"{"rows":{"a":"\#(String(repeating: "1", count: 60))|"},"expressions":["out = a.reductions(\"x\") { $0 + $0 }"],"#
      + #""exports":["svg","animation","command","swift","html"]}"#,
    #"{"rows":{"a":"1|"},"expressions":["out = AsyncTimerSequence(interval: .nanoseconds(1)).filter { _ in false }"]}"#,
  ]
  private static let honest =
    #"{"scene":"rows: { a: { marbles: '1-2-3|' }, out: { apply: 'a.map { $0 * 2 }' } }"}"#

  private static func swarm(_ port: UInt16) -> Swarm {
    let requests = heavy.map {
      Swarm.request("POST", "/v1/runs", headers: ["Content-Type: application/json", "Connection: close"], body: $0)
    }
    func client(_ address: UInt8, _ number: Int) -> Swarm.Client {
      Swarm.Client(.port(port, client: address)) { requests[($0 + number) % requests.count] }
    }
    return Swarm(
      (0..<1000).map { client(2, $0) } + (0..<640).map { client(UInt8(100 + $0 % 10), $0) })
  }

  func run(_ verdicts: inout Verdicts) throws {
    let server = try PageServer()
    let swarm = Self.swarm(server.port)
    let times = (visitor: ResponseTimes(), health: ResponseTimes())
    swarm.start()
    let (end, port) = (monotonicSeconds() + attack.seconds, server.port)
    onThreads(2) { number in
      while monotonicSeconds() < end {
        if number == 0 {
          times.visitor.measure("run of an honest visitor") {
            let answer = try HTTPConnection.answer(
              to: "POST", "/v1/runs", of: .port(port, client: 50), headers: ["Content-Type: application/json"],
              body: Self.honest)
            guard answer.status == 200 else { throw Problem("\(answer.status): \(answer.body.prefix(200))") }
          }
        } else {
          times.health.measure("health") {
            let answer = try HTTPConnection.answer(to: "GET", "/healthz", of: .port(port, client: 51))
            guard answer.status == 200 else { throw Problem("\(answer.status): \(answer.body.prefix(200))") }
          }
        }
        usleep(50_000)
      }
    }
    let what = "1,640 clients"
    times.visitor.judge(Self.honestLimit, &verdicts, during: what)
    times.health.judge(Attack.crowdLimit, &verdicts, during: what)
    server.checkMemory(below: Self.memoryLimit, &verdicts, during: what)
    say("        \(what) were answered: \(swarm.summary)")
    server.judgeEnd(&verdicts, during: what)
    swarm.stop()
    for moment in Self.moments {
      let server = try PageServer()
      let swarm = Self.swarm(server.port)
      swarm.start()
      Thread.sleep(forTimeInterval: moment)
      server.judgeEnd(&verdicts, during: "\(what), \(moment) s after their start")
      swarm.stop()
    }
  }
}

extension PageServer {
  /// Judges how it ends by SIGTERM.
  func judgeEnd(_ verdicts: inout Verdicts, during what: String) {
    let start = monotonicSeconds()
    child.send(SIGTERM)
    child.judgeEnd(since: start, "SIGTERM", &verdicts, during: what)
  }
}
