import Foundation
import Platform
import TestSupport

/// The TCP address of a daemon, whose places are taken by connections that are idle, that send slowly, or that follow the
/// events: others still get in.
struct PlacesAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  private static let port: UInt16 = 17_924

  func run(_ verdicts: inout Verdicts) throws {
    let daemon = try AttackedDaemon(
      ["--playlist", "sample", "--loops", "1000", "--view", "127.0.0.1:\(Self.port)", "--playground", "true"],
      in: TemporaryFolder())
    let stream = Swarm.request("GET", "/v1/events", headers: ["Accept: text/event-stream"])
    let slow = Swarm.request("GET", "/v1/status", headers: ["X-Text: " + String(repeating: "x", count: 200)])
    var slowly = Swarm.Client(.port(Self.port, client: 2), slow)
    slowly.pieces = (1, 0.2)
    try run(
      "64 idle connections of one address", daemon,
      (0..<64).map { _ in
        Swarm.Client(.port(Self.port, client: 2), [])
      }, &verdicts)
    try run("80 slow senders of one address", daemon, Array(repeating: slowly, count: 80), &verdicts)
    try run(
      "64 event streams of one address", daemon,
      (0..<64).map { _ in
        Swarm.Client(.port(Self.port, client: 2), stream)
      }, &verdicts)
    try run(
      "64 event streams of 32 addresses", daemon,
      (0..<64).map {
        Swarm.Client(.port(Self.port, client: UInt8(2 + $0 / 2)), stream)
      }, &verdicts)
    daemon.end(by: SIGTERM, &verdicts, during: "few addresses")
  }

  private func run(
    _ what: String, _ daemon: AttackedDaemon, _ clients: [Swarm.Client], _ verdicts: inout Verdicts
  ) throws {
    let swarm = Swarm(clients)
    swarm.start()
    defer { swarm.stop() }
    Thread.sleep(forTimeInterval: 0.5)
    let times = ResponseTimes()
    try attack.askControl(of: daemon, for: attack.seconds / 4, &verdicts, during: what) {
      times.measure("status for another address") {
        let answer = try HTTPConnection.answer(to: "GET", "/v1/status", of: .port(Self.port, client: 200))
        guard answer.status == 200 else { throw Problem("\(answer.status)") }
      }
    }
    times.judge(attack.limit, &verdicts, during: what)
  }
}
