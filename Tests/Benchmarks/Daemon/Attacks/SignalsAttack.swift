import Foundation
import Platform
import TestSupport

/// A daemon that gets every signal which does not end it, whose sockets are removed, and which is stopped for a while: it
/// answers, and the time of a live scene is wall time.
struct SignalsAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  func run(_ verdicts: inout Verdicts) throws {
    let folder = try TemporaryFolder()
    try "rows: { n: { live: true } }\n".write(
      toFile: folder.file("live.yaml"), atomically: true, encoding: .utf8)
    let daemon = try AttackedDaemon(["--playlist", folder.file("live.yaml"), "--title-cards", "0"], in: folder)
    try attack.askControl(of: daemon, for: attack.seconds / 3, &verdicts, during: "signals") {
      for signal in [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXFSZ, SIGPIPE, SIGWINCH] { daemon.child.send(signal) }
    }
    for path in [daemon.control, daemon.view] { unlink(path) }
    let end = monotonicSeconds() + 15
    while monotonicSeconds() < end, FileStatus(path: daemon.control) == nil || FileStatus(path: daemon.view) == nil {
      usleep(20_000)
    }
    let isBack = (try? daemon.status()) != nil
    verdicts.check(isBack, "sockets that were removed: they are back after \(Int(monotonicSeconds() - end + 15)) s")
    guard isBack else { return daemon.end(by: SIGTERM, &verdicts, during: "sockets that were removed") }
    let (before, start) = (try time(daemon), monotonicSeconds())
    daemon.child.stop()
    Thread.sleep(forTimeInterval: 3)
    daemon.child.send(SIGCONT)
    try attack.askControl(of: daemon, for: 1, &verdicts, during: "a stop of 3 s")
    let behind = (monotonicSeconds() - start) - (try time(daemon) - before)
    verdicts.check(
      abs(behind) < 0.2, "a stop of 3 s: the scene is \((behind * 1000).rounded()) ms behind, 200 ms allowed")
    daemon.end(by: SIGQUIT, &verdicts, during: "signals")
  }

  private func time(_ daemon: AttackedDaemon) throws -> Double { try daemon.status()["time"] as? Double ?? 0 }
}
