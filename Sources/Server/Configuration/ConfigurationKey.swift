internal import Drawing
internal import Inputs
internal import Logging
internal import Marbles
internal import Platform
internal import Player
internal import RedisClient
internal import SceneFiles
internal import Scenes
internal import Terminal
internal import Wire

/// A configuration key: its name in the file, its flag, its help, and how its value is read.
///
/// This table is the only place, beside the property in ``DaemonConfiguration``, that declares a key: files, flags, help and
/// the keys that need a restart follow from it. Swift requires `KeyOptions` to list each flag again; a test compares
/// the two.
public struct ConfigurationKey: Sendable {
  /// The name in the file, in lowerCamelCase.
  public let name: String
  /// The placeholder for the value in help.
  public let valueName: String
  /// The help text, one sentence.
  public let help: String
  /// The default, as text of a file; nil for a key whose absence means something else than a value.
  public let defaultText: String?
  /// Whether the key takes several values; its flag can then be repeated.
  public let isList: Bool
  /// Whether a reload applies the key; all others are read only when the process starts.
  public private(set) var appliesOnReload = true
  /// Stores the value in a configuration; relative paths are resolved against `folder`.
  let read: @Sendable (inout DaemonConfiguration, [FileNode], _ folder: String?) throws(SceneFileError) -> Void
  /// Whether two configurations differ in this key.
  let differs: @Sendable (DaemonConfiguration, DaemonConfiguration) -> Bool

  /// The flag without its dashes: `title-cards` for `titleCards`.
  public var flag: String { Self.flag(of: name) }

  /// The flag of a key in lowerCamelCase, without its dashes.
  public static func flag(of name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  private static func one<Value: Equatable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<DaemonConfiguration, Value> & Sendable, _ valueName: String,
    _ help: String,
    _ read: @escaping @Sendable (FileNode) throws(SceneFileError) -> Value
  ) -> ConfigurationKey {
    ConfigurationKey(
      name: name, valueName: valueName, help: help, defaultText: text(of: DaemonConfiguration()[keyPath: property]),
      isList: false,
      read: { configuration, nodes, _ throws(SceneFileError) in
        for node in nodes { configuration[keyPath: property] = try read(node) }
      }, differs: { $0[keyPath: property] != $1[keyPath: property] })
  }

