import ArgumentParser
import Foundation
import Platform
import TestSupport

/// Checks that viewers of relays get every event of a publisher: while nothing fails, when a relay is killed, and when one
/// starts late.
struct Relays: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Follow a scene of 100 events per second at relays, and check that each viewer gets all of them.")

  @Option(help: "Number of relays.")
  var relays = 4

  @Option(help: "Number of viewers of each relay.")
  var viewers = 250

  @Option(help: "Maximum latency at the 99th percentile in milliseconds.")
  var limit = 100.0

  @Option(help: "Duration in seconds, without failures.")
  var seconds = 60.0

  func run() throws {
    let folder = try TemporaryFolder()
    let server = try Server(in: folder)
    let stream = "redis://127.0.0.1:\(server.port)/show"
    try Viewers.scene(seconds: seconds).write(toFile: folder.file("hundred.yaml"), atomically: true, encoding: .utf8)
    let publisher = try Daemon(folder.file("p"), ["--playlist", folder.file("hundred.yaml"), "--publish", stream])
    let start = { (number: Int) throws -> Daemon in
      try Daemon(folder.file("r\(number)"), ["--follow", stream, "--viewers", "\(viewers + 8)"])
    }
    var daemons = try (0..<relays).map(start)
    DescriptorLimit.raise(to: rlim_t(relays * viewers + 64))
    let load = try ViewerLoad(relays * viewers, at: daemons.map(\.address))
    load.follow(for: 1)
    _ = load.takeLatencies()
    let all = [publisher] + daemons
    let before = all.map(\.processorTime)
    let begin = monotonicSeconds()
    load.follow(for: seconds)
    let time = monotonicSeconds() - begin
    let latencies = load.takeLatencies().sorted()
    guard !latencies.isEmpty else { throw Problem("no viewer got an event: \(load.problem ?? "no reason")") }
    var verdicts = Verdicts()
    let (median, tail) = (latencies[latencies.count / 2] * 1000, latencies[latencies.count * 99 / 100] * 1000)
    verdicts.check(
      tail <= limit,
      "an event reaches one of \(relays * viewers) viewers of \(relays) relays after \(rounded(median)) ms in the median, "
        + "\(rounded(tail)) ms at the 99th percentile (limit \(rounded(limit)))")
    let shares = zip(all, before).map { ($0.processorTime - $1) / time }
    print(
      "processor time: publisher \(percent(shares[0])) of a core, relays \(shares.dropFirst().map(percent).joined(separator: ", "))"
    )

    // A relay is killed; its viewers come back as soon as it listens again.
    daemons[0].kill()
    load.expectsHangups = true
    load.follow(for: 0.5)
    daemons[0] = try start(0)
    try load.reconnect()
    load.follow(for: 3)
    load.catchUp()
    load.judge(events: latencies.count / (relays * viewers), &verdicts)

    // A relay starts late, and shows what the publisher shows.
    _ = try publisher.ask("POST", "/v1/control", body: #"{"paused":true}"#)
    load.follow(for: 0.5)
    let late = try start(relays)
    let pictures = try [publisher, daemons[0], late].map { try $0.ask("GET", "/v1/picture?columns=100") }
    verdicts.check(
      pictures.allSatisfy { $0 == pictures[0] } && pictures[0].count > 1000,
      "the publisher, a relay and a late relay draw the same picture (\(pictures[0].count / 1024) KiB)")
    try verdicts.finish()
  }

  private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  /// A redis-server with its files in a folder.
  private final class Server {
    let port: UInt16
    private let process: Child

    init(in folder: TemporaryFolder) throws {
      port = 17_931
      process = try Child(
        "/usr/bin/env",
        ["redis-server", "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--dir", folder.file(".")],
        environment: Binary.environment, input: .null, output: .null, error: .null)
    }

    deinit { process.send(SIGKILL) }
  }

  /// A daemon that listens.
  private final class Daemon {
    private let process: Child
    private let folder: String

    init(_ folder: String, _ arguments: [String]) throws {
      self.folder = folder
      process = try Child(
        Binary.path(), ["daemon", "--socket", folder] + arguments, environment: Binary.environment, input: .null,
        output: .null, error: .null)
      try HTTPConnection.waitForDaemon(in: folder, process)
    }

    deinit { process.send(SIGKILL) }

    var address: HTTPConnection.Address { .socket(folder + "/view.sock") }

    /// The processor time so far, in seconds; 0 when it is gone.
    var processorTime: Double { ProcessReading(process: process.id)?.processorTime ?? 0 }

    /// Ends it without notice.
    func kill() {
      process.send(SIGKILL)
      _ = process.waitForEnd()
    }

    func ask(_ method: String, _ target: String, body: String = "") throws -> String {
      try HTTPConnection.get(target, of: folder + "/control.sock", method: method, body: body)
    }
  }
}
