import Foundation
import Platform
import TestSupport

/// A program that prints without pause into a row that keeps its newest 1,000,000 events: as fast as into one that keeps 10,000.
struct HistoryAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  private static let capacities = [10_000, 1_000_000]
  /// The most memory of the daemon, in bytes: a million events are kept.
  private static let memoryLimit = 512 << 20

  func run(_ verdicts: inout Verdicts) throws {
    var rates: [Double] = []
    for capacity in Self.capacities {
      let folder = try TemporaryFolder()
      try "rows:\n  n: { live: { capacity: \(capacity) } }\n".write(
        toFile: folder.file("history.yaml"), atomically: true, encoding: .utf8)
      let daemon = try AttackedDaemon(
        ["--playlist", folder.file("history.yaml"), "--title-cards", "0"], in: folder)
      let sender = try Child(
        "/bin/sh", ["-c", "yes 1 | \"$0\" send n --socket \"$1\"", try Binary.path(), daemon.sockets],
        environment: Binary.environment, input: .null, output: .null, error: .null)
      Thread.sleep(forTimeInterval: attack.seconds / 3)
      let (before, start) = (try events(daemon), monotonicSeconds())
      let what = "a row that keeps \(capacity) events"
      try attack.askControl(of: daemon, for: attack.seconds / 3, &verdicts, during: what)
      rates.append(Double(try events(daemon) - before) / (monotonicSeconds() - start))
      sender.kill()
      _ = sender.waitForEnd()
      try daemon.checkMemory(below: Self.memoryLimit, &verdicts, during: what)
      daemon.end(by: SIGTERM, &verdicts, during: what)
    }
    verdicts.check(
      rates[1] >= rates[0] / 2,
      "events per second, by the number of events that are kept: \(zip(Self.capacities, rates).map { "\($0): \(Int($1))" })"
    )
  }

  private func events(_ daemon: AttackedDaemon) throws -> Int { try daemon.rows()["n"]?["events"] as? Int ?? 0 }
}
