import ArgumentParser
import Foundation
import Platform
import Synchronization
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Benchmarks fan-out`: what an event stream costs, beside nginx with nchan.
///
/// Both send the same events to the same client, which reads all streams on one thread, on the cores of the server.
struct FanOut: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Send events to many viewers over TCP, beside nginx with nchan where they are installed.")

  @Option(help: "Duration of each load in seconds.")
  var seconds = 20.0

  @Option(help: "Maximum memory of a viewer of marbled in KiB.")
  var memory = 24

  @Option(help: "Only this load: its number of viewers.")
  var viewers: Int?

  private struct Load {
    var viewers: Int
    /// Events per second.
    var rate: Int
    /// The limit of the latency at the 99th percentile, in seconds.
    var limit: Double
  }

  private static let loads = [
    Load(viewers: 1000, rate: 1, limit: 0.1), Load(viewers: 1000, rate: 100, limit: 0.1),
    Load(viewers: 10_000, rate: 1, limit: 1),
  ]

  /// What a load has cost.
  private struct Cost {
    var memory: Int
    var processor: Double
    var median: Double
    var late: Double
    var problem: String?
    var events: Int

    var cells: String {
      func milliseconds(_ time: Double) -> String { "\((time * 10_000).rounded() / 10) ms" }
      return "\((Double(memory) / 1024 * 10).rounded() / 10) KiB | \(percent(processor)) | \(milliseconds(median)) | "
        + "\(milliseconds(late)) | \(problem ?? "all of \(events)")"
    }
  }

  mutating func run() throws {
    DescriptorLimit.raise(to: rlim_t(16_384))
    var verdicts = Verdicts()
    print("| viewers | events/s | server | memory of a viewer | processor | median | 99th percentile | events |")
    print("|---|---|---|---|---|---|---|---|")
    for load in Self.loads where viewers == nil || viewers == load.viewers {
      let ours = try Self.cost(of: load, for: seconds) { try MarbledFanOut(viewers: load.viewers, rate: load.rate) }
      print("| \(load.viewers) | \(load.rate) | marbled | \(ours.cells) |")
      verdicts.check(
        ours.problem == nil && ours.late <= load.limit,
        "\(load.viewers) viewers, \(load.rate) events a second: \(ours.problem ?? "all events in order, on time")")
      verdicts.check(
        ours.memory <= memory << 10, "\(load.viewers) viewers: \(ours.memory >> 10) KiB each, \(memory) allowed")
      guard Nchan.isInstalled else { continue }
      let theirs = try Self.cost(of: load, for: seconds) { try Nchan(rate: load.rate) }
      print("| \(load.viewers) | \(load.rate) | nginx with nchan | \(theirs.cells) |")
    }
    if !Nchan.isInstalled { print("nginx with nchan is not installed: packages nginx-light and libnginx-mod-nchan") }
    try verdicts.finish()
  }

  private static func cost(
    of load: Load, for seconds: Double, _ start: () throws -> any FanOutServer
  ) throws -> Cost {
    let server = try start()
    defer { server.stop() }
    // What the first viewers need once counts for none of them.
    let first = try ViewerLoad(16, at: [server.address], target: server.target)
    first.follow(for: 0.5)
    let empty = try server.reading()
    let all = try ViewerLoad(load.viewers, at: [server.address], target: server.target)
    try server.begin()
    all.follow(for: 2)
    _ = all.takeLatencies()
    let before = try server.reading()
    let clock = monotonicSeconds()
    all.follow(for: seconds)
    let after = try server.reading()
    let time = monotonicSeconds() - clock
    let latencies = all.takeLatencies().sorted()
    guard !latencies.isEmpty else { throw Problem("no event has come: \(all.problem ?? "without a reason")") }
    all.catchUp()
    withExtendedLifetime(first) {}
    return Cost(
      memory: (after.memory - empty.memory) / load.viewers,
      processor: (after.processorTime - before.processorTime) / time,
      median: latencies[latencies.count / 2], late: latencies[latencies.count * 99 / 100],
      problem: all.problem ?? (all.isComplete ? nil : "some are missing"), events: latencies.count / load.viewers)
  }
}

/// A server that sends events to viewers.
protocol FanOutServer {
  var address: HTTPConnection.Address { get }
  var target: String { get }
  /// What its processes take together.
  func reading() throws -> ProcessReading
  /// Begins to send events, if it has not begun.
  func begin() throws
  func stop()
}

/// A daemon with a scene.
private struct MarbledFanOut: FanOutServer {
  private static let port: UInt16 = 17_923
  private let folder: TemporaryFolder
  private let daemon: Child

  let address = HTTPConnection.Address.port(port)
  let target = "/v1/events"

  init(viewers: Int, rate: Int) throws {
    folder = try TemporaryFolder()
    let scene = """
      duration: 10m
      rows:
        a: { apply: 'AsyncTimerSequence(interval: .milliseconds(\(1000 / rate)))' }
      """
    try scene.write(toFile: folder.file("ticks.yaml"), atomically: true, encoding: .utf8)
    // Streams may have three quarters of the places; behind a proxy, one address may have all of them.
    let places = "\(viewers * 4 / 3 + 64)"
    daemon = try Child(
      Binary.path(),
      [
        "daemon", "--socket", folder.file("s"), "--playlist", folder.file("ticks.yaml"), "--viewers", places,
        "--view", "127.0.0.1:\(Self.port)", "--view-connections", places, "--behind-proxy", "true",
      ], environment: Binary.environment, input: .null, output: .null, error: .null)
    try HTTPConnection.waitForDaemon(in: folder.file("s"), daemon)
    try KeptConnection.wait(for: Self.port, daemon)
  }

  func reading() throws -> ProcessReading { try ProcessReading.of([daemon.id]) }
  func begin() {}

  func stop() {
    daemon.send(SIGTERM)
    _ = daemon.waitForEnd()
  }
}

/// nginx with the module nchan, one process of which sends, as one thread of a daemon does.
private final class Nchan: FanOutServer, Sendable {
  private static let port: UInt16 = 17_924
  private static let modules = ["/usr/lib/nginx/modules", "/usr/lib64/nginx/modules", "/usr/local/lib/nginx/modules"]
  private static let program = "/usr/sbin/nginx"

  private let folder: TemporaryFolder
  private let nginx: Child
  private let rate: Int
  private let ends = Atomic(false)

  let address = HTTPConnection.Address.port(port)
  let target = "/sub"

  private static var module: String? {
    modules.map { $0 + "/ngx_nchan_module.so" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  static var isInstalled: Bool { module != nil && FileManager.default.isExecutableFile(atPath: program) }

  init(rate: Int) throws {
    self.rate = rate
    folder = try TemporaryFolder()
    let settings = """
      load_module \(Self.module ?? "");
      daemon off; worker_processes 1; worker_rlimit_nofile 16384; user root;
      pid \(folder.file("pid")); error_log \(folder.file("error.log"));
      events { worker_connections 16000; }
      http {
        access_log off; nchan_shared_memory_size 64M;
        server {
          listen 127.0.0.1:\(Self.port) backlog=4096;
          location = /sub { nchan_subscriber eventsource; nchan_channel_id a; nchan_subscriber_first_message oldest; }
          location = /pub { nchan_publisher; nchan_channel_id a; nchan_message_buffer_length 1000; }
        }
      }
      """
    try settings.write(toFile: folder.file("nginx.conf"), atomically: true, encoding: .utf8)
    nginx = try Child(
      Self.program, ["-c", folder.file("nginx.conf"), "-p", folder.path], environment: [:], input: .null,
      output: .null, error: .null)
    try KeptConnection.wait(for: Self.port, nginx)
    try publish(Self.message(0, "snapshot", 0))
  }

  private static func message(_ number: Int, _ type: String, _ time: Double) -> String {
    #"{"seq":\#(number),"type":"\#(type)","row":"a","kind":"value","time":\#(time),"value":\#(number)}"#
  }

  private func publish(_ text: String) throws {
    let connection = try HTTPConnection(
      to: address, method: "POST", target: "/pub", headers: ["Connection: close"], body: text)
    while connection.read() != nil {}
  }

  func begin() {
    Thread.detachNewThread { [self] in
      let start = monotonicSeconds()
      var number = 0
      while !ends.load(ordering: .relaxed) {
        number += 1
        let time = Double(number) / Double(rate)
        usleep(useconds_t(max(0, start + time - monotonicSeconds()) * 1_000_000))
        try? publish(Self.message(number, "event", time))
      }
    }
  }

  /// The processes of nginx: the one that reads its settings, and the one that sends.
  func reading() throws -> ProcessReading {
    let path = "/proc/\(nginx.id)/task/\(nginx.id)/children"
    let children = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ").compactMap { Int32($0) }
    return try ProcessReading.of([nginx.id] + children)
  }

  func stop() {
    ends.store(true, ordering: .relaxed)
    nginx.send(SIGTERM)
    _ = nginx.waitForEnd()
  }
}
