import Foundation
import Platform
import TestSupport

/// One viewer asks for pictures in 131 widths and five themes, 64 times per second, and hangs up without reading: another
/// viewer gets pictures soon.
struct PicturesAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  private static let port: UInt16 = 17_925
  private static let themes = ["dark", "light", "high-contrast", "color-blind-safe", "mono"]
  /// The limit of another viewer's picture at the 99th percentile, in milliseconds.
  private static let pictureLimit = 1000.0

  func run(_ verdicts: inout Verdicts) throws {
    let folder = try TemporaryFolder()
    try "duration: 600s\nrows: { a: { apply: 'AsyncTimerSequence(interval: .milliseconds(10)).prefix(2900)' } }\n"
      .write(
        toFile: folder.file("many.yaml"), atomically: true, encoding: .utf8)
    let daemon = try AttackedDaemon(
      ["--playlist", folder.file("many.yaml"), "--title-cards", "0", "--view", "127.0.0.1:\(Self.port)"], in: folder)
    _ = try daemon.ask(#"{"seek":29}"#)
    let what = "64 pictures per second in all sizes"
    let swarm = Swarm(
      (0..<16).map { client in
        var viewer = Swarm.Client(.port(Self.port, client: 2)) { number in
          let picture = number * 16 + client
          return Swarm.request(
            "GET", "/v1/picture?columns=\(40 + picture % 131)&theme=\(Self.themes[picture / 131 % 5])")
        }
        (viewer.pause, viewer.hangsUp) = (0.25, true)
        return viewer
      })
    swarm.start()
    defer { swarm.stop() }
    let used = try daemon.reading().processorTime
    let times = ResponseTimes()
    let start = monotonicSeconds()
    try attack.askControl(of: daemon, &verdicts, during: what) {
      times.measure("picture for another address") {
        let answer = try HTTPConnection.answer(to: "GET", "/v1/picture?columns=100", of: .port(Self.port, client: 3))
        guard answer.status == 200 else { throw Problem("\(answer.status)") }
      }
    }
    times.judge(Self.pictureLimit, &verdicts, during: what)
    let share = (try daemon.reading().processorTime - used) / (monotonicSeconds() - start)
    say("        \(what): the daemon used \(percent(share)) of a core")
    daemon.end(by: SIGTERM, &verdicts, during: what)
  }
}
