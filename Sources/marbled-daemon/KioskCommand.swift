import ArgumentParser
import CommandSupport
import Foundation
import Server
import Terminal

struct KioskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kiosk",
    abstract: "Play scenes one after another on this terminal, for a public screen.",
    discussion: """
      Like `marbled daemon`, without a configuration file. Space pauses, the arrow keys look back, and PgUp and PgDn \
      change the scene. No key ends it unless --keys is all; use `marbled control quit` or SIGTERM.
      """)

  @Argument(help: "Scenes, as for `marbled play`. (default: all scenes without live rows)")
  var targets: [String] = []

  @OptionGroup(title: "Keys of the configuration") var keys: KeyOptions

  func run() async throws {
    try await CommandFailure.reported {
      var flags = ["titleCards": ["3s"]].merging(keys.values) { $1 }
      if !targets.isEmpty { flags["playlist", default: []] += targets }
      let runner = try DaemonRunner(
        DaemonConfiguration(path: nil, flags: flags), path: nil, flags: flags, needsTerminal: true,
        environment: ProcessInfo.processInfo.environment, version: Version.current)
      LastResort.prepare(runner.endingTime, .code(1))
      try await runner.run()
    }
  }
}
