import Foundation
import TestSupport

/// Scenes whose timers are faster than they can be computed, or whose commands print without pause: control and watchdog are
/// on time, and memory is bounded.
struct TimersAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  private static let intervals = [
    "seconds(1)", "milliseconds(1)", "microseconds(100)", "microseconds(10)",
    "microseconds(1)", "nanoseconds(1)",
  ]
  /// The most memory of the daemon, in bytes.
  private static let memoryLimit = 200 << 20
  /// The watchdog's time in seconds; a ping is due each half of it.
  private static let watchdog = 4.0

  func run(_ verdicts: inout Verdicts) throws {
    for interval in Self.intervals {
      let scene =
        "rows:\n  n: { live: true }\n  t: { apply: 'AsyncTimerSequence(interval: .\(interval)).map { _ in 1 }' }\n"
      try run(interval, scene, &verdicts)
    }
    let rows = (0..<6).map { "  n\($0): { live: 'exec:yes' }\n" }
    try run("exec:yes × 6", "rows:\n" + rows.joined() + "  out: { apply: 'n0.map { $0 }' }\n", &verdicts)
  }

  private func run(_ what: String, _ scene: String, _ verdicts: inout Verdicts) throws {
    let folder = try TemporaryFolder()
    try scene.write(toFile: folder.file("flood.yaml"), atomically: true, encoding: .utf8)
    let manager = try DatagramReceiver(path: folder.file("notify"))
    let daemon = try AttackedDaemon(
      ["--playlist", folder.file("flood.yaml"), "--playlist", "sample", "--dwell", "60m", "--log-level", "warning"],
      in: folder,
      environment: [
        "NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "\(Int(Self.watchdog * 1_000_000))",
      ])
    _ = manager.received()
    // The socket holds few messages, so they are read as they arrive.
    var (last, gap) = (monotonicSeconds(), 0.0)
    try attack.askControl(of: daemon, for: max(attack.seconds / 2, 2 * Self.watchdog), &verdicts, during: what) {
      let now = monotonicSeconds()
      gap = max(gap, now - last)
      if manager.received().contains(where: { $0.contains("WATCHDOG=1") }) { last = now }
    }
    verdicts.check(
      gap < Self.watchdog * 0.75,
      "\(what): \((gap * 100).rounded() / 100) s without a ping for the watchdog, whose time is \(Self.watchdog) s")
    try daemon.checkMemory(below: Self.memoryLimit, &verdicts, during: what)
    let status = try daemon.ask(#"{"scene":"sample"}"#)
    verdicts.check(status == 200, "\(what): another scene is chosen: \(status)")
    daemon.end(by: nil, &verdicts, during: what)
  }
}
