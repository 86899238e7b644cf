import ArgumentParser
import Client
import CommandSupport

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the state of a daemon.")

  /// The output format.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Option(help: "Output format.")
  var format: Format = .text

  @OptionGroup var client: ClientOptions
  @OptionGroup var timeout: TimeoutOption

  func run() async throws {
    try await CommandFailure.reported {
      let body = try ClientOptions.body(try await client.client(watching: true, timeout).send("GET", "/v1/status"))
      if format == .text, let mismatch = StatusLines.mismatch(body) {
        throw CommandFailure(.general, "\(mismatch)")
      }
      print(format == .json ? body : StatusLines.status(body), terminator: "")
    }
  }
}

struct ScenesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes",
    abstract: "List the scenes of a daemon, as `marbled list scenes --daemon` does.", shouldDisplay: false)

  @OptionGroup var client: ClientOptions
  @OptionGroup var timeout: TimeoutOption

  func run() async throws {
    try await CommandFailure.reported {
      let body = try ClientOptions.body(try await client.client(watching: true, timeout).send("GET", "/v1/scenes"))
      print(StatusLines.scenes(body), terminator: "")
    }
  }
}
