import ArgumentParser
import CommandSupport
import Formats
import Operators
import Scenes

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List scenes or operators.")

  /// The lists to choose from.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case scenes, operators
  }

  @Argument(help: "What to list.")
  var subject: Subject

  @Flag(help: "List the scenes of a daemon.")
  var daemon = false

  @Option(help: ArgumentHelp("With --daemon: the folder of the daemon's sockets.", valueName: "dir"))
  var socket: String?

  @Option(help: ArgumentHelp("With --daemon: the name of the daemon.", valueName: "name"))
  var instance: String?

  @Option(help: ArgumentHelp("With --daemon: how long to wait for an answer (default: 5s).", valueName: "duration"))
  var timeout: String?

  @OptionGroup var library: SceneLibraryOptions

  func validate() throws {
    if daemon, subject != .scenes {
      throw ValidationError("--daemon lists scenes; operators are the same in every daemon")
    }
    if !daemon, socket != nil || instance != nil || timeout != nil {
      throw ValidationError("--socket, --instance and --timeout need --daemon")
    }
  }

  func run() throws {
    if daemon {
      let flags = [("--socket", socket), ("--instance", instance), ("--timeout", timeout)].flatMap { flag, value in
        value.map { [flag, $0] } ?? []
      }
      try NetworkProgram.become("scenes", flags)
    }
    StandardStreams.ignoreBrokenPipes()
    switch subject {
    case .scenes: StandardStreams.printText(ScenePage.list(library.library))
    case .operators: StandardStreams.printText(OperatorPage.list(.standard))
    }
  }
}
