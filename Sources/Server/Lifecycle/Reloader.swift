internal import HubCore
public import Logging
internal import SceneFiles
internal import Scenes
internal import Synchronization

/// The configuration that counts: read at the start and again when it is asked for.
public actor Reloader {
  /// What counts.
  public private(set) var configuration: Configuration
  /// What came of the last attempt to read it.
  struct Outcome: Sendable {
    /// Why it failed.
    var problem: String?
    /// The keys that have changed since the start and count only from the next one on.
    var restartKeys: [String] = []
  }

  /// What came of the last attempt; to be read at any time, also while files are read.
  nonisolated var outcome: Outcome { lastOutcome.withLock { $0 } }
  private let lastOutcome = Mutex(Outcome())
  /// What the process was started with.
  private let initial: Configuration
  private let path: String?
  private let flags: [String: [String]]
  private let folders: [String]
  private let logger: Logger

  /// Takes over what was read at the start.
  ///
  /// - Parameters:
  ///   - path: the file that it was read from.
  ///   - flags: what was given for keys, which wins over the file.
  ///   - folders: where scenes are looked up after those of the configuration.
  public init(
    _ configuration: Configuration, path: String?, flags: [String: [String]], folders: [String], logger: Logger
  ) {
    self.configuration = configuration
    initial = configuration
    self.path = path
    self.flags = flags
    self.folders = folders
    self.logger = logger
  }

  /// Where scenes are found that are asked for by name.
  var library: SceneLibrary { SceneLibrary(folders: configuration.scenes + folders) }

  /// Reads file and scenes again, and has the hub play what they say; when any of it can't be, nothing changes.
  ///
  /// - Returns: why not, when it did not work.
  func reload(into hub: Hub) async -> String? {
    let read: Configuration
    do throws(ConfigurationError) { read = try Configuration(path: path, flags: flags) } catch {
      return await keep(error.message, hub)
    }
    let reading = Playlist.read(read, folders: folders)
    guard let playlist = reading.playlist else {
      return await keep(reading.problems.first ?? "there is no scene to be played", hub)
    }
    // A scene that is named has to be there. Where all scenes are played, one that is broken is one fewer.
    if !read.playlist.isEmpty, let problem = reading.problems.first { return await keep(problem, hub) }
    let restartKeys = Self.restartKeys(initial, read)
    lastOutcome.withLock { $0 = Outcome(restartKeys: restartKeys) }
    if !restartKeys.isEmpty { logger.notice("restart to apply: \(restartKeys.joined(separator: ", "))") }
    configuration = read
    await hub.reload(
      playlist, titleCards: read.titleCards, message: read.message, problems: reading.problems)
    logger.info("configuration and scenes reloaded")
    return nil
  }

  private func keep(_ problem: String, _ hub: Hub) async -> String {
    lastOutcome.withLock { $0.problem = problem }
    await hub.note("reload failed, keeping the current configuration: \(problem)")
    return problem
  }

  /// What differs of what is read once, when the process starts.
  private static func restartKeys(_ old: Configuration, _ new: Configuration) -> [String] {
    ConfigurationKey.all.filter { !$0.appliesOnReload && $0.differs(old, new) }.map(\.name)
  }
}