  private static func list<Element: Equatable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<DaemonConfiguration, [Element]> & Sendable, _ valueName: String,
    _ help: String, _ read: @escaping @Sendable (FileNode, _ folder: String?) throws(SceneFileError) -> Element
  ) -> ConfigurationKey {
    ConfigurationKey(
      name: name, valueName: valueName, help: help, defaultText: nil, isList: true,
      read: { configuration, nodes, folder throws(SceneFileError) in
        configuration[keyPath: property] = []
        for node in nodes { configuration[keyPath: property].append(try read(node, folder)) }
      }, differs: { $0[keyPath: property] != $1[keyPath: property] })
  }

  private static func text(of value: Any) -> String? {
    switch value {
    case let choice as any RawRepresentable<String>: choice.rawValue
    case let duration as Duration: DurationNotation.print(SceneTime(duration))
    case let number as any BinaryInteger: "\(number)"
    case let flag as Bool: "\(flag)"
    case let text as String: text
    default: nil
    }
  }

  private var needingRestart: ConfigurationKey {
    var key = self
    key.appliesOnReload = false
    return key
  }

  /// The key called `name`; nil for an unknown name.
  public static func named(_ name: String) -> ConfigurationKey? { all.first { $0.name == name } }

  /// All keys, in the order of the help.
  public static let all: [ConfigurationKey] = playing + (drawing + listening).map(\.needingRestart)

  private static let playing = [
    list(
      "playlist", \.playlist, "scene",
      """
      The scenes of the playlist; each is a name, a path, or { scene: zip, loops: 2, speedFactor: 4 }. (default: all scenes without \
      live rows)
      """
    ) { (node, folder) throws(SceneFileError) in try DaemonConfiguration.Item(node, folder: folder) },
    one("order", \.order, "order", "The order of the playlist: listed or shuffled.") {
      (node) throws(SceneFileError) in try node.choice("an order", DaemonConfiguration.Order.self)
    },
    one("seed", \.seed, "n", "Seed of the shuffled order.") {
      (node) throws(SceneFileError) in UInt64(try node.count(in: 0...Int.max))
    },
    one("loops", \.loops, "n", "How many times a scene plays before the next scene.") {
      (node) throws(SceneFileError) in try node.count(in: DaemonConfiguration.Item.loops)
    },
    one(
      "dwell", \.dwell, "duration",
      "How long a scene plays before the next scene, instead of --loops; the last time to its end."
    ) { (node) throws(SceneFileError) in Duration(try node.duration()) },
    one("speedFactor", \.speedFactor, "x", "Playback speed of all scenes, instead of their own.") {
      (node) throws(SceneFileError) in try node.speedFactor()
    },
    one(
      "refreshInterval", \.refreshInterval, "duration",
      "Minimum time between redraws of a row, instead of the intervals of the scenes."
    ) { (node) throws(SceneFileError) in Duration(try node.duration()) },
    one(
      "titleCards", \.titleCards, "duration", "How long the title card is shown before a scene; 0 for no title cards."
    ) { (node) throws(SceneFileError) in try node.durationUnlessZero() },
    one("message", \.message, "text", "Text of a banner.") { (node) throws(SceneFileError) in
      let text = try node.text("a message")
      return text.isEmpty ? nil : text
    },
    list(
      "inputs", \.inputs, "name=spec",
      "The source of a live row, in every scene that has the row: exec:COMMAND, tap:NAME, tail:FILE, @FIFO or redis://HOST/STREAM."
    ) { (node, _) throws(SceneFileError) in
      let text = try node.text("NAME=SPEC")
      do throws(InputError) {
        let spec = try InputSpec(parsing: text)
        switch spec.source {
        case .command, .tap, .tail, .file: return text
        case .redis(let source): return "\(spec.name)=\(source.text)"
        case .diagram, .random, .standardInput: break
        }
      } catch {
        throw node.error(error.description)
      }
      throw node.error(
        "found \(node.kind), expected NAME=exec:COMMAND, NAME=tap:TAP, NAME=tail:FILE, NAME=@FIFO or NAME=redis://…")
    },
    list("scenes", \.scenes, "dir", "Look up scenes in this folder first.") {
      (node, folder) throws(SceneFileError) in Self.path(try node.text("a folder"), in: folder)
    },
  ]

  private static let drawing = [
    one(
      "keys", \.keys, "keys", "Keys that work on the daemon's terminal: none, safe (no key ends it) or all."
    ) { (node) throws(SceneFileError) in try node.choice("what keys may do", DaemonConfiguration.Keys.self) },
    one(
      "idleReturn", \.idleReturn, "duration",
      "How long the daemon waits after the last key press before it undoes a pause or speed change made with a key; 0 for never."
    ) { (node) throws(SceneFileError) in try node.durationUnlessZero() },
    list(
      "hours", \.hours, "hours",
      "When the terminal shows what plays, such as 09:00-18:00 or \"Mon-Fri 09:00-18:00\". (default: always)"
    ) { (node, _) throws(SceneFileError) in
      let text = try node.text("hours")
      do throws(OpeningHours.Malformed) { return try OpeningHours(parsing: text) } catch {
        throw node.error(error.description)
      }
    },
    one(
      "night", \.night, "what",
      "What the terminal shows outside of its hours: blank, matrix, or message (that of --message, or when it is on again)."
    ) { (node) throws(SceneFileError) in try node.choice("what to show", DaemonConfiguration.Night.self) },
    one(
      "pixelShift", \.pixelShift, "duration",
      "How long the picture stays at one place before it moves by a cell, so that it does not burn in. (default: for ever)"
    ) { (node) throws(SceneFileError) in try node.durationUnlessZero() },
    one(
      "tty", \.tty, "path", "Terminal to draw on, such as /dev/tty1. (default: the terminal it was started on)"
    ) { (node) throws(SceneFileError) in try node.text("a path") },
    one(
      "hangup", \.hangup, "what", "What to do when the terminal is gone: headless (continue without it) or exit."
    ) { (node) throws(SceneFileError) in try node.choice("what to do", DaemonConfiguration.Hangup.self) },
    one(
      "record", \.record, "file", "Append what arrives in live rows to this file, as timed NDJSON that can be replayed."
    ) { (node) throws(SceneFileError) in try node.text("a path") },
    one(
      "recordLimit", \.recordLimit, "bytes",
      "When the recording reaches this size, rename it to FILE.1, which replaces an older one, and begin a new one."
    ) { (node) throws(SceneFileError) in try node.count(in: 1 << 16...RecordingFile.maximumLimit) },
    one("theme", \.theme, "theme", "Theme: dark, light, high-contrast or color-blind-safe.") {
      (node) throws(SceneFileError) in try node.choice("a theme", Theme.Name.self)
    },
    one(
      "color", \.color, "when",
      "Use of colours: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", "))."
    ) { (node) throws(SceneFileError) in try node.choice("a choice of colours", ColorChoice.self) },
    one("ascii", \.ascii, "bool", "Draw with ASCII characters only: true or false.") {
      (node) throws(SceneFileError) in try node.flag()
    },
  ]

  private static let listening = [
    one("instance", \.instance, "name", "Name of this daemon among several.") {
      (node) throws(SceneFileError) in
      let name = try node.text("a name")
      guard SocketFolder.isInstance(name) else {
        throw node.error("\(node.kind) is not a valid instance name; use letters, digits, `-` and `_`")
      }
      return name
    },
    one("socket", \.socket, "dir", "Folder of the sockets.") {
      (node) throws(SceneFileError) in try node.text("a folder")
    },
    one("view", \.view, "host:port", "Let viewers watch over TCP at HOST:PORT, read-only.") {
      (node) throws(SceneFileError) in try node.listenAddress()
    },
    one(
      "control", \.control, "host:port",
      "Let phones steer over TCP at HOST:PORT, after they have entered a code that the terminal shows."
    ) { (node) throws(SceneFileError) in try node.listenAddress() },
    one(
      "publish", \.publish, "url",
      "Append what plays to this stream of a Redis server, redis://HOST/STREAM, for daemons with --follow."
    ) { (node) throws(SceneFileError) in try node.show(allowed: ["maxlen"]) },
    one(
      "follow", \.follow, "url",
      "Show what another daemon publishes to this stream of a Redis server, redis://HOST/STREAM, instead of playing scenes."
    ) { (node) throws(SceneFileError) in try node.show(allowed: []) },
    one(
      "playground", \.playground, "bool",
      "Let viewers run and edit scenes of their own on the page /playground: true or false. It changes nothing in the daemon."
    ) { (node) throws(SceneFileError) in try node.flag() },
    one(
      "behindProxy", \.behindProxy, "bool",
      """
      Count requests of the playground by the last address of X-Forwarded-For, which a proxy in front of the daemon sets: \
      true or false.
      """
    ) { (node) throws(SceneFileError) in try node.flag() },
    list(
      "viewHosts", \.viewHosts, "host", "Also accept TCP requests addressed to this host name."
    ) { (node, _) throws(SceneFileError) in try node.text("a host's name").lowercased() },
    one("viewConnections", \.viewConnections, "n", "Maximum number of TCP connections.") {
      (node) throws(SceneFileError) in try node.count(in: 1...DescriptorBudget.enough)
    },
    one("requestTimeout", \.requestTimeout, "duration", "How long a client may take to send a request.") {
      (node) throws(SceneFileError) in Duration(try node.duration())
    },
    one("viewers", \.viewers, "n", "Maximum number of event streams.") {
      (node) throws(SceneFileError) in try node.count(in: 1...DescriptorBudget.enough)
    },
    one(
      "viewerQueue", \.viewerQueue, "bytes",
      "If more bytes than this are waiting for a slow viewer, it gets a snapshot instead."
    ) { (node) throws(SceneFileError) in try node.count(in: 1024...(1 << 30)) },
    one(
      "logLevel", \.logLevel, "level", "Lowest level of logged messages: debug, info, notice, warning or error."
    ) { (node) throws(SceneFileError) in try node.choice("a level", Logger.Level.self) },
    one(
      "logFormat", \.logFormat, "format", "Format of the log: text, or json for one object per line."
    ) { (node) throws(SceneFileError) in try node.choice("a format", LogLines.Format.self) },
  ]

  /// The path of a file, resolved against the configuration file's folder unless it is absolute.
  static func path(_ path: String, in folder: String?) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    return "\(folder)/\(path)"
  }
}

