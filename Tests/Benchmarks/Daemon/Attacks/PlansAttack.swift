import Foundation
import Platform
import Synchronization
import TestSupport

/// Scenes that compute for hours are uploaded and chosen: each is refused after 5 s, control answers, and the playlist goes on.
struct PlansAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  /// The limit of a plan is 5 s; the answer has to come soon after.
  private static let planLimit = 6.0
  private static let scene =
    "rows:\n  a: { apply: '(0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }' }\n"

  func run(_ verdicts: inout Verdicts) throws {
    let what = "four scenes that compute for hours"
    let daemon = try AttackedDaemon(
      [
        "--playlist", "sample", "--playlist", "zip-vs-combine-latest", "--playlist", "combining", "--dwell", "500ms",
        "--speed-factor", "50", "--title-cards", "0",
      ], in: TemporaryFolder())
    for number in 0..<4 {
      _ = try HTTPConnection.answer(
        to: "POST", "/v1/scenes?name=heavy\(number)", of: .socket(daemon.control), body: Self.scene)
    }
    let answers = Mutex<[(status: Int, seconds: Double)]>([])
    let isOver = Atomic(false)
    let control = daemon.control
    let clients = Thread {
      for number in 0..<4 {
        let start = monotonicSeconds()
        let answer = try? HTTPConnection.answer(
          to: "POST", "/v1/control", of: .socket(control), body: #"{"scene":"heavy\#(number)"}"#)
        answers.withLock { $0.append((answer?.status ?? 0, monotonicSeconds() - start)) }
      }
      isOver.store(true, ordering: .releasing)
    }
    clients.start()
    let times = ResponseTimes()
    while !isOver.load(ordering: .acquiring) {
      times.askControl(daemon)
      usleep(20_000)
    }
    times.judge(attack.limit, &verdicts, during: what)
    let all = answers.withLock { $0 }
    verdicts.check(
      all.allSatisfy { $0.status == 422 && $0.seconds < Self.planLimit },
      "\(what): refused: \(all.map { "\($0.status) after \(($0.seconds * 10).rounded() / 10) s" })")
    let (turns, used) = (try turns(daemon), try daemon.reading().processorTime)
    try attack.askControl(of: daemon, for: 6, &verdicts, during: "\(what), afterwards")
    let (later, share) = (try self.turns(daemon) - turns, (try daemon.reading().processorTime - used) / 6)
    let leftOut = try daemon.metrics()["marbled_scenes_left_out"] ?? -1
    verdicts.check(
      later >= 3 && leftOut == 0,
      "\(what): \(later) turns of the playlist in the next 6 s, \(Int(leftOut)) scenes left out")
    verdicts.check(share < 0.5, "\(what): \(percent(share)) of a core in the next 6 s, 50 % allowed")
    verdicts.check(try daemon.ask(#"{"scene":"next"}"#) == 200, "\(what): the next scene is played")
    daemon.end(by: SIGTERM, &verdicts, during: what)
  }

  private func turns(_ daemon: AttackedDaemon) throws -> Int { Int(try daemon.metrics()["marbled_turns_total"] ?? 0) }
}
