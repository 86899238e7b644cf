internal import Logging
internal import Marbles
internal import Scenes
internal import Stage
internal import Terminal
internal import Wire

/// One thing that can be configured: its name in a file, its flag, what it says, and how it is read.
public struct ConfigurationKey: Sendable {
  /// Its name in a file, in lowerCamelCase.
  public let name: String
  /// What it says, in a sentence.
  public let help: String
  /// Whether several values stand behind it; its flag can then be given more than once.
  public let isList: Bool
  /// Puts what stands behind it into a configuration; relative paths begin at a folder.
  let read: @Sendable (inout Configuration, [FileNode], _ folder: String?) throws(SceneFileError) -> Void

  /// Its flag, without dashes before it: `titleCards` is `title-cards`.
  public var flag: String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  private static func one(
    _ name: String, _ help: String,
    _ read: @escaping @Sendable (inout Configuration, FileNode) throws(SceneFileError) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(name: name, help: help, isList: false) { configuration, nodes, _ throws(SceneFileError) in
      for node in nodes { try read(&configuration, node) }
    }
  }

  private static func list(
    _ name: String, _ help: String,
    _ read: @escaping @Sendable (inout Configuration, [FileNode], String?) throws(SceneFileError) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(name: name, help: help, isList: true, read: read)
  }

  /// The key of that name.
  public static func named(_ name: String) -> ConfigurationKey? { all.first { $0.name == name } }

  /// All of them.
  public static let all: [ConfigurationKey] = playing + drawing + listening

  private static let playing = [
    list("playlist", "A scene to play in turn: a name, a path, or { scene: zip, loops: 2, speedFactor: 4 }.") {
      (configuration, nodes, folder) throws(SceneFileError) in
      configuration.playlist = []
      for node in nodes { configuration.playlist.append(try Configuration.Item(node, folder: folder)) }
    },
    one("order", "The order of the playlist: listed or shuffled.") { (configuration, node) throws(SceneFileError) in
      configuration.order = try node.choice("an order", Configuration.Order.self)
    },
    one("seed", "What a shuffled order comes from.") { (configuration, node) throws(SceneFileError) in
      configuration.seed = UInt64(try node.count(in: 0...Int.max))
    },
    one("loops", "How often a scene is played before the next one.") {
      (configuration, node) throws(SceneFileError) in
      configuration.loops = try node.count(in: Configuration.Item.loops)
    },
    one("dwell", "How long a scene is played before the next one, however often that is.") {
      (configuration, node) throws(SceneFileError) in
      configuration.dwell = Duration(try node.duration())
    },
    one("speedFactor", "Scene seconds a wall second, instead of what scenes say.") {
      (configuration, node) throws(SceneFileError) in
      configuration.speedFactor = try node.speedFactor()
    },
    one("refreshInterval", "The least time between two redraws of a row, instead of what scenes say.") {
      (configuration, node) throws(SceneFileError) in
      configuration.refreshInterval = Duration(try node.duration())
    },
    one("titleCards", "How long a scene's card is shown before it begins; 0 for none.") {
      (configuration, node) throws(SceneFileError) in
      let time = try node.time()
      configuration.titleCards = time > .zero ? Duration(time) : nil
    },
    one("message", "A banner.") { (configuration, node) throws(SceneFileError) in
      let text = try node.text("a message")
      configuration.message = text.isEmpty ? nil : text
    },
    list("scenes", "Look for scenes in this folder first.") {
      (configuration, nodes, folder) throws(SceneFileError) in
      configuration.scenes = []
      for node in nodes { configuration.scenes.append(Self.path(try node.text("a folder"), in: folder)) }
    },
  ]

