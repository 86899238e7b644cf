import ArgumentParser
import Daemon

struct Control: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Steer a daemon.",
    discussion: ControlRequest.verbs.map { verb in
      verb.usage + String(repeating: " ", count: max(1, 14 - verb.usage.count)) + verb.help
    }.joined(separator: "\n"))

  @OptionGroup var client: ClientOptions

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("What to do, one of those above.", valueName: "verb"))
  var words: [String] = []

  func run() async throws {
    try await Failure.reported {
      let request = try ControlRequest(words: words)
      let client = try client.client(watching: false)
      _ = try ClientOptions.body(try await client.send("POST", "/v1/control", body: request.json))
    }
  }
}
