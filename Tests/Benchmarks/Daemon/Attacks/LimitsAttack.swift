import Foundation
import Platform
import TestSupport

/// A daemon with all limits of the shipped configuration reached at once, under the limits of the shipped unit and under those
/// of before, which were too small: 64 taps that flood, 40 commands that wait and eight that print without pause, files that
/// grow, all viewers, and all connections over TCP.
struct LimitsAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  private static let (taps, waiting, printing, tails, viewers) = (64, 40, 8, 16, 256)
  private static let port: UInt16 = 17_923
  /// The part of the unit's `MemoryMax=512M` that is marbled's: commands and their guards need the rest.
  private static let memoryLimit = 480 << 20

  func run(_ verdicts: inout Verdicts) throws {
    try run(.shipped, SIGTERM, &verdicts)
    try run(.shipped, nil, &verdicts)
    try run(UnitLimits(tasks: 64, descriptors: 256), SIGTERM, &verdicts)
    try run(UnitLimits(tasks: 64, descriptors: 256), nil, &verdicts)
  }

  private func run(_ limits: UnitLimits, _ signal: Int32?, _ verdicts: inout Verdicts) throws {
    let folder = try TemporaryFolder()
    let rows =
      (0..<Self.taps).map { "  t\($0): { live: \"tap:t\($0)\" }\n" }
      + (0..<Self.waiting).map { "  c\($0): { live: \"exec:echo 1; exec sleep 1000\" }\n" }
      + (0..<Self.printing).map { "  y\($0): { live: \"exec:yes\" }\n" }
      + (0..<Self.tails).map { "  f\($0): { live: \"tail:\(folder.file("f\($0)"))\" }\n" }
    try ("rows:\n" + rows.joined() + "duration: 1000s\n").write(
      toFile: folder.file("load.yaml"), atomically: true, encoding: .utf8)
    let files = (0..<Self.tails).map {
      open(folder.file("f\($0)"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    }
    defer { for file in files { close(file) } }
    let daemon = try AttackedDaemon(
      [
        "--playlist", folder.file("load.yaml"), "--title-cards", "0", "--view", "127.0.0.1:\(Self.port)", "--log-level",
        "warning",
      ], in: folder, limits: limits)
    let what = "\(limits.tasks) tasks, \(limits.descriptors) descriptors"
    let taps = try TapFlood(Self.taps, at: daemon.sockets + "/tap.sock")
    taps.start()
    let stream = Swarm.request("GET", "/v1/events", headers: ["Accept: text/event-stream"])
    let viewers = Swarm(
      (0..<Self.viewers).map { _ in Swarm.Client(.socket(daemon.view), stream) }
        + (0..<80).map { Swarm.Client(.port(Self.port, client: UInt8(2 + $0)), stream) })
    viewers.start()
    defer {
      viewers.stop()
      taps.stop()
    }
    try attack.askControl(of: daemon, &verdicts, during: what) {
      for file in files { write(file, "1\n", 2) }
    }
    let shown = try daemon.rows()
    func count(_ letter: String) -> Int {
      shown.count { $0.key.hasPrefix(letter) && ($0.value["events"] as? Int ?? 0) > 0 }
    }
    // What has no room says so; all others work.
    let (tapped, commands, tails) = (count("t"), count("c") + count("y"), count("f"))
    verdicts.check(
      limits == .shipped
        ? tapped == Self.taps && commands == Self.waiting + Self.printing && tails == Self.tails
        : tapped > 0 && commands > 0 && tails > 0,
      "\(what): events of \(tapped) taps, \(commands) commands and \(tails) files; "
        + "\(Int(try daemon.metrics()["marbled_viewers"] ?? 0)) viewers")
    try daemon.checkMemory(below: Self.memoryLimit, &verdicts, during: what)
    daemon.end(by: signal, &verdicts, during: what)
  }
}
