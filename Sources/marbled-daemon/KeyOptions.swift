import ArgumentParser
import Server

/// A flag for each configuration key, with its value as text: files and flags share the code that parses values.
struct KeyOptions: ParsableArguments {
  @Option(parsing: .unconditionalSingleValue, help: Self.help("playlist"))
  var playlist: [String] = []

  @Option(parsing: .unconditional, help: Self.help("order"))
  var order: String?

  @Option(parsing: .unconditional, help: Self.help("seed"))
  var seed: String?

  @Option(parsing: .unconditional, help: Self.help("loops"))
  var loops: String?

  @Option(parsing: .unconditional, help: Self.help("dwell"))
  var dwell: String?

  @Option(
    name: [.customLong("speed-factor"), .customLong("speed")], parsing: .unconditional,
    help: Self.help("speedFactor"))
  var speedFactor: String?

  @Option(parsing: .unconditional, help: Self.help("refreshInterval"))
  var refreshInterval: String?

  @Option(parsing: .unconditional, help: Self.help("titleCards"))
  var titleCards: String?

  @Option(parsing: .unconditional, help: Self.help("message"))
  var message: String?

  @Option(
    name: [.customShort("i"), .customLong("inputs")], parsing: .unconditionalSingleValue, help: Self.help("inputs"))
  var inputs: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: Self.help("scenes"))
  var scenes: [String] = []

  @Option(parsing: .unconditional, help: Self.help("keys"))
  var keys: String?

  @Option(parsing: .unconditional, help: Self.help("idleReturn"))
  var idleReturn: String?

  @Option(parsing: .unconditionalSingleValue, help: Self.help("hours"))
  var hours: [String] = []

  @Option(parsing: .unconditional, help: Self.help("night"))
  var night: String?

  @Option(parsing: .unconditional, help: Self.help("pixelShift"))
  var pixelShift: String?

  @Option(parsing: .unconditional, help: Self.help("tty"))
  var tty: String?

  @Option(parsing: .unconditional, help: Self.help("hangup"))
  var hangup: String?

  @Option(parsing: .unconditional, help: Self.help("record"))
  var record: String?

  @Option(parsing: .unconditional, help: Self.help("recordLimit"))
  var recordLimit: String?

  @Option(parsing: .unconditional, help: Self.help("theme"))
  var theme: String?

  @Option(parsing: .unconditional, help: Self.help("color"))
  var color: String?

  @Option(parsing: .unconditional, help: Self.help("ascii"))
  var ascii: String?

  @Option(parsing: .unconditional, help: Self.help("instance"))
  var instance: String?

  @Option(parsing: .unconditional, help: Self.help("socket"))
  var socket: String?

  @Option(parsing: .unconditional, help: Self.help("view"))
  var view: String?

  @Option(parsing: .unconditional, help: Self.help("control"))
  var control: String?

  @Option(parsing: .unconditional, help: Self.help("publish"))
  var publish: String?

  @Option(parsing: .unconditional, help: Self.help("follow"))
  var follow: String?

  @Option(parsing: .unconditional, help: Self.help("playground"))
  var playground: String?

  @Option(parsing: .unconditional, help: Self.help("behindProxy"))
  var behindProxy: String?

  @Option(parsing: .unconditionalSingleValue, help: Self.help("viewHosts"))
  var viewHosts: [String] = []

  @Option(parsing: .unconditional, help: Self.help("viewConnections"))
  var viewConnections: String?

  @Option(parsing: .unconditional, help: Self.help("requestTimeout"))
  var requestTimeout: String?

  @Option(parsing: .unconditional, help: Self.help("viewers"))
  var viewers: String?

  @Option(parsing: .unconditional, help: Self.help("viewerQueue"))
  var viewerQueue: String?

  @Option(parsing: .unconditional, help: Self.help("logLevel"))
  var logLevel: String?

  @Option(parsing: .unconditional, help: Self.help("logFormat"))
  var logFormat: String?

  /// The values of the given flags by key: each property here has the name of its key.
  var values: [String: [String]] {
    var values: [String: [String]] = [:]
    for child in Mirror(reflecting: self).children {
      // Property wrappers are stored with an underscore before their names.
      guard let name = child.label?.dropFirst() else { continue }
      switch child.value {
      case let option as Option<String?>: values[String(name)] = option.wrappedValue.map { [$0] }
      case let option as Option<[String]>:
        if !option.wrappedValue.isEmpty { values[String(name)] = option.wrappedValue }
      default: preconditionFailure("\(name) is no option whose text ConfigurationKey could read")
      }
    }
    return values
  }

  private static func help(_ name: String) -> ArgumentHelp {
    guard let key = ConfigurationKey.named(name) else { preconditionFailure("no key \(name)") }
    let standard = key.defaultText.map { " (default: \($0))" } ?? ""
    return ArgumentHelp("\(key.help)\(standard)", valueName: key.valueName)
  }
}