  private static let drawing = [
    one("keys", "What keys may do on its terminal: none, safe (nothing that ends it) or all.") {
      (configuration, node) throws(SceneFileError) in
      configuration.keys = try node.choice("what keys may do", Configuration.Keys.self)
    },
    one("idleReturn", "How long after the last key it goes on by itself; 0 for never.") {
      (configuration, node) throws(SceneFileError) in
      let time = try node.time()
      configuration.idleReturn = time > .zero ? Duration(time) : nil
    },
    one("tty", "Draw on this terminal, such as /dev/tty1, instead of the one it was started on.") {
      (configuration, node) throws(SceneFileError) in
      configuration.tty = try node.text("a path")
    },
    one("hangup", "What it does when its terminal is gone: headless (it plays on) or exit.") {
      (configuration, node) throws(SceneFileError) in
      configuration.hangup = try node.choice("what to do", Configuration.Hangup.self)
    },
    one("theme", "The colours: dark, light, high-contrast or color-blind-safe.") {
      (configuration, node) throws(SceneFileError) in
      configuration.theme = try node.choice("a theme", Theme.Name.self)
    },
    one("color", "When to use colours, and how many: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")).")
    {
      (configuration, node) throws(SceneFileError) in
      configuration.color = try node.choice("a choice of colours", ColorChoice.self)
    },
    one("ascii", "Draw with ASCII characters only: true or false.") { (configuration, node) throws(SceneFileError) in
      configuration.ascii = try node.flag()
    },
  ]

  private static let listening = [
    one("instance", "The name under which it is found beside other daemons.") {
      (configuration, node) throws(SceneFileError) in
      let name = try node.text("a name")
      guard SocketFolder.isInstance(name) else {
        throw node.error("\(node.kind) can't be the name of an instance; it is made of letters, digits, `-` and `_`")
      }
      configuration.instance = name
    },
    one("socket", "The folder of its sockets, instead of the usual one.") {
      (configuration, node) throws(SceneFileError) in
      configuration.socket = try node.text("a folder")
    },
    one("view", "Let viewers watch, and do nothing else, by TCP at HOST:PORT.") {
      (configuration, node) throws(SceneFileError) in
      guard let address = ListenAddress(try node.text("an address")) else {
        throw node.error("\(node.kind) is no address; expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080")
      }
      configuration.view = address
    },
    list("viewHosts", "A name by which viewers may ask for it by TCP, beside the address.") {
      (configuration, nodes, _) throws(SceneFileError) in
      configuration.viewHosts = []
      for node in nodes { configuration.viewHosts.append(try node.text("a host's name").lowercased()) }
    },
    one("viewConnections", "How many connections viewers may have by TCP.") {
      (configuration, node) throws(SceneFileError) in
      configuration.viewConnections = try node.count(in: 1...10_000)
    },
    one("requestTimeout", "How long a request may take to come whole.") {
      (configuration, node) throws(SceneFileError) in
      configuration.requestTimeout = Duration(try node.duration())
    },
    one("viewers", "How many streams of events there may be.") { (configuration, node) throws(SceneFileError) in
      configuration.viewers = try node.count(in: 1...10_000)
    },
    one("viewerQueue", "How many bytes may wait for one viewer.") { (configuration, node) throws(SceneFileError) in
      configuration.viewerQueue = try node.count(in: 1024...(1 << 30))
    },
    one("logLevel", "The least level that is logged: debug, info, notice, warning or error.") {
      (configuration, node) throws(SceneFileError) in
      configuration.logLevel = try node.choice("a level", Logger.Level.self)
    },
  ]

  /// A path of a file, which begins at the file's folder unless it is absolute.
  static func path(_ path: String, in folder: String?) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    return "\(folder)/\(path)"
  }
}

extension Configuration.Item {
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
      throw loops.error("`loops:` beside `dwell:`; one of them says when the next scene begins")
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

  /// A name as it is, a path from where the file is.
  private static func target(_ text: String, in folder: String?) -> String {
    text.contains("/") || text.hasSuffix(".yaml") ? ConfigurationKey.path(text, in: folder) : text
  }
}

extension Configuration.Item.Origin {
  fileprivate init(_ node: FileNode) {
    let error = node.error("")
    // A flag is no file.
    self.init(error: error.path.hasPrefix("--") ? nil : error)
  }
}
