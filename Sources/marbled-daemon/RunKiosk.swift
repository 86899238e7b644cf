import ArgumentParser
import CommandSupport
import Foundation
import Server

struct RunKiosk: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kiosk",
    abstract: "Play scenes in turn on this terminal, for all who come by.",
    discussion: """
      The same as `marbled daemon`, without a file: it is attached to and steered in the same ways. Space pauses, the \
      arrows look back, PgUp and PgDn change the scene; no key ends it, unless --keys all. Ended by \
      `marbled control quit` or SIGTERM.
      """)

  @Argument(help: "Scenes, as for `marbled play`; without any, all that are found.")
  var targets: [String] = []

  @OptionGroup(title: "Keys of the configuration") var keys: KeyOptions

  func run() async throws {
    try await Failure.reported {
      var flags = ["titleCards": ["3s"]].merging(keys.values) { $1 }
      if !targets.isEmpty { flags["playlist", default: []] += targets }
      try await DaemonProcess(
        Configuration(path: nil, flags: flags), path: nil, flags: flags, needsTerminal: true,
        environment: ProcessInfo.processInfo.environment, version: Version.current
      ).run()
    }
  }
}
