import Marbles
import Platform
import Playback

/// The lateness of 1,000 events per second in real time, compared with a thread that only sleeps until each deadline.
///
/// Both are measured alternately for a second each, so that other load affects both.
enum LatenessBenchmark {
  private static let rate = 1000
  private static let rounds = 10

  static func run() throws {
    var (events, bare): ([Int64], [Int64]) = ([], [])
    for _ in 0..<rounds {
      events += try latenessOfEvents()
      bare += latenessOfSleeps()
    }
    print("\n| lateness at \(rate) events a second, \(rounds * rate) of each | p50 | p99 |")
    print("|---|---|---|")
    let (event, sleep) = (Percentiles(events), Percentiles(bare))
    say("| an event of a row, played in real time | \(event.line) |")
    say("| `clock_nanosleep` until the same deadlines | \(sleep.line) |")
    say("| ratio | \(ratio(event.half, sleep.half)) | \(ratio(event.most, sleep.most)) |")
  }

  private static func ratio(_ left: Int64, _ right: Int64) -> String {
    "\((Double(left) / Double(max(1, right)) * 100).rounded() / 100)×"
  }

  private struct Percentiles {
    let (half, most): (Int64, Int64)

    init(_ values: [Int64]) {
      let sorted = values.sorted()
      (half, most) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    }

    var line: String { "\(Double(half / 100) / 10) µs | \(Double(most / 100) / 10) µs" }
  }

  private static var timeline: Timeline {
    let events = (0..<rate).map { Event(time: .milliseconds(Int64($0 + 1)), value: .int($0)) }
    return Timeline(events: events, end: .finish(.seconds(1) + .milliseconds(1)))
  }

  /// For each event, the wall nanoseconds between its time and its arrival in the loop.
  private static func latenessOfEvents() throws -> [Int64] {
    let executor = PlaybackExecutor()
    let log = Log()
    executor.start { [timeline] in
      do {
        for try await event in timeline.replay(on: executor.clock) { log.write(event.time) }
      } catch {}
    }
    let drive = RealTimeDrive(executor: executor)
    try drive.run()
    let playback = drive.playback
    // The drive moves its anchor when it ends; the anchor at the start is on the same line.
    let start = playback.wallTime(of: .zero)
    return log.entries.map { $0.wall - start - $0.time.nanoseconds }
  }

  /// @unchecked Sendable: written by jobs of one drive on its thread, and read afterwards on the same thread.
  private final class Log: @unchecked Sendable {
    private(set) var entries: [(time: SceneTime, wall: Int64)] = []

    init() { entries.reserveCapacity(rate) }

    func write(_ time: SceneTime) { entries.append((time, WallClock.monotonic.now())) }
  }

  private static func latenessOfSleeps() -> [Int64] {
    let start = WallClock.monotonic.now()
    return (1...rate).map { number in
      let deadline = start + Int64(number) * 1_000_000
      sleep(until: deadline)
      return WallClock.monotonic.now() - deadline
    }
  }

  private static func sleep(until deadline: Int64) {
    #if canImport(Darwin)
      let left = deadline - WallClock.monotonic.now()
      if left > 0 { usleep(UInt32(left / 1000)) }
    #else
      var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
      clock_nanosleep(CLOCK_BOOTTIME, Int32(TIMER_ABSTIME), &time, nil)
    #endif
  }
}
