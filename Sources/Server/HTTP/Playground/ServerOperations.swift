internal import Dispatch
internal import Hummingbird
internal import Platform
internal import Wire

/// What the operator of `marbled serve` can ask: metrics, health, and a small status.
struct ServerOperations: Sendable {
  /// Counts the requests.
  let meter: RequestMeter
  private let connections: Connections
  private let runs: RunCounts
  private let health: HealthRoutes
  private let version: String
  private let start: Int64
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - routes: the routes whose runs are counted.
  ///   - version: the version that `marbled --version` prints.
  ///   - clock: measures how long threads take to respond.
  ///   - now: reads the wall clock, in nanoseconds.
  init(
    _ connections: Connections, _ routes: PlaygroundRoutes, version: String,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Int64 = MonotonicClock.system.now
  ) {
    (self.connections, self.version, self.now) = (connections, version, now)
    (runs, start, meter) = (routes.counts, now(), RequestMeter(now: now))
    let queue = DispatchQueue(label: "marbled.alive", qos: .userInitiated)
    // Without a thread for this queue there is none for a run.
    health = HealthRoutes(
      probe: HealthProbe(clock: clock) { answer in queue.async(execute: answer) }, obstacle: { nil })
  }

  func add(to router: Router<APIContext>) {
    health.add(to: router)
    router.get("metrics") { _, _ in Response.metrics(await metrics()) }
    router.get("v1/status") { _, _ in Response.json(status) }
  }

  /// The body of `GET /metrics`.
  func metrics() async -> MetricsText {
    var text = MetricsText()
    text.add(connections.counts)
    text.add(meter.counts)
    text.add(runs)
    let isAlive = await health.isAlive()
    text.add(isAlive: isAlive, isReady: isAlive)
    text.addProcess(version: version)
    return text
  }

  private var status: String {
    JSONObject { object in
      object.add("version", version)
      object.add("wire", WireVersion.current)
      object.add("uptime", Double((now() - start) / 1_000_000) / 1000)
      let counts = connections.counts
      object.add("connections") {
        $0.add("open", counts.open)
        $0.add("refused", counts.refused)
        $0.add("late", counts.late)
        $0.add("malformed", counts.malformed)
      }
      object.add("runs") {
        $0.add("waiting", runs.waiting)
        $0.add("running", runs.running)
        $0.add("computed", runs.seconds.count)
      }
      object.add("load") {
        if let bytes = ProcessUsage.residentBytes { $0.add("memoryBytes", bytes) }
        if let count = ProcessUsage.openDescriptors { $0.add("openDescriptors", count) }
      }
    }.text
  }
}