extension FileNode {
  fileprivate func listenAddress() throws(SceneFileError) -> ListenAddress {
    guard let address = ListenAddress(try text("an address")) else {
      throw error("\(kind) is not an address; expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080")
    }
    return address
  }

  /// The stream of a Redis server through which daemons show what another one plays.
  ///
  /// - Parameter allowed: the parameters that may follow.
  fileprivate func show(allowed: [String]) throws(SceneFileError) -> RedisStreamURL? {
    let text = try text("a URL")
    let url: RedisStreamURL
    do throws(RedisStreamURL.Malformed) { url = try RedisStreamURL(parsing: text, allowed: allowed) } catch {
      throw self.error(error.description)
    }
    if let length = url["maxlen"], Int(length).map({ (100...10_000_000).contains($0) }) != true {
      throw error("`maxlen=\(length)` is not a number of entries from 100 to 10,000,000")
    }
    guard RedisConnection.isAvailable else { throw error(RedisFailure.buildAdvice) }
    return url
  }

  /// A duration; nil for 0, which turns the feature off.
  fileprivate func durationUnlessZero() throws(SceneFileError) -> Duration? {
    let time = try time()
    return time > .zero ? Duration(time) : nil
  }
}

extension DaemonConfiguration.Item {
  static let loops = 1...1_000_000

