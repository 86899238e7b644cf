import ArgumentParser
import CommandSupport
import Formats
import Marbles
import SceneFiles
import Scenes

/// Prints the script with which a shell completes command lines of marbled.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a script with which bash, zsh or fish complete commands, scenes, operators, rows and files.",
    discussion: """
      An installed marbled has the scripts where the shells look for them. Otherwise, add one line to the file with which \
      your shell begins:

        ~/.bashrc                    eval "$(marbled completions bash)"
        ~/.zshrc, after compinit     eval "$(marbled completions zsh)"
        ~/.config/fish/config.fish   marbled completions fish | source
      """)

  @Argument(help: ArgumentHelp("The shell: bash, zsh or fish.", valueName: "shell"))
  var shell: CompletionScript

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    StandardStreams.print(shell.text)
  }
}

extension Completer {
  /// Completes the commands of `marbled` itself.
  static var ofMarbled: Completer {
    Completer(CommandTree(of: Marbled.self), defaultCommand: "play") { command, argument in
      source(of: argument, in: command)
    }
  }

  private static let sceneFiles = CompletionSource.files(SceneFile.endings)

  private static func source(of argument: CommandTree.Argument, in command: String) -> CompletionSource? {
    if argument.kind == .positional {
      switch command {
      case "play", "run": return .either([.scenes, .operators, .rows, sceneFiles])
      // Documents are the arguments of --update.
      case "render": return .either([.scenes, .operators, .rows, .files(SceneFile.endings + MarkdownDocument.endings)])
      case "diff": return .either([.scenes, .files(SceneFile.endings + ["ndjson"])])
      case "check": return .files(SceneFile.endings + MarkdownDocument.endings)
      case "explain": return .subjects
      case "learn": return .lessons
      case "new": return .folders
      case "list": return .choices(List.Subject.allCases.map { CompletionCandidate($0.rawValue) })
      default: return nil
      }
    }
    switch (command, argument.spellings.last ?? "") {
    case ("new", "--from"): return .either([.scenes, .operators])
    case ("convert", "--test"), ("convert", "--from"), (_, "--json"), (_, "--text"): return .rows
    case (_, "--show"): return .row(.choices(Scene.Row.Form.allCases.map { CompletionCandidate($0.rawValue) }))
    case (_, "--lines"): return .row(.choices(LineSettings.Form.named.map { CompletionCandidate($0.text, $0.title) }))
    case (_, "--value"), (_, "--time"), (_, "--id"), (_, "--label"), (_, "--color-by"), (_, "--row-refresh"):
      return .row(.none)
    case (_, "--order"): return .choices(InstantOrder.names.map { CompletionCandidate($0) })
    case (_, "--allow"): return .choices(Lint.allCases.map { CompletionCandidate($0.rawValue) })
    default: return argument.spellings.contains("-i") ? .row(.input) : nil
    }
  }
}

extension CompletionScript: ExpressibleByArgument {}
