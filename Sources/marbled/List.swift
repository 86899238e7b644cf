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

  @Argument(
    help: ArgumentHelp(
      "What to look for among the operators: a name, here or in another library, or plain words, as in `list operators rate limit`.",
      valueName: "words"))
  var words: [String] = []

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
    if !words.isEmpty, subject != .operators {
      throw ValidationError("only operators are looked for: `marbled list operators \(words.joined(separator: " "))`")
    }
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
    case .operators: try CommandFailure.reported { StandardStreams.printText(try operators()) }
    }
  }

  private func operators() throws -> String {
    if words.isEmpty { return OperatorPage.list(.standard) }
    let text = words.joined(separator: " ")
    if let page = OperatorPage.list(.standard, matching: text) { return page }
    let names = [Catalogue.standard.operators.map(\.name), NameIndex.standard.names.map(\.name)]
    let advice = Catalogue.standard.advice(for: text, among: names)
    throw CommandFailure(
      .notFound, "no operator is found for `\(text)`" + "; \(advice ?? "`marbled list operators` lists all of them")")
  }
}
