import ArgumentParser
import Foundation
import Platform
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Benchmarks viewers`: many clients follow the built daemon, and some of them stop reading.
struct Viewers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Follow a scene of 100 events per second, and check that each viewer gets all of them.")

  @Option(help: "Number of viewers.")
  var viewers = 100

  @Option(help: "Number of viewers that stop reading.")
  var stuck = 2

  @Flag(help: "Connect over TCP instead of the Unix socket.")
  var tcp = false

  @Option(help: "Maximum latency at the 99th percentile in milliseconds, and a core of processor time for the daemon.")
  var limit: Double?

  @Option(help: "Duration in seconds. From 30 on, the benchmark also checks that viewers that stop reading are closed.")
  var seconds = 30.0

  /// The TCP port of the daemon.
  private static let port: UInt16 = 17_921
  /// The memory that a viewer may take, in bytes.
  private static let viewerMemory = 64 << 10
  /// The allowed growth of memory after a third of the time.
  private static let memoryLimit = 0.05
  /// The maximum time until a viewer that does not read is closed: 30 s, the next keep-alive, and the buffers.
  private static let closing = 30.0 + 5 + 15

  mutating func validate() throws {
    guard viewers > stuck, stuck >= 0, seconds > 0 else { throw ValidationError("some viewers have to take something") }
  }

  mutating func run() throws {
    let folder = try TemporaryFolder()
    // Streams may have three quarters of the places; behind a proxy, one address may have all of them.
    let places = "\(viewers * 4 / 3 + 8)"
    try Self.scene(seconds: seconds).write(toFile: folder.file("hundred.yaml"), atomically: true, encoding: .utf8)
    let daemon = try Child(
      Binary.path(),
      [
        "daemon", "--socket", folder.file("s"), "--playlist", folder.file("hundred.yaml"), "--viewers",
        "\(viewers + 8)",
      ] + (tcp ? ["--view", "127.0.0.1:\(Self.port)", "--view-connections", places, "--behind-proxy", "true"] : []),
      environment: Binary.environment, input: .null, output: .null, error: .null)
    let path = folder.file("s") + "/view.sock"
    try HTTPConnection.waitForDaemon(in: folder.file("s"), daemon)

    let address = tcp ? HTTPConnection.Address.port(Self.port) : .socket(path)
    DescriptorLimit.raise(to: rlim_t(viewers + 64))
    guard let empty = ProcessReading(process: daemon.id) else { throw Problem("the daemon is gone") }
    let load = try ViewerLoad(viewers - stuck, at: [address])
    // The figures without stuck viewers, for comparison.
    load.follow(for: min(10, seconds))
    let before = load.takeLatencies()
    let idle = try (0..<stuck).map { _ in try Self.follow(address) }
    let start = monotonicSeconds()
    guard let first = ProcessReading(process: daemon.id) else { throw Problem("the daemon is gone") }
    var last = first
    var memory: [Int] = []
    while monotonicSeconds() - start < seconds {
      load.follow(for: min(0.5, seconds / 10))
      guard let reading = ProcessReading(process: daemon.id) else { throw Problem("the daemon is gone") }
      memory.append(reading.memory)
      last = reading
    }
    let share = (last.processorTime - first.processorTime) / (monotonicSeconds() - start)
    let during = load.takeLatencies()
    load.catchUp()
    var verdicts = Verdicts()
    load.judge(events: (during.count + before.count) / (viewers - stuck), &verdicts)
    judge(before, during, memory, &verdicts)
    let each = (first.memory - empty.memory) / viewers
    // What the first request takes counts little among many viewers.
    verdicts.check(each < Self.viewerMemory || viewers < 500, "memory for each viewer: \(each / 1024) KiB")
    verdicts.check(limit == nil || share <= 1, "processor time of the daemon: \(percent(share)) of a core")
    if stuck > 0, seconds >= 30 { try waitForClosing(load, path, since: start, &verdicts) }
    withExtendedLifetime(idle) {}
    daemon.send(SIGTERM)
    try verdicts.finish()
  }

  /// Where a daemon has its events.
  static let target = "/v1/events"

  /// Connects a viewer.
  ///
  /// - Parameter last: the id of the newest change that it knows; empty for none.
  static func follow(
    _ address: HTTPConnection.Address, _ target: String = target, after last: String = ""
  ) throws -> HTTPConnection {
    let id = last.isEmpty ? [] : ["Last-Event-ID: \(last)"]
    return try HTTPConnection(to: address, target: target, headers: ["Accept: text/event-stream"] + id)
  }

  /// A hundred events per second: half of them in a timer's row, half in a dependent row.
  static func scene(seconds: Double) -> String {
    """
    duration: \(Int(seconds) + 90)s
    rows:
      a: { apply: 'AsyncTimerSequence(interval: .milliseconds(20))' }
      b: { apply: 'a.map { $0 }' }
    """
  }

  private func judge(_ before: [Double], _ during: [Double], _ memory: [Int], _ verdicts: inout Verdicts) {
    func tail(_ latencies: [Double]) -> (median: Double, p99: Double) {
      let sorted = latencies.sorted()
      return (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    }
    func milliseconds(_ time: Double) -> String { "\((time * 10_000).rounded() / 10) ms" }
    let (calm, busy) = (tail(before), tail(during))
    verdicts.check(
      limit.map { busy.p99 * 1000 <= $0 } ?? (busy.p99 <= calm.p99 * 2 + 0.010),
      "an event reaches a viewer after \(milliseconds(busy.median)) in the median and \(milliseconds(busy.p99)) at the "
        + "99th percentile; before \(stuck) were stuck: \(milliseconds(calm.median)) and \(milliseconds(calm.p99))")
    let base = memory[memory.count / 3]
    let growth = Double(memory.last! - base) / Double(base)
    verdicts.check(
      growth <= Self.memoryLimit,
      "memory of the daemon: \(mebibytes(memory[0])), \(mebibytes(base)) after a third of the time, "
        + "\(mebibytes(memory.last!)) at the end: \(percent(growth)), \(percent(Self.memoryLimit)) allowed")
  }

  private func waitForClosing(_ load: ViewerLoad, _ path: String, since start: Double, _ verdicts: inout Verdicts)
    throws
  {
    var (left, counted) = (viewers, 0)
    repeat {
      load.follow(for: 0.5)
      let metrics = try PrometheusText(try HTTPConnection.get("/metrics", of: path))
      left = Int(metrics["marbled_viewers"] ?? 0)
      counted = Int(metrics["marbled_viewers_stuck_total"] ?? 0)
    } while left > viewers - stuck && monotonicSeconds() - start < Self.closing
    verdicts.check(
      left == viewers - stuck && counted == stuck,
      "\(viewers - left) of \(stuck) who took nothing were closed, and \(counted) counted as such, the last one after "
        + "\(Int(monotonicSeconds() - start)) s")
    verdicts.check(load.problem == nil, "the others went on: \(load.problem ?? "no word is missing")")
  }
}
