import ArgumentParser
import Client
import CommandSupport
import Terminal
import Wire

struct ControlCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "control",
    abstract: "Steer a daemon.",
    discussion: ControlRequest.verbs.map { verb in
      verb.usage + String(repeating: " ", count: max(1, 14 - verb.usage.count)) + verb.help
    }.joined(separator: "\n"))

  @OptionGroup var client: ClientOptions
  @OptionGroup var timeout: TimeoutOption

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("One of the commands above.", valueName: "verb"))
  var words: [String] = []

  func run() async throws {
    try await CommandFailure.reported {
      var request = try ControlRequest(words: words)
      if request.edit != nil { request.editor = EditorName.user }
      let client = try client.client(watching: false, timeout)
      let answer = try await client.control(request)
      if request.reloads, answer.status == 422 {
        throw CommandFailure(.badConfig, StatusLines.message(answer.body))
      }
      let body = try ClientOptions.body(answer)
      if let mismatch = StatusLines.mismatch(body) { StandardStreams.printError("warning: \(mismatch)") }
      if request.reloads, let sentence = StatusLines.restart(body) { print(DisplayWidth.printable(sentence)) }
    }
  }
}
