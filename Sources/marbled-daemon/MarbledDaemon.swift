import ArgumentParser
import CommandSupport
import Inputs

@main
struct MarbledDaemon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbled",
    abstract: "The commands of marbled that use the network. `marbled` runs this program for them.",
    version: Version.current,
    subcommands: [
      DaemonCommand.self, KioskCommand.self, ServeCommand.self, SiteCommand.self, AttachCommand.self, EditCommand.self,
      StatusCommand.self,
      ControlCommand.self, SendCommand.self, ScenesCommand.self,
    ])

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 2, words[0] == CommandGuard.verb { CommandGuard.run(words[1]) }
    if words.first == CompletionScript.verb {
      StandardStreams.ignoreBrokenPipes()
      return StandardStreams.print(CompletionScript.answer(Array(words.dropFirst()), .ofNetworkCommands))
    }
    do {
      var command = try parseAsRoot(OptionAliases.resolved(words, in: CommandTree(of: Self.self)))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error, after: words)
    }
  }

  /// The prefix of errors, as in all other messages of marbled and in compilers.
  static let _errorPrefix = "error: "
}
