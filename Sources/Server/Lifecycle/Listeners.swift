internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import Platform
internal import ServiceLifecycle
internal import Synchronization

/// The listeners of a daemon: a control socket, a view socket, and TCP for viewers and for phones if configured.
final class Listeners: Sendable {
  /// Counts the connections of all listeners.
  let connections: Connections
  private let watching: Connections
  private let configuration: DaemonConfiguration
  private let clock: any Clock<Duration>
  private let logger: Logger
  private let address = Mutex<String?>(nil)
  /// Runs the tasks of viewers, so that control requests never wait behind them.
  private let viewers = ViewerExecutor()
  private let viewerLoops = MultiThreadedEventLoopGroup(numberOfThreads: max(1, System.coreCount - 1))
  private let controlLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Prepares the listeners; nothing listens before the services run.
  init(_ configuration: DaemonConfiguration, _ budget: DescriptorBudget, clock: any Clock<Duration>, logger: Logger) {
    self.clock = clock
    self.configuration = configuration
    self.logger = logger
    connections = Connections(limit: budget.connections, sharing: .ofThisProcess, logger: logger)
    watching = Connections(
      limit: budget.watching, within: connections, sharing: .ofThisProcess, logger: logger)
  }

  /// The TCP address for viewers, once it is known: port 0 stands for any free port.
  var viewAddress: String? { address.withLock { $0 } }

  /// One server for each listener.
  ///
  /// - Parameter isUp: called for each server that is listening.
  func services(
    of api: API, _ lock: InstanceLock, isUp: @escaping @Sendable () -> Void
  ) throws(SocketFolderError) -> [any Service] {
    var services: [any Service] = [
      try socket("control.sock", api.controlRouter(), mode: 0o660, connections, controlLoops, lock, isUp),
      ViewerService(
        service: try socket(
          "view.sock", api.viewRouter(on: viewers), mode: 0o666, watching, viewerLoops, lock, isUp), executor: viewers),
    ]
    if let view = configuration.view {
      let router = api.viewRouter(checkingHost: HostCheck(address: view, hosts: configuration.viewHosts), on: viewers)
      let service = tcp(view, router, isUp) { [self] url in
        address.withLock { $0 = url }
        logger.notice("viewers may watch", metadata: ["url": "\(url)"])
        if view.isOfEveryInterface {
          logger.warning(
            "listening on every interface: anyone on this machine's networks can watch", metadata: ["view": "\(view)"])
        }
      }
      services.append(ViewerService(service: service, executor: viewers))
    }
    if let control = configuration.control, let remote = api.remote {
      let router = api.remoteRouter(
        remote, checkingHost: HostCheck(address: control, hosts: configuration.viewHosts),
        log: RefusalLog(logger, now: MonotonicClock.system.now))
      let service = tcp(control, router, isUp) { [logger] url in
        logger.notice("phones may steer, with a code", metadata: ["url": "\(url)"])
      }
      services.append(ViewerService(service: service, executor: viewers))
    }
    return services.map { ServerService(server: $0, clock: clock) }
  }

  private func socket(
    _ name: String, _ router: Router<APIContext>, mode: mode_t, _ connections: Connections,
    _ loops: any EventLoopGroup, _ lock: InstanceLock, _ isUp: @escaping @Sendable () -> Void
  ) throws(SocketFolderError) -> any Service {
    // An error at the start is one of the daemon.
    _ = try lock.stagingPath(of: name)
    var logger = logger
    logger[metadataKey: "socket"] = "\(name)"
    let responder = router.buildResponder()
    return SocketService(
      make: { [self, logger] () throws(SocketFolderError) in
        Application(
          responder: responder, server: server(connections),
          configuration: ApplicationConfiguration(
            address: .unixDomainSocket(path: try lock.stagingPath(of: name)), backlog: GuardedHTTP.backlog),
          onServerRunning: { _ in
            do throws(SocketFolderError) {
              try lock.publish(name, mode: mode)
              isUp()
            } catch {
              logger.critical("\(error)")
            }
          }, eventLoopGroupProvider: .shared(loops), logger: DaemonRunner.quiet(logger))
      }, isRemoved: { lock.isRemoved(name) }, clock: clock, logger: logger)
  }

  private func tcp(
    _ listen: ListenAddress, _ router: Router<APIContext>, _ isUp: @escaping @Sendable () -> Void,
    onListening: @escaping @Sendable (_ url: String) -> Void
  ) -> any Service {
    Application(
      router: router,
      server: server(
        Connections(
          limit: configuration.viewConnections, sharesByAddress: !configuration.behindProxy,
          streams: max(1, configuration.viewConnections * 3 / 4), within: watching,
          logger: logger)),
      configuration: ApplicationConfiguration(
        address: .hostname(listen.host, port: listen.port), backlog: GuardedHTTP.backlog),
      onServerRunning: { channel in
        onListening("http://\(ListenAddress(host: listen.host, port: channel.localAddress?.port ?? listen.port))/")
        isUp()
      }, eventLoopGroupProvider: .shared(viewerLoops), logger: DaemonRunner.quiet(logger))
  }

  private func server(_ connections: Connections) -> HTTPServerBuilder {
    var limits = ConnectionGuard.TimeLimits()
    limits.request = TimeAmount(configuration.requestTimeout)
    return GuardedHTTP.builder(connections, limits)
  }
}

/// A server that answers its requests on the threads of viewers.
private struct ViewerService: Service {
  let service: any Service
  let executor: ViewerExecutor

  func run() async throws {
    try await withTaskExecutorPreference(executor) { try await service.run() }
  }
}
