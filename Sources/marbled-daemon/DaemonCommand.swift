import ArgumentParser
import CommandSupport
import Foundation
import Server
import Terminal

struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Play a playlist of scenes in the background.",
    discussion: """
      Each key of the configuration is also a flag, and flags override the file. SIGTERM, SIGINT and \
      `marbled control quit` end the daemon. SIGHUP and `marbled control reload` read the configuration and the scenes \
      again.
      """)

  @Option(help: ArgumentHelp("The configuration file, such as Config/marbled.yaml.", valueName: "file"))
  var config: String?

  @OptionGroup(title: "Keys of the configuration") var keys: KeyOptions

  func run() async throws {
    try await CommandFailure.reported {
      let flags = keys.values
      let configuration = try DaemonConfiguration(path: config, flags: flags)
      let runner = DaemonRunner(
        configuration, path: config, flags: flags, environment: ProcessInfo.processInfo.environment,
        version: Version.current)
      LastResort.prepare(runner.endingTime, .code(1))
      try await runner.run()
    }
  }
}
