import ArgumentParser

@main
struct MarbledDaemon: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "marbled",
    abstract: "The commands of marbled that listen or connect; `marbled` runs this program for them.",
    version: version,
    subcommands: [
      RunDaemon.self, RunKiosk.self, Attach.self, Status.self, Control.self, Send.self, Scenes.self,
    ])

  /// As in every other message of ours, and of compilers.
  static let _errorPrefix = "error: "
}
