internal import Foundation
internal import HubCore
internal import Inputs
internal import Logging
internal import Marbles
internal import Platform
internal import SceneFiles
internal import Scenes
internal import ServiceLifecycle
internal import Terminal
internal import Wire

/// A daemon from start to end: a hub, its servers and their supervision in one service group.
public struct DaemonRunner: Sendable {
  /// The settings of the daemon.
  public var configuration: DaemonConfiguration
  /// The path of the configuration file; nil for none.
  public var path: String?
  /// The values of flags by key; they override the file.
  public var flags: [String: [String]]
  /// Whether a terminal is required.
  public var needsTerminal: Bool
  /// The environment variables of the process.
  public var environment: [String: String]
  /// The version that `marbled --version` prints.
  public var version: String

  /// Creates a daemon, which starts with ``run()``.
  public init(
    _ configuration: DaemonConfiguration, path: String?, flags: [String: [String]], needsTerminal: Bool = false,
    environment: [String: String], version: String
  ) {
    self.configuration = configuration
    self.path = path
    self.flags = flags
    self.needsTerminal = needsTerminal
    self.environment = environment
    self.version = version
  }

  /// No scene can be played.
  public struct NothingToPlay: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why no scene can be played.
    public var description: String
  }

  /// The file for the recording can't be written.
  public struct NoRecording: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why the file can't be written.
    public var description: String
  }

  /// A terminal is required, and there is none.
  public struct NoTerminal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why there is no terminal to draw on.
    public var description: String
  }

  /// How long pending requests may take after shutdown has begun: 1.5 s, or `MARBLED_STOP_TIME` on slow machines.
  private var stopTime: Duration {
    let seconds = environment["MARBLED_STOP_TIME"].flatMap(Double.init) ?? 1.5
    return .seconds(seconds.isFinite ? min(max(seconds, 0.1), 600) : 1.5)
  }

  /// How long the process may take to end after it was asked to.
  public var endingTime: Duration { stopTime + .milliseconds(300) }

  /// Runs the daemon until a signal or a request ends it.
  ///
  /// - Throws: ``SocketFolderError`` when the sockets can't be created, ``ListenAddress/Unavailable`` when the port is
  ///   not available, ``NothingToPlay`` when no scene can be played, ``NoRecording`` when the recording can't be written, ``NoTerminal`` when a required terminal is
  ///   missing.
  public func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    StraySignals.handle()
    _ = ProcessUsage.startTime
    defer { LogOutput.standardError.drain(within: .milliseconds(500)) }
    let console: Console?
    do throws(Console.UnusableTerminal) { console = try Console(path: configuration.tty) } catch {
      throw NoTerminal(description: error.description)
    }
    if needsTerminal, console == nil {
      throw NoTerminal(description: "there is no terminal to draw on; `marbled daemon` plays without one")
    }
    let logger = logger(console)
    let folders = SocketFolder.candidates(
      given: configuration.socket, instance: configuration.instance, environment: environment)
    let lock = try InstanceLock(folders[0])
    defer { lock.release() }
    try configuration.view?.check(flag: "--view")
    try configuration.control?.check(flag: "--control", clients: "phones")
    if configuration.control != nil, console == nil {
      logger.warning("no phone can steer: there is no terminal that can show the code", metadata: ["key": "control"])
    }

    DescriptorLimit.raise(to: rlim_t(DescriptorBudget.enough))
    let budget = DescriptorBudget.ofThisProcess
    var settings = settings(budget, logger)
    let end = OneTimeEvent()
    let signals = StoppingSignals { end.happen() }
    defer { withExtendedLifetime(signals) {} }
    var serving = Serving(lock: lock, console: console, budget: budget, end: end, logger: logger)
    if let url = configuration.follow {
      let relay = Relay(of: url, settings: settings, logger)
      if await Self.unlessEnded(by: end, { await relay.begin() }) != nil { try await serve(relay, serving) }
      await relay.stop()
      return logger.info("ended")
    }
    let taps = TapListener(at: folders[0].tap, mode: 0o660, isPermanent: true)
    do throws(TapListener.Unavailable) { try taps.open() } catch {
      logger.warning("no taps", metadata: ["reason": "\(error)"])
    }
    defer { taps.close() }
    LastResort.remove(taps.path)
    (settings.taps, serving.taps) = (taps, taps)
    let recording = try configuration.record.map { (path) throws(NoRecording) in
      try DaemonRecording(path, limit: configuration.recordLimit, logger)
    }
    defer { recording?.close() }
    if let recording { settings.recorder = { recording.recorder(of: $0) } }
    serving.recording = recording
    let reading = Playlist.read(configuration, folders: SceneLibrary.standardFolders(environment: environment))
    guard let playlist = reading.playlist else {
      throw NothingToPlay(description: (reading.problems + reading.warnings).joined(separator: "\n"))
    }
    let hub = Hub(
      playlist: playlist, titleCards: configuration.titleCards, message: configuration.message, settings: settings,
      logger: logger)
    await hub.leaveOut(reading.problems)
    for problem in playlist.sourceProblems { await hub.note(problem) }
    for warning in reading.warnings { await hub.note(warning) }
    if configuration.playlist.isEmpty {
      logger.info(
        "no playlist is configured: playing all scenes without live rows",
        metadata: ["scenes": "\(playlist.entries.count)"])
    }
    guard let hasBegun = await Self.unlessEnded(by: end, { await hub.begin() }) else { return logger.info("ended") }
    guard hasBegun else { throw NothingToPlay(description: "none of the scenes can be played") }
    try await serve(hub, serving)
    await hub.stop()
    logger.info("ended")
  }

  /// What the services of a daemon share.
  private struct Serving {
    let lock: InstanceLock
    let console: Console?
    let budget: DescriptorBudget
    let end: OneTimeEvent
    let logger: Logger
    var recording: DaemonRecording?
    /// Listens for programs with taps; nil for a relay.
    var taps: TapListener?
  }

  private func settings(_ budget: DescriptorBudget, _ logger: Logger) -> Hub.Settings {
    var settings = Hub.Settings()
    settings.maximumViewers = min(configuration.viewers, budget.following)
    if settings.maximumViewers < configuration.viewers {
      logger.warning(
        "the limit of file descriptors leaves room for fewer viewers than are configured",
        metadata: [
          "descriptors": "\(budget.limit)", "viewers": "\(settings.maximumViewers)",
          "configured": "\(configuration.viewers)",
        ])
    }
    settings.viewerQueueBytes = configuration.viewerQueue
    settings.publishing = configuration.publish.map(RelayConnection.init)
    settings.following = configuration.follow.map(RelayConnection.init)
    // The publisher has gathered the changes.
    if configuration.follow != nil { settings.batchInterval = 0 }
    return settings
  }

  /// The result of `body`; nil when shutdown is requested first, without waiting for `body`.
  static func unlessEnded<Result: Sendable>(
    by end: OneTimeEvent, _ body: @escaping @Sendable () async -> Result
  ) async -> Result? {
    let (results, result) = AsyncStream<Result?>.makeStream()
    let work = Task { result.yield(await body()) }
    defer { work.cancel() }
    end.observe { result.yield(nil) }
    for await result in results { return result }
    return nil
  }

  private func logger(_ console: Console?) -> Logger {
    let form = LogLines.Form.forStandardError(configuration.logFormat, environment: environment)
    return Logger(label: "marbled") { _ in
      LogLines(form: form, level: configuration.logLevel, journal: .ofThisMachine) { line in
        if let console { console.log(line) } else { LogLines.toStandardError(line) }
      }
    }
  }

  // MARK: Services

  private func serve(_ broadcaster: any Broadcaster, _ serving: Serving) async throws {
    let (lock, console, end, logger) = (serving.lock, serving.console, serving.end, serving.logger)
    let reloader = Reloader(
      configuration, path: path, flags: flags, folders: SceneLibrary.standardFolders(environment: environment),
      logger: logger)
    let notifier = ServiceNotifier(environment: environment, process: getpid())
    let (up, isUp) = AsyncStream<Void>.makeStream()
    let (quits, quit) = AsyncStream<Void>.makeStream()
    let quitting: @Sendable () -> Void = {
      LastResort.begin()
      quit.yield()
    }
    end.observe(quitting)
    let reload: @Sendable () async -> String? = {
      serving.recording?.reopen()
      notifier.send(.reloading(monotonicMicroseconds: monotonicMicroseconds()))
      defer { notifier.send(.ready) }
      return await reloader.reload(into: broadcaster)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let listeners = Listeners(configuration, serving.budget, clock: clock, logger: logger)
    let playground = configuration.playground ? PlaygroundRoutes(isBehindProxy: configuration.behindProxy) : nil
    let remote = configuration.control.map { _ in RemoteControl(logger: logger) }
    let api = API(
      broadcaster: broadcaster, library: { await reloader.library },
      daemonStatus: { daemonStatus(reloader, listeners, broadcaster.store.settings, since: start) }, reload: reload,
      quit: quitting,
      playground: playground, remote: remote, instance: configuration.instance,
      isBehindProxy: configuration.behindProxy,
      health: HealthRoutes(probe: HealthProbe(clock: clock) { Self.ask(broadcaster, console, $0) }) { [needsTerminal] in
        if needsTerminal, console?.isGone == true { return "the terminal is gone" }
        return broadcaster.store.standstill
      },
      reloads: { reloader.outcome })

    let servers = try listeners.services(of: api, lock, isUp: { isUp.yield() })
    let services: [any Service] =
      [DaemonService.playing(broadcaster)] + servers + [
        DaemonService.heartbeats(broadcaster, clock), DaemonService.loops(broadcaster.store, clock),
        DaemonService.reloading(console, reload: reload),
        SystemdNotifyService(
          broadcaster: broadcaster, notifier: notifier,
          watchdog: WatchdogNotifier(notifier) { Self.ask(broadcaster, console, $0) },
          serversUp: up,
          servers: servers.count, clock: clock, logger: logger),
      ]
    let publisher = configuration.publish.map { Publisher(broadcaster.store, to: $0, logger) }
    let drawing = console.map { console in
      ConsoleService(
        console: console, broadcaster: broadcaster, configuration: configuration, remote: remote,
        environment: environment, logger: logger,
        quit: quitting)
    }
    var group = ServiceGroupConfiguration(
      services: services.map { .init(service: $0) },
      // Signals are handled earlier, before there is anything to shut down.
      gracefulShutdownSignals: [], logger: Self.quiet(logger))
    group.services.append(
      .init(service: DaemonService.quitting(at: quits), successTerminationBehavior: .gracefullyShutdownGroup))
    let others: [(any Service)?] = [
      // Before the streams, as services shut down in reverse order: it writes their end.
      publisher, StreamsService(store: broadcaster.store, clock: clock), drawing,
      playground.map { DaemonService.stopping($0.queue) },
      remote.map { DaemonService.resetting($0, broadcaster, clock) },
      serving.taps.map { DaemonService.keeping($0, clock, serving.logger) },
    ]
    for case let service? in others {
      group.services.append(.init(service: service, successTerminationBehavior: .ignore))
    }
    group.maximumGracefulShutdownDuration = stopTime
    defer { notifier.drain() }
    try await ServiceGroup(configuration: group).run()
  }

  /// A round trip through the hub, the scene's thread and the drawing thread, paused or not.
  private static func ask(
    _ broadcaster: any Broadcaster, _ console: Console?, _ answer: @escaping @Sendable () -> Void
  ) {
    Task {
      guard await broadcaster.responds() else { return }
      if let console { console.probe.ask(answer) } else { answer() }
    }
  }

  /// A logger for libraries, which log too much.
  static func quiet(_ logger: Logger) -> Logger {
    var logger = logger
    if logger.logLevel > .debug { logger.logLevel = max(logger.logLevel, .error) }
    return logger
  }

  private func daemonStatus(
    _ reloader: Reloader, _ listeners: Listeners, _ settings: HubSettings,
    since start: ContinuousClock.Instant
  ) -> DaemonStatus.Daemon {
    let outcome = reloader.outcome
    var status = DaemonStatus.Daemon(
      instance: configuration.instance, process: Int(getpid()), version: version,
      uptime: Double((start.duration(to: .now) / .milliseconds(1)).rounded()) / 1000, view: listeners.viewAddress,
      connections: DaemonStatus.Daemon.Connections(listeners.connections.counts), config: path,
      configError: outcome.problem,
      restartKeys: outcome.restartKeys)
    (status.publish, status.follow) = (settings.publishing?.status, settings.following?.status)
    return status
  }
}

extension DaemonStatus.Daemon.Connections {
  fileprivate init(_ counts: Connections.Counts) {
    self.init(open: counts.open, refused: counts.refused, late: counts.late, malformed: counts.malformed)
  }
}
