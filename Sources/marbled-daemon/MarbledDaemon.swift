import ArgumentParser
import CommandSupport

@main
struct MarbledDaemon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbled",
    abstract: "The commands of marbled that use the network. `marbled` runs this program for them.",
    version: Version.current,
    subcommands: [
      DaemonCommand.self, KioskCommand.self, AttachCommand.self, StatusCommand.self, ControlCommand.self,
      SendCommand.self, ScenesCommand.self,
    ])

  /// The prefix of errors, as in all other messages of marbled and in compilers.
  static let _errorPrefix = "error: "
}
