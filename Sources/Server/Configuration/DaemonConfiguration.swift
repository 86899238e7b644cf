public import Drawing
public import HubCore
public import Logging
public import Marbles
internal import Player
public import RedisClient
internal import SceneFiles
internal import Scenes
public import Terminal

/// The settings of a daemon: what to play, who may watch, and where to listen.
///
/// Every property is a key of the configuration file and a flag; ``ConfigurationKey`` defines how each is read.
public struct DaemonConfiguration: Hashable, Sendable {
  /// The entries to play in turn; when empty, every scene in the folders.
  public var playlist: [Item] = []
  /// The order in which the entries are played.
  public var order = Order.listed
  /// The seed of a shuffled order.
  public var seed: UInt64 = 1
  /// How many times a scene is played before the next one.
  public var loops = 1
  /// How long a scene is played before the next one, in wall time, repeated as needed; nil to count loops.
  public var dwell: Duration?
  /// Playback speed: scene seconds per wall-clock second; nil for each scene's default.
  public var speedFactor: SpeedFactor?
  /// Minimum wall time between redraws of a row; nil for each scene's default.
  public var refreshInterval: Duration?
  /// How long a scene's title card is shown before the scene starts; nil for no cards.
  public var titleCards: Duration?
  /// The text of the banner; nil for none.
  public var message: String?
  /// The sources of live rows, as `NAME=SPEC`.
  public var inputs: [String] = []
  /// Folders that are searched first for scenes.
  public var scenes: [String] = []

  /// Which keys work on the daemon's terminal.
  public var keys = Keys.safe
  /// How long after the last key press the changes of keys are reset; nil for never.
  public var idleReturn: Duration? = .seconds(60)
  /// When the terminal shows what plays; always, if empty.
  public var hours: [OpeningHours] = []
  /// What the terminal shows outside of its hours.
  public var night = Night.blank
  /// How long the picture stays at one place of the terminal, before it moves by a cell; nil for ever.
  public var pixelShift: Duration?
  /// The path of the terminal to draw on; nil for the terminal of the process, if it has one.
  public var tty: String?
  /// What the daemon does when its terminal is closed.
  public var hangup = Hangup.headless
  /// The file to which what arrives in live rows is appended; nil for none.
  public var record: String?
  /// The size in bytes at which the recording is renamed and a new one is begun; nil for no limit.
  public var recordLimit: Int?
  /// The colour theme; nil for one that fits the terminal's background.
  public var theme: Theme.Name?
  /// Whether to use colours, and how many.
  public var color = ColorChoice.auto
  /// Whether to draw with ASCII characters only.
  public var ascii = false

  /// The name that distinguishes this daemon from others.
  public var instance = "default"
  /// The folder of the sockets; nil for the default folder.
  public var socket: String?
  /// The TCP address for viewers; nil for no TCP.
  public var view: ListenAddress?
  /// The TCP address of the page that steers from a phone; nil for none.
  public var control: ListenAddress?
  /// The stream to which the daemon appends what it shows, for relays; nil for none.
  public var publish: RedisStreamURL?
  /// The stream of another daemon to show instead of playing scenes; nil to play scenes.
  public var follow: RedisStreamURL?
  /// Whether viewers may run and edit scenes of their own on a page.
  public var playground = false
  /// Whether a proxy names the address of its client, as the last of `X-Forwarded-For`.
  public var behindProxy = false
  /// Host names that viewers may use in requests, beside the address itself.
  public var viewHosts: [String] = []
  /// The maximum number of TCP connections of viewers.
  public var viewConnections = 64
  /// How long a client may take to send a complete request.
  public var requestTimeout = Duration.seconds(10)
  /// The maximum number of event streams.
  public var viewers = 256
  /// How many unread bytes a viewer may have.
  public var viewerQueue = 1 << 20
  /// The minimum level of logged messages.
  public var logLevel = Logger.Level.info
  /// The format of log lines.
  public var logFormat = LogLines.Format.text

  /// A TCP address as text for people; nil without one, and when people at other machines can't reach it or its host is
  /// unknown.
  func publicAddress(_ address: ListenAddress?) -> String? {
    guard var address, address.port != 0 else { return nil }
    if let host = viewHosts.first {
      address.host = host
    } else if address.isOfThisMachineOnly {
      return nil
    }
    return address.isOfEveryInterface ? nil : address.description
  }

  /// Where the page for phones is, as words of a sentence.
  ///
  /// - Parameter machine: the address of this machine; nil when it is unknown.
  func placeForPhones(_ machine: String?) -> String {
    guard var control else { return "" }
    if viewHosts.isEmpty, control.isOfEveryInterface, control.port != 0 {
      guard let machine else { return "port \(control.port) of this machine" }
      control.host = machine
    }
    return publicAddress(control).map { "http://\($0)/" } ?? "the page of this screen"
  }

  /// Creates the configuration of an empty file.
  public init() {}

  /// Which keys work on a terminal.
  public enum Keys: String, Hashable, Sendable, CaseIterable {
    /// No keys.
    case none
    /// Pausing, seeking and changing the scene, but not quitting.
    case safe
    /// All keys of `marbled play`.
    case all

    var policy: InteractionPolicy.Keys {
      switch self {
      case .none: .none
      case .safe: .safe
      case .all: .all
      }
    }
  }

  /// What a terminal shows outside of its hours.
  public enum Night: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case blank
    /// Falling glyphs.
    case matrix
    /// The text of the banner, or when the terminal is on again; its place changes each minute.
    case message
  }

  /// What the daemon does when its terminal is closed.
  public enum Hangup: String, Hashable, Sendable, CaseIterable {
    /// It keeps playing for attached viewers.
    case headless
    /// It exits.
    case exit
  }

  /// The order of a playlist.
  public typealias Order = Playlist.Order

  /// One entry of the playlist.
  public struct Item: Hashable, Sendable {
    /// The name of a scene, the path of a file or folder, or an operator.
    public var scene: String
    /// How many times to play it; nil for the configuration's default.
    public var loops: Int?
    /// How long to play it; nil for the configuration's default.
    public var dwell: Duration?
    /// Playback speed: scene seconds per wall-clock second; nil for the configuration's default.
    public var speedFactor: SpeedFactor?
    /// Minimum wall time between redraws of a row; nil for the configuration's default.
    public var refreshInterval: Duration?
    /// The place in the file.
    var origin = Origin()

    /// The place of an entry in a file. It does not affect equality: two origins are always equal.
    struct Origin: Hashable, Sendable {
      /// An error at that place; nil for an entry that is not from a file.
      var error: SceneFileError?

      static func == (_: Origin, _: Origin) -> Bool { true }
      func hash(into _: inout Hasher) {}
    }

    /// A message about this entry, with its place in the file.
    func located(_ problem: String) -> String {
      guard var error = origin.error else { return problem }
      error.message = problem
      return error.description
    }

    /// Creates an entry; nil values use the configuration's defaults.
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
  /// A host name or an IP address.
  public var host: String
  /// The port, from 1 to 65535; 0 for any free port.
  public var port: Int

  /// Creates an address, without checking that the daemon can listen on it.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`, or `[HOST]:PORT` for an IPv6 address; nil when the text is neither.
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

  /// `HOST:PORT`, with brackets around an IPv6 address.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
