internal import HubCore
public import Logging
internal import SceneFiles
internal import Scenes
internal import Synchronization

/// The configuration in effect: read at the start, and again at each reload.
public actor Reloader {
  /// The configuration in effect.
  public private(set) var configuration: DaemonConfiguration
  /// The result of the last reload.
  struct Outcome: Sendable {
    /// Why the reload failed; nil when it succeeded.
    var problem: String?
    /// The keys that have changed since the start and need a restart.
    var restartKeys: [String] = []
    /// The number of reloads so far that succeeded.
    var succeeded = 0
    /// The number of reloads so far that failed.
    var failed = 0
  }

  /// The result of the last reload; readable at any time, also during a reload.
  nonisolated var outcome: Outcome { lastOutcome.withLock { $0 } }
  private let lastOutcome = Mutex(Outcome())
  /// The configuration at the start of the process.
  private let initial: DaemonConfiguration
  private let path: String?
  private let flags: [String: [String]]
  private let folders: [String]
  private let logger: Logger

  /// Creates a reloader for the configuration read at the start.
  ///
  /// - Parameters:
  ///   - path: the configuration file.
  ///   - flags: the values of flags by key; they override the file.
  ///   - folders: folders that are searched for scenes after those of the configuration.
  public init(
    _ configuration: DaemonConfiguration, path: String?, flags: [String: [String]], folders: [String], logger: Logger
  ) {
    self.configuration = configuration
    initial = configuration
    self.path = path
    self.flags = flags
    self.folders = folders
    self.logger = logger
  }

  /// The scenes that clients can play by name.
  var library: SceneLibrary { SceneLibrary(folders: configuration.scenes + folders) }

  /// Reloads the configuration and the scenes, and plays them; on any error nothing changes.
  ///
  /// - Returns: the error; nil on success.
  func reload(into broadcaster: any Broadcaster) async -> String? {
    let read: DaemonConfiguration
    do throws(ConfigurationError) { read = try DaemonConfiguration(path: path, flags: flags) } catch {
      return await keep(error.message, broadcaster)
    }
    let reading = Playlist.read(read, folders: folders)
    guard let playlist = reading.playlist else {
      return await keep(reading.problems.first ?? "there is no scene to play", broadcaster)
    }
    // A scene that the playlist names must exist. When all scenes are played, a broken one is skipped.
    if !read.playlist.isEmpty, let problem = reading.problems.first { return await keep(problem, broadcaster) }
    let restartKeys = Self.restartKeys(initial, read)
    lastOutcome.withLock { outcome in
      (outcome.problem, outcome.restartKeys) = (nil, restartKeys)
      outcome.succeeded += 1
    }
    if !restartKeys.isEmpty {
      logger.notice("restart to apply what has changed", metadata: ["keys": "\(restartKeys.joined(separator: ","))"])
    }
    configuration = read
    await broadcaster.reload(
      playlist, titleCards: read.titleCards, message: read.message, problems: reading.problems)
    for problem in playlist.sourceProblems { await broadcaster.note(problem) }
    for warning in reading.warnings { await broadcaster.note(warning) }
    logger.info("configuration and scenes reloaded")
    return nil
  }

  private func keep(_ problem: String, _ broadcaster: any Broadcaster) async -> String {
    // The log is written first, so that it has each problem that the status reports.
    await broadcaster.note("reload failed, keeping the current configuration: \(problem)")
    lastOutcome.withLock { outcome in
      outcome.problem = problem
      outcome.failed += 1
    }
    return problem
  }

  /// The changed keys that are read only when the process starts.
  private static func restartKeys(_ old: DaemonConfiguration, _ new: DaemonConfiguration) -> [String] {
    ConfigurationKey.all.filter { !$0.appliesOnReload && $0.differs(old, new) }.map(\.name)
  }
}
