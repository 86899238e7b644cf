import ArgumentParser
import Server

/// A flag for each key of a daemon's configuration, its value as it was typed: what files say is read by the same code.
struct KeyOptions: ParsableArguments {
  @Option(parsing: .unconditionalSingleValue, help: Self.help("playlist", "scene"))
  var playlist: [String] = []

  @Option(parsing: .unconditional, help: Self.help("order", "order"))
  var order: String?

  @Option(parsing: .unconditional, help: Self.help("seed", "n"))
  var seed: String?

  @Option(parsing: .unconditional, help: Self.help("loops", "n"))
  var loops: String?

  @Option(parsing: .unconditional, help: Self.help("dwell", "duration"))
  var dwell: String?

  @Option(
    name: [.customLong("speed-factor"), .customLong("speed")], parsing: .unconditional,
    help: Self.help("speedFactor", "x"))
  var speedFactor: String?

  @Option(parsing: .unconditional, help: Self.help("refreshInterval", "duration"))
  var refreshInterval: String?

  @Option(parsing: .unconditional, help: Self.help("titleCards", "duration"))
  var titleCards: String?

  @Option(parsing: .unconditional, help: Self.help("message", "text"))
  var message: String?

  @Option(parsing: .unconditionalSingleValue, help: Self.help("scenes", "dir"))
  var scenes: [String] = []

  @Option(parsing: .unconditional, help: Self.help("keys", "keys"))
  var keys: String?

  @Option(parsing: .unconditional, help: Self.help("idleReturn", "duration"))
  var idleReturn: String?

  @Option(parsing: .unconditional, help: Self.help("tty", "path"))
  var tty: String?

  @Option(parsing: .unconditional, help: Self.help("hangup", "what"))
  var hangup: String?

  @Option(parsing: .unconditional, help: Self.help("theme", "theme"))
  var theme: String?

  @Option(parsing: .unconditional, help: Self.help("color", "when"))
  var color: String?

  @Option(parsing: .unconditional, help: Self.help("ascii", "bool"))
  var ascii: String?

  @Option(parsing: .unconditional, help: Self.help("instance", "name"))
  var instance: String?

  @Option(parsing: .unconditional, help: Self.help("socket", "dir"))
  var socket: String?

  @Option(parsing: .unconditional, help: Self.help("view", "host:port"))
  var view: String?

  @Option(parsing: .unconditionalSingleValue, help: Self.help("viewHosts", "host"))
  var viewHosts: [String] = []

  @Option(parsing: .unconditional, help: Self.help("viewConnections", "n"))
  var viewConnections: String?

  @Option(parsing: .unconditional, help: Self.help("requestTimeout", "duration"))
  var requestTimeout: String?

  @Option(parsing: .unconditional, help: Self.help("viewers", "n"))
  var viewers: String?

  @Option(parsing: .unconditional, help: Self.help("viewerQueue", "bytes"))
  var viewerQueue: String?

  @Option(parsing: .unconditional, help: Self.help("logLevel", "level"))
  var logLevel: String?

  /// What was given, by key.
  var values: [String: [String]] {
    let single = [
      ("order", order),
      ("seed", seed),
      ("loops", loops),
      ("dwell", dwell),
      ("speedFactor", speedFactor),
      ("refreshInterval", refreshInterval),
      ("titleCards", titleCards),
      ("message", message),
      ("keys", keys),
      ("idleReturn", idleReturn),
      ("tty", tty),
      ("hangup", hangup),
      ("theme", theme),
      ("color", color),
      ("ascii", ascii),
      ("instance", instance),
      ("socket", socket),
      ("view", view),
      ("viewConnections", viewConnections),
      ("requestTimeout", requestTimeout),
      ("viewers", viewers),
      ("viewerQueue", viewerQueue),
      ("logLevel", logLevel),
    ]
    let lists = [("playlist", playlist), ("scenes", scenes), ("viewHosts", viewHosts)]
    let given = single.map { ($0, $1.map { [$0] } ?? []) } + lists
    return Dictionary(uniqueKeysWithValues: given.filter { !$0.1.isEmpty })
  }

  private static func help(_ key: String, _ value: String) -> ArgumentHelp {
    ArgumentHelp("\(ConfigurationKey.named(key)?.help ?? "")", valueName: value)
  }
}
