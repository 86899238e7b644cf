import ArgumentParser
import Foundation
import Platform
import SceneFiles
import Scenes
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Benchmarks soak --minutes 20`: the built kiosk on a terminal, with all scenes in each round,
/// and with clients that come and go.
struct Soak: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: """
      Play all scenes fast in a kiosk, with viewers, taps, reloads and bad uploads, and check memory, descriptors, threads \
      and late frames.
      """)

  @Option(help: "Duration in minutes.")
  var minutes = 20.0

  @Option(help: "Playback speed: scene seconds per wall-clock second.")
  var speedFactor = 200.0

  @Option(help: "Turn of each scene in milliseconds, without a tenth of a second for its title card.")
  var dwell = 500

  /// The allowed change of memory relative to the second round.
  private static let memoryLimit = 0.05
  /// The allowed share of frames that are later than a refresh interval of 33 ms.
  private static let lateLimit = 0.05

  /// The figures of a round.
  private struct Round {
    var memory: [Int] = []
    var descriptors: Set<Int> = []
    var threads: [Int] = []
  }

  /// By how many threads a round may differ from the second one: those that wait for work end after a while.
  private static let threadLimit = 2

  mutating func run() throws {
    let scenes = SceneLibrary.shipped.names
    let folder = try TemporaryFolder()
    let sockets = folder.file("s")
    let pty = try Pty(
      program: Binary.path(),
      [
        "kiosk", "--socket", sockets, "--speed-factor", "\(speedFactor)", "--dwell", "\(dwell)ms", "--title-cards",
        "100ms",
      ] + scenes, columns: 120, rows: 40, answers: true)
    try HTTPConnection.waitForDaemon(in: sockets, pty.child)
    let guests = SoakGuests(sockets: sockets, daemon: pty.child)
    say("| of \(scenes.count) scenes: round | after | memory | descriptors | threads | frames | later than 33 ms |")
    say("|---|---|---|---|---|---|---|")

    let start = monotonicSeconds()
    var rounds: [Round] = [Round()]
    var metrics = try PrometheusText(try HTTPConnection.get("/metrics", of: sockets + "/view.sock"))
    while monotonicSeconds() - start < minutes * 60 {
      try guests.visit()
      try guests.waitUntilGone()
      guard let reading = ProcessReading(process: pty.child.id), pty.child.poll() == nil else {
        throw Problem(
          "the kiosk \(pty.child.poll()?.description ?? "can't be looked at"):\n\(pty.screen.lines.joined(separator: "\n"))"
        )
      }
      rounds[rounds.count - 1].memory.append(reading.memory)
      rounds[rounds.count - 1].descriptors.insert(reading.descriptors)
      rounds[rounds.count - 1].threads.append(reading.threads)
      // After the reading, so that it does not contain the descriptor of this connection.
      metrics = try PrometheusText(try HTTPConnection.get("/metrics", of: sockets + "/view.sock"))
      let turns = Int(metrics["marbled_turns_total"] ?? 0)
      guard (turns - 1) / scenes.count >= rounds.count else { continue }
      tell(rounds.count, rounds[rounds.count - 1], after: monotonicSeconds() - start, metrics)
      rounds.append(Round())
    }
    let status = try HTTPConnection.get("/v1/status", of: sockets + "/view.sock")
    pty.child.send(SIGTERM)
    let ending = try pty.waitForExit()
    say("clients: \(guests.summary)")
    try judge(rounds, metrics, status, ending)
  }

  private func tell(_ number: Int, _ round: Round, after seconds: Double, _ metrics: PrometheusText) {
    let (late, timed) = Self.late(metrics)
    let descriptors = round.descriptors.sorted().map(String.init).joined(separator: ", ")
    say(
      "| \(number) | \(Int(seconds)) s | \(mebibytes(round.memory.middle)) "
        + "(\(mebibytes(round.memory.min()!)) to \(mebibytes(round.memory.max()!))) | \(descriptors) "
        + "| \(round.threads.min()!) to \(round.threads.max()!) "
        + "| \(Int(metrics["marbled_frames_total"]!)) | \(percent(late / max(1, timed))) |")
  }

  /// The numbers of scheduled frames: those that were later than the next one, and all.
  private static func late(_ metrics: PrometheusText) -> (late: Double, all: Double) {
    let all = metrics["marbled_frame_lateness_seconds_count"] ?? 0
    return (all - (metrics["marbled_frame_lateness_seconds_bucket", ["le": "0.033"]] ?? 0), all)
  }

  private func judge(_ rounds: [Round], _ metrics: PrometheusText, _ status: String, _ ending: Ending) throws {
    // The last round is incomplete.
    let complete = rounds.dropFirst().filter { $0.memory.count > 10 }
    // At first the caches fill, and names of taps, clients and routes become known.
    let whole = complete.dropFirst(complete.count / 4)
    guard let first = whole.first else { throw Problem("not two rounds in \(minutes) minutes") }
    var verdicts = Verdicts()
    let base = first.memory.middle
    let changes = whole.map { Double($0.memory.middle - base) / Double(base) }
    verdicts.check(
      changes.allSatisfy { abs($0) <= Self.memoryLimit },
      "memory of later rounds is \(percent(changes.min()!)) to \(percent(changes.max()!)) beside that of the first of them, "
        + "\(mebibytes(base)), ±\(percent(Self.memoryLimit)) allowed")
    let descriptors = Set(whole.flatMap(\.descriptors))
    verdicts.check(descriptors.count == 1, "open descriptors: \(descriptors.sorted()), in all rounds but the first")
    let threads = whole.map { $0.threads.max()! }
    verdicts.check(
      threads.allSatisfy { abs($0 - threads[0]) <= Self.threadLimit },
      "threads at most in each round: \(threads.min()!) to \(threads.max()!), \(threads[0]) ± \(Self.threadLimit) allowed"
    )
    let (late, timed) = Self.late(metrics)
    verdicts.check(
      late <= Self.lateLimit * timed,
      "\(percent(late / max(1, timed))) of \(Int(timed)) frames were later than 33 ms, \(percent(Self.lateLimit)) allowed"
    )
    verdicts.check(
      status.contains("\"notices\":[]"),
      "nothing went wrong: \(status.contains("\"notices\":[]") ? "no notices" : status)")
    verdicts.check(ending == .exited(0), "SIGTERM: it \(ending)")
    try verdicts.finish()
  }
}
