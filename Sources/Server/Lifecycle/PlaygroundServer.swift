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

  /// Creates a server, which starts with ``run(onListening:)``.
  public init(address: ListenAddress, hosts: [String] = [], files: [SceneFile] = []) {
    (self.address, self.hosts, self.files) = (address, hosts, files)
  }

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
    try address.check(flag: "--listen")
    DescriptorLimit.raise(to: rlim_t(DescriptorBudget.enough))
    let logger = DaemonRunner.quiet(
      Logger(label: "marbled") { _ in
        LogLines(form: .forStandardError(environment: [:]), level: .warning) { LogLines.toStandardError($0) }
      })
    let connections = Connections(
      limit: DescriptorBudget.ofThisProcess.watching, sharesByAddress: !isBehindProxy, logger: logger)
    let loops = MultiThreadedEventLoopGroup(numberOfThreads: max(1, System.coreCount - 1))
    let routes = PlaygroundRoutes(of: files, isBehindProxy: isBehindProxy)
    let application = Application(
      router: router(routes),
      server: GuardedHTTP.builder(connections, ConnectionGuard.TimeLimits()),
      configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
      onServerRunning: { [address] channel in
        let port = channel.localAddress?.port ?? address.port
        onListening("http://\(ListenAddress(host: address.host, port: port))/")
      }, eventLoopGroupProvider: .shared(loops), logger: logger)
    let (quits, quit) = AsyncStream<Void>.makeStream()
    let signals = StoppingSignals { quit.yield() }
    defer { withExtendedLifetime(signals) {} }
    var group = ServiceGroupConfiguration(
      services: [
        .init(service: application), .init(service: DaemonService.stopping(routes.queue)),
        .init(service: DaemonService.quitting(at: quits), successTerminationBehavior: .gracefullyShutdownGroup),
      ],
      gracefulShutdownSignals: [], logger: logger)
    group.maximumGracefulShutdownDuration = Self.timeout
    try await ServiceGroup(configuration: group).run()
  }

  func router(_ routes: PlaygroundRoutes) -> Router<APIContext> {
    let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: Compression(budget: routes.queue.budget, isBehindProxy: isBehindProxy))
    router.add(middleware: ErrorsAsJSON())
    router.add(middleware: HostCheck(address: address, hosts: hosts, help: "--host NAME allows another host"))
    router.add(middleware: OriginCheck())
    OpenAPIDescription.add(to: router)
    routes.add(to: router)
    PlaygroundPage.addFiles(to: router)
    PlaygroundPage(of: routes, isRoot: true).add(to: router)
    return router
  }
}

extension PlaygroundRoutes {
  /// The routes of a server: long runs use half of the cores, and short ones one more, so that the rest of the program has
  /// time.
  init(of files: [SceneFile] = [], isBehindProxy: Bool = false) {
    self.init(
      PlaygroundLibrary(files: files), queue: RunQueue(width: max(1, System.coreCount / 2)))
    self.isBehindProxy = isBehindProxy
  }
}