  init(_ node: FileNode, folder: String?) throws(SceneFileError) {
    guard node.isMapping else {
      self.init(Self.target(try node.text("a scene"), in: folder))
      origin = Origin(node)
      return
    }
    let what = "an entry of the playlist"
    let fields = try node.fields(of: what, keys: ["scene", "loops", "dwell", "speedFactor", "refreshInterval"])
    if let loops = fields.key("loops"), fields["dwell"] != nil {
      throw loops.error("`loops:` and `dwell:` can't be used together; keep one")
    }
    let scene = try fields.required("scene", of: what)
    self.init(Self.target(try scene.text("a scene"), in: folder))
    origin = Origin(scene)
    loops = try fields["loops"]?.count(in: Self.loops)
    dwell = try fields["dwell"].map { (node) throws(SceneFileError) in Duration(try node.duration()) }
    speedFactor = try fields["speedFactor"]?.speedFactor()
    refreshInterval = try fields["refreshInterval"].map { (node) throws(SceneFileError) in
      Duration(try node.duration())
    }
  }

  /// A plain name stays as it is; a path is resolved against the file's folder.
  private static func target(_ text: String, in folder: String?) -> String {
    SceneFile.isPath(text) ? ConfigurationKey.path(text, in: folder) : text
  }
}

extension DaemonConfiguration.Item.Origin {
  fileprivate init(_ node: FileNode) {
    let error = node.error("")
    // A flag has no place in a file.
    self.init(error: error.path.hasPrefix("--") ? nil : error)
  }
}
