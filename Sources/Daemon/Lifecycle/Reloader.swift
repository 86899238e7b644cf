public import Logging
internal import Scenes

/// The configuration that counts: read at the start and again when it is asked for.
public actor Reloader {
  /// What counts.
  public private(set) var configuration: Configuration
  /// Why the last attempt to read it failed.
  private(set) var problem: String?
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
    self.path = path
    self.flags = flags
    self.folders = folders
    self.logger = logger
  }

  /// Where scenes are found that are asked for by name.
  var library: SceneLibrary { SceneLibrary(folders: configuration.scenes + folders) }

  /// Reads file and scenes again, and has the hub play what they say; when they can't be read, all stays as it is.
  ///
  /// - Returns: why not, when it did not work.
  func reload(into hub: Hub) async -> String? {
    let read: Configuration
    do throws(ConfigurationError) { read = try Configuration(path: path, flags: flags) } catch {
      return await keep(error.description, hub)
    }
    let reading = Playlist.read(read, folders: folders)
    guard let playlist = reading.playlist else {
      return await keep(reading.problems.first ?? "there is no scene to be played", hub)
    }
    problem = nil
    for key in restartKeys(read) { logger.notice("another \(key) counts from the next start on") }
    configuration = read
    await hub.reload(
      playlist, titleCards: read.titleCards, message: read.message, problems: reading.problems)
    logger.info("configuration and scenes are read again")
    return nil
  }

  private func keep(_ problem: String, _ hub: Hub) async -> String {
    self.problem = problem
    await hub.note("all stays as it was: \(problem)")
    return problem
  }

  private func restartKeys(_ other: Configuration) -> [String] {
    [
      ("instance", configuration.instance == other.instance), ("socket", configuration.socket == other.socket),
      ("view", configuration.view == other.view), ("viewHosts", configuration.viewHosts == other.viewHosts),
      ("viewConnections", configuration.viewConnections == other.viewConnections),
      ("requestTimeout", configuration.requestTimeout == other.requestTimeout),
      ("viewers", configuration.viewers == other.viewers),
      ("viewerQueue", configuration.viewerQueue == other.viewerQueue),
      ("keys", configuration.keys == other.keys), ("idleReturn", configuration.idleReturn == other.idleReturn),
      ("tty", configuration.tty == other.tty), ("hangup", configuration.hangup == other.hangup),
      ("theme", configuration.theme == other.theme), ("color", configuration.color == other.color),
      ("ascii", configuration.ascii == other.ascii),
      ("logLevel", configuration.logLevel == other.logLevel),
    ].filter { !$0.1 }.map(\.0)
  }
}
