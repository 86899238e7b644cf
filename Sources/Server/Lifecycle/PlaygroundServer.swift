internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Platform
internal import Playground
public import SceneFiles
internal import ServiceLifecycle

/// Serves the page on which scenes are played, edited and shared, without a daemon: `marbled serve`.
public struct PlaygroundServer: Sendable {
  /// The address to listen on.
  public var address: ListenAddress
  /// Additional host names that requests may be addressed to.
  public var hosts: [String]
  /// The scenes to offer before the shipped ones.
  public var files: [SceneFile]
  /// Whether a proxy names the address of its client, as the last of `X-Forwarded-For`.
  public var isBehindProxy = false
  /// How long a run of a visitor may take.
  public var timeLimit = RunQueue.standardLimit
  /// The format of log lines.
  public var logFormat = LogLines.Format.text
  /// The environment variables of the process.
  public var environment: [String: String] = [:]
  /// The version that `marbled --version` prints.
  public var version = ""

  /// Creates a server, which starts with ``run(onListening:)``.
  public init(address: ListenAddress, hosts: [String] = [], files: [SceneFile] = []) {
    (self.address, self.hosts, self.files) = (address, hosts, files)
  }

  /// The maximum number of connections; each takes some 50 KiB when its client sends what nobody reads.
  private static let maximumConnections = 2048

  /// How long pending requests may take after shutdown has begun.
  private static let timeout = Duration.milliseconds(1500)

  /// How long the process may take to end after it was asked to.
  public static let endingTime = timeout + .milliseconds(300)

  /// Serves until SIGTERM or SIGINT.
  ///
  /// - Parameter onListening: called with the URL of the page when it can be opened.
  /// - Throws: ``ListenAddress/Unavailable`` when the port is not available.
  public func run(onListening: @escaping @Sendable (_ url: String) -> Void) async throws {
    signal(SIGPIPE, SIG_IGN)
    StraySignals.handle()
    _ = ProcessUsage.startTime
    defer { LogOutput.standardError.drain(within: .milliseconds(500)) }
    try address.check(flag: "--listen")
    DescriptorLimit.raise(to: rlim_t(DescriptorBudget.enough))
    let form = LogLines.Form.forStandardError(logFormat, environment: environment)
    let logger = Logger(label: "marbled") { _ in
      LogLines(form: form, level: .notice, journal: .ofThisMachine, write: LogLines.toStandardError)
    }
    let connections = Connections(
      limit: min(DescriptorBudget.ofThisProcess.watching, Self.maximumConnections), sharesByAddress: !isBehindProxy,
      logger: logger)
    let loops = MultiThreadedEventLoopGroup(numberOfThreads: max(1, System.coreCount - 1))
    let routes = PlaygroundRoutes(of: files, timeLimit: timeLimit, isBehindProxy: isBehindProxy)
    let application = Application(
      router: router(
        routes, operations: ServerOperations(connections, routes, version: version), log: logger),
      server: GuardedHTTP.builder(connections, ConnectionGuard.TimeLimits()),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port), backlog: GuardedHTTP.backlog),
      onServerRunning: { [address] channel in
        let port = channel.localAddress?.port ?? address.port
        onListening("http://\(ListenAddress(host: address.host, port: port))/")
      }, eventLoopGroupProvider: .shared(loops), logger: DaemonRunner.quiet(logger))
    let (quits, quit) = AsyncStream<Void>.makeStream()
    let signals = StoppingSignals { quit.yield() }
    defer { withExtendedLifetime(signals) {} }
    var group = ServiceGroupConfiguration(
      services: [
        .init(service: application), .init(service: DaemonService.stopping(routes.queue)),
        .init(service: DaemonService.quitting(at: quits), successTerminationBehavior: .gracefullyShutdownGroup),
      ],
      gracefulShutdownSignals: [], logger: DaemonRunner.quiet(logger))
    group.maximumGracefulShutdownDuration = Self.timeout
    try await ServiceGroup(configuration: group).run()
  }

  /// - Parameters:
  ///   - operations: the routes for operators; nil for none.
  ///   - logger: where refused requests are logged; nil for nowhere.
  func router(
    _ routes: PlaygroundRoutes, operations: ServerOperations? = nil, log logger: Logger? = nil
  ) -> Router<APIContext> {
    let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
    if let operations { router.add(middleware: RequestCounting(meter: operations.meter)) }
    router.add(middleware: Compression(budget: routes.queue.budget, isBehindProxy: isBehindProxy))
    let refusals = logger.map { RefusalLog($0, now: MonotonicClock.system.now) }
    let page = PlaygroundPage(of: routes, isRoot: true)
    router.add(middleware: ErrorsAsJSON(log: refusals, isBehindProxy: isBehindProxy, lists: page.lists))
    router.add(middleware: HostCheck(address: address, hosts: hosts, help: "--host NAME allows another host"))
    router.add(middleware: OriginCheck())
    return router.with(.serve) { router in
      operations?.add(to: router)
      routes.add(to: router)
      PageFolder.add(to: router)
      Robots.add(to: router)
      SchemaFile.add(to: router)
      page.add(to: router)
    }
  }
}

extension PlaygroundRoutes {
  /// The routes of a server: long runs use half of the cores, and short ones one more, so that the rest of the program has
  /// time.
  init(of files: [SceneFile] = [], timeLimit: Duration = RunQueue.standardLimit, isBehindProxy: Bool = false) {
    self.init(
      PlaygroundLibrary(files: files), queue: RunQueue(width: max(1, System.coreCount / 2), limit: timeLimit))
    self.isBehindProxy = isBehindProxy
  }
}
