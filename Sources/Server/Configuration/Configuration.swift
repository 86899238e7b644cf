public import Drawing
public import HubCore
public import Logging
public import Marbles
internal import Player
internal import SceneFiles
internal import Scenes
public import Terminal

/// What a daemon does: what is played, who may watch, and where it listens.
///
/// Every property is a key of the configuration file and a flag; ``ConfigurationKey`` says how each is read.
public struct Configuration: Hashable, Sendable {
  /// What is played in turn; when it is empty, every scene that there is.
  public var playlist: [Item] = []
  /// In which order.
  public var order = Order.listed
  /// What a shuffled order comes from.
  public var seed: UInt64 = 1
  /// How often a scene is played before the next one.
  public var loops = 1
  /// How long a scene is played before the next one, in wall time, however often that is; nil to count loops.
  public var dwell: Duration?
  /// Scene seconds a wall second; nil for what each scene says.
  public var speedFactor: SpeedFactor?
  /// The least wall time between two redraws of a row; nil for what each scene says.
  public var refreshInterval: Duration?
  /// How long a scene's card is shown before it begins; nil for no cards.
  public var titleCards: Duration?
  /// What is shown as a banner.
  public var message: String?
  /// Folders in which scenes are looked up first.
  public var scenes: [String] = []

  /// What keys may do on the terminal that it draws on.
  public var keys = Keys.safe
  /// How long after the last key it goes on by itself, as if nobody had pressed one; nil to leave it as it is.
  public var idleReturn: Duration? = .seconds(60)
  /// The terminal to draw on, by its path; nil for that of the process, where it has one.
  public var tty: String?
  /// What it does when its terminal is gone.
  public var hangup = Hangup.headless
  /// The colours; nil for those that suit the terminal's background.
  public var theme: Theme.Name?
  /// When to use colours, and how many.
  public var color = ColorChoice.auto
  /// Whether to draw with ASCII characters only.
  public var ascii = false

  /// The name under which this daemon is found beside others.
  public var instance = "default"
  /// The folder of its sockets; nil for the usual one.
  public var socket: String?
  /// Where viewers may connect by TCP; nil for nowhere.
  public var view: ListenAddress?
  /// The names by which viewers may ask for it, beside the address itself.
  public var viewHosts: [String] = []
  /// How many connections viewers may have by TCP.
  public var viewConnections = 64
  /// How long a request may take to come whole.
  public var requestTimeout = Duration.seconds(10)
  /// How many streams of events there may be.
  public var viewers = 256
  /// How many bytes may wait for one viewer.
  public var viewerQueue = 1 << 20
  /// The least level that is logged.
  public var logLevel = Logger.Level.info

  /// Where viewers find it by TCP, for people to read; nil when they can't, or nobody can say where.
  var publicAddress: String? {
    guard var view, view.port != 0 else { return nil }
    if let host = viewHosts.first { view.host = host }
    return ["0.0.0.0", "::"].contains(view.host) ? nil : view.description
  }

  /// Creates the configuration that an empty file has.
  public init() {}

  /// What keys may do.
  public enum Keys: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// To pause, to look back, to change the scene; not to leave.
    case safe
    /// Whatever they do in `marbled play`.
    case all

    var manner: Manner.Keys {
      switch self {
      case .none: .none
      case .safe: .safe
      case .all: .all
      }
    }
  }

  /// What follows when the terminal is gone.
  public enum Hangup: String, Hashable, Sendable, CaseIterable {
    /// It plays on, for those who attach.
    case headless
    /// It ends.
    case exit
  }

  /// In which order a playlist is played.
  public typealias Order = Playlist.Order

  /// One entry of the playlist.
  public struct Item: Hashable, Sendable {
    /// A scene's name, a path of a file or of a folder, or an operator.
    public var scene: String
    /// How often it is played; nil for what counts for all.
    public var loops: Int?
    /// How long it is played; nil for what counts for all.
    public var dwell: Duration?
    /// Scene seconds a wall second; nil for what counts for all.
    public var speedFactor: SpeedFactor?
    /// The least wall time between two redraws of a row; nil for what counts for all.
    public var refreshInterval: Duration?
    /// Where it is written.
    var origin = Origin()

    /// Where an entry is written, which makes no difference to what it asks for: two of them are always equal.
    struct Origin: Hashable, Sendable {
      /// An error at its place; nil for an entry that stands in no file.
      var error: SceneFileError?

      static func == (_: Origin, _: Origin) -> Bool { true }
      func hash(into _: inout Hasher) {}
    }

    /// A problem with this entry, with its place in the file.
    func located(_ problem: String) -> String {
      guard var error = origin.error else { return problem }
      error.message = problem
      return error.description
    }

    /// Creates an entry.
    public init(
      _ scene: String, loops: Int? = nil, dwell: Duration? = nil, speedFactor: SpeedFactor? = nil,
      refreshInterval: Duration? = nil
    ) {
      self.scene = scene
      self.loops = loops
      self.dwell = dwell
      self.speedFactor = speedFactor
      self.refreshInterval = refreshInterval
    }
  }
}

/// A host and a port.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address.
  public var host: String
  /// From 1 to 65535; 0 for any that is free.
  public var port: Int

  /// Creates an address.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT`, or `[HOST]:PORT` for an IPv6 address; nil when it is none.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, host.allSatisfy({ !$0.isWhitespace && $0 != "/" }) else { return nil }
    self.init(host: String(host), port: Int(port))
  }

  /// As it is written.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
