import Foundation
import Platform
import TestSupport

/// `marbled play` as installed: the built program on a pseudo-terminal.
///
/// `systemd/build.sh marbled` builds it; this benchmark measures the program in the same folder.
enum PlayBenchmark {
  private static let (columns, rows) = (120, 40)

  static func run() throws {
    print("\n| marbled play of the sample, \(columns)×\(rows) | measured | promised |")
    print("|---|---|---|")
    try measureFirstFrame(runs: 15)
    try measurePlaying()
    try measurePaused(seconds: 8)
  }

  private static func play(_ arguments: String...) throws -> Pty {
    try Pty(program: Binary.path(), ["play"] + arguments, columns: columns, rows: rows, answers: true)
  }

  /// The time from the start of the process to its first picture.
  private static func measureFirstFrame(runs: Int) throws {
    let times = try (0..<runs).map { _ in
      let terminal = try play()
      try terminal.waitForPicture()
      let time = terminal.chunks[0].time - terminal.start
      terminal.type("q")
      _ = try terminal.waitForEnd()
      return Duration.seconds(time)
    }
    say(
      "| first frame, from the start of the process, median of \(runs) | \(milliseconds(times.median)) ms "
        + "(\(milliseconds(times.min()!)) to \(milliseconds(times.max()!))) | 50 ms |")
  }

  /// The processor time of a run, including start and end, divided by its wall time.
  private static func measurePlaying() throws {
    let before = processorTimeOfChildren()
    let terminal = try play("--refresh-interval", "33ms", "--once")
    let (_, end) = try terminal.waitForEnd()
    let used = processorTimeOfChildren() - before
    let share = used / .seconds(end - terminal.start)
    let frames = terminal.chunks.count
    say(
      "| playing at 33 ms: share of one core | \((share * 1000).rounded() / 10) % "
        + "(\(milliseconds(used)) ms, \(frames) writes, \(terminal.bytes.count) bytes) | 2 % |")
  }

  private static func measurePaused(seconds: Double) throws {
    let terminal = try play("--at", "2.6")
    try terminal.waitForPicture()
    // By then the terminal has answered, and nothing is due.
    Thread.sleep(forTimeInterval: 2)
    let before = voluntarySwitches(of: terminal.child.id)
    Thread.sleep(forTimeInterval: seconds)
    let after = voluntarySwitches(of: terminal.child.id)
    terminal.type("q")
    _ = try terminal.waitForEnd()
    let count = before.flatMap { before in after.map { "\($0 - before)" } } ?? "not counted"
    say("| paused: voluntary context switches of all threads in \(Int(seconds)) s | \(count) | 0 |")
  }

  private static func milliseconds(_ time: Duration) -> Double { (time / .microseconds(100)).rounded() / 10 }

  /// The user and system time of all children that have ended.
  private static func processorTimeOfChildren() -> Duration {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    func duration(_ time: timeval) -> Duration { .seconds(time.tv_sec) + .microseconds(time.tv_usec) }
    return duration(usage.ru_utime) + duration(usage.ru_stime)
  }

  /// The number of voluntary context switches of a process; nil if the system does not report it.
  private static func voluntarySwitches(of process: pid_t) -> Int? {
    let folder = "/proc/\(process)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    return threads.reduce(0) { sum, thread in
      let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0)
    }
  }
}
