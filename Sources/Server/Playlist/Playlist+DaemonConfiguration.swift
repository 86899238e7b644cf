public import HubCore
internal import Inputs
internal import Platform
internal import SceneFiles
public import Scenes

extension Playlist {
  /// The playlist of a configuration, and its problems.
  public struct LoadResult: Sendable {
    /// The playlist; nil when no scene can be played.
    public var playlist: Playlist?
    /// Why the other scenes can't be played.
    public var problems: [String]
    /// The folders of `scenes:` that can't be found.
    public var missingFolders: [String] = []

    /// What an operator should know beside ``problems``.
    var warnings: [String] { missingFolders.map { "scenes: there is no folder \($0)" } }
  }

  /// Looks up the scenes of a configuration, in its own folders first.
  public static func read(_ configuration: DaemonConfiguration, folders: [String]) -> LoadResult {
    let library = SceneLibrary(folders: configuration.scenes + folders)
    let isOfAll = configuration.playlist.isEmpty
    let items = isOfAll ? library.names.map { DaemonConfiguration.Item($0) } : configuration.playlist
    var entries: [Entry] = []
    var problems: [String] = []
    let missing = configuration.scenes.filter { FileStatus(path: $0)?.kind != .folder }
    for item in items {
      do throws(SceneRequest.Failure) {
        let scenes = try SceneRequest(targets: [item.scene], library: library).scenes()
        // A live scene ends only with its turn, so it is played only where the configuration names it.
        entries += scenes.filter { !isOfAll || !$0.isLive }.map { Entry($0, item: item, configuration: configuration) }
      } catch {
        if case .file = error {
          problems.append(error.description)
        } else {
          problems.append(item.located(error.description))
        }
      }
    }
    let playlist =
      entries.isEmpty ? nil : Playlist(entries: entries, order: configuration.order, seed: configuration.seed)
    return LoadResult(playlist: playlist, problems: problems, missingFolders: missing)
  }
}

extension Playlist.Entry {
  /// Applies the settings of a configuration and its item to a scene.
  public init(_ scene: Scene, item: DaemonConfiguration.Item, configuration: DaemonConfiguration) {
    var scene = scene
    for text in configuration.inputs {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let position = scene.position(of: String(parts[0])),
        case .live(var live) = scene.rows[position].content
      else { continue }
      live.source = String(parts[1])
      scene.rows[position].content = .live(live)
    }
    if let factor = item.speedFactor ?? (scene.isLive ? nil : configuration.speedFactor) { scene.speedFactor = factor }
    if let interval = item.refreshInterval ?? configuration.refreshInterval {
      scene.refreshInterval = interval
      for position in scene.rows.indices { scene.rows[position].refreshInterval = nil }
    }
    let length: Playlist.Length =
      if let dwell = item.dwell { .dwell(dwell) } else if let loops = item.loops {
        .loops(loops)
      } else if let dwell =
        configuration.dwell
      { .dwell(dwell) } else { .loops(configuration.loops) }
    self.init(scene: scene, length: length)
  }
}

extension Playlist {
  /// What the sources of its scenes need more of than this process may have.
  var sourceProblems: [String] {
    let (tasks, descriptors) = (TaskBudget.ofThisProcess, DescriptorBudget.ofThisProcess)
    return entries.flatMap { SourceNeeds(of: $0.scene).problems(of: $0.scene.name, tasks, descriptors) }
  }
}
