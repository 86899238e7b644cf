import ArgumentParser
import Foundation
import Platform
import Synchronization
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Benchmarks control-plane`: the response time of a daemon's control socket under the load of
/// many viewers.
struct ControlPlane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "control-plane",
    abstract: "Ask for status while many viewers ask for snapshots and another client goes to the end of the scene.")

  @Option(help: "Number of viewers that request snapshots repeatedly.")
  var viewers = 200

  @Option(help: "Number of events of the scene.")
  var events = 100_000

  @Option(help: "Duration of the load, in seconds.")
  var seconds = 20.0

  @Option(help: "Limit of the 99th percentile of status times, in milliseconds.")
  var limit = 50.0

  @Option(help: "Limit of viewers in the daemon's configuration.")
  var admitted = 256

  mutating func run() throws {
    Self.raiseDescriptorLimit()
    let folder = try TemporaryFolder()
    let manager = try DatagramReceiver(path: folder.file("notify"))
    try
      "duration: \(events / 2)s\nrows:\n  a: { apply: 'AsyncTimerSequence(interval: .seconds(1))' }\n  b: { apply: a }\n"
      .write(toFile: folder.file("large.yaml"), atomically: true, encoding: .utf8)
    var environment = Binary.environment
    environment["NOTIFY_SOCKET"] = folder.file("notify")
    environment["WATCHDOG_USEC"] = "2000000"
    let daemon = try Child(
      Binary.path(),
      [
        "daemon", "--socket", folder.file("s"), "--playlist", folder.file("large.yaml"), "--viewers", "\(admitted)",
        "--speed-factor", "1",
      ], environment: environment, input: .null, output: .null, error: .null)
    let control = folder.file("s") + "/control.sock"
    try HTTPConnection.waitForDaemon(in: folder.file("s"), daemon)
    let end = Double(events / 2)
    try Self.ask(control, #"{"paused":true,"seek":\#(end)}"#)
    let calm = try Self.statusTimes(control, for: 2)

    let tally = Tally()
    let view = folder.file("s") + "/view.sock"
    let load = Thread { [viewers] in Self.ask(viewers, view, tally) }
    let seeker = Thread {
      while !tally.isOver.load(ordering: .relaxed) {
        for seek in [0, end] { try? Self.ask(control, #"{"paused":true,"seek":\#(seek)}"#) }
      }
    }
    load.start()
    seeker.start()
    _ = manager.received()
    var pings = 0
    // The socket holds few messages, so they are read as they arrive.
    let busy = try Self.statusTimes(control, for: seconds) {
      pings += manager.received().count { $0.contains("WATCHDOG=1") }
    }
    tally.isOver.store(true, ordering: .relaxed)

    var verdicts = Verdicts()
    verdicts.check(
      busy[busy.count * 99 / 100] * 1000 <= limit,
      "status with \(viewers) viewers asking: \(Self.text(busy)); with none: \(Self.text(calm)); \(limit) ms at the 99th "
        + "percentile are allowed")
    verdicts.check(
      pings >= Int(seconds) - 2,
      "the watchdog was fed \(pings) times in \(Int(seconds)) s, once a second is asked for")
    let (sent, refused) = (tally.snapshots.load(ordering: .relaxed), tally.refusals.load(ordering: .relaxed))
    verdicts.check(sent > 0, "\(sent) snapshots were sent, and \(refused) viewers refused")
    daemon.send(SIGTERM)
    try verdicts.finish()
  }

  /// The counts of the client threads.
  private final class Tally: Sendable {
    let isOver = Atomic(false)
    let snapshots = Atomic(0)
    let refusals = Atomic(0)
  }

  private static func text(_ times: [Double]) -> String {
    func milliseconds(_ time: Double) -> String { "\((time * 10_000).rounded() / 10) ms" }
    return
      "\(milliseconds(times[times.count / 2])) in the median, \(milliseconds(times[times.count * 99 / 100])) at the "
      + "99th percentile, \(milliseconds(times.last!)) at most (\(times.count) times)"
  }

  /// The sorted response times.
  private static func statusTimes(
    _ path: String, for seconds: Double, _ afterEach: () -> Void = {}
  ) throws -> [Double] {
    var times: [Double] = []
    let start = monotonicSeconds()
    while monotonicSeconds() - start < seconds || times.isEmpty {
      let before = monotonicSeconds()
      _ = try HTTPConnection.get("/v1/status", of: path)
      times.append(monotonicSeconds() - before)
      afterEach()
      usleep(10_000)
    }
    return times.sorted()
  }

  private static func ask(_ path: String, _ body: String) throws {
    let socket = try HTTPConnection(
      path: path, method: "POST", target: "/v1/control", headers: ["Connection: close"], body: body)
    while socket.read() != nil {}
  }

  /// Runs this many viewers on this thread; each requests the next snapshot as soon as it has one, or was refused.
  private static func ask(_ count: Int, _ path: String, _ tally: Tally) {
    var sockets: [HTTPConnection?] = (0..<count).map { _ in nil }
    while !tally.isOver.load(ordering: .relaxed) {
      // In groups, so that answers are read meanwhile.
      for index in sockets.indices.filter({ sockets[$0] == nil }).prefix(50) {
        sockets[index] = try? HTTPConnection(path: path, target: "/v1/events")
      }
      var polls = sockets.map { pollfd(fd: $0?.descriptor ?? -1, events: Int16(POLLIN), revents: 0) }
      guard poll(&polls, nfds_t(polls.count), 100) > 0 else { continue }
      for index in polls.indices where polls[index].revents != 0 {
        guard let bytes = sockets[index]?.read() else {
          sockets[index] = nil
          continue
        }
        if bytes.starts(with: Array("HTTP/1.1 503".utf8)) {
          tally.refusals.add(1, ordering: .relaxed)
          sockets[index] = nil
        } else if bytes.suffix(4).elementsEqual(Array("}\n\r\n".utf8)) {
          tally.snapshots.add(1, ordering: .relaxed)
          sockets[index] = nil
        }
      }
    }
  }

  private static func raiseDescriptorLimit() { DescriptorLimit.raise(to: 1 << 14) }
}
