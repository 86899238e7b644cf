import ArgumentParser
import CommandSupport
import Inputs
import Marbles

@main
struct Marbled: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbled",
    abstract: "Show what asynchronous streams do, in a terminal, while they do it.",
    discussion: """
      On a terminal, `marbled` without arguments lists scenes to choose from. Without a subcommand, it plays what its \
      arguments name; in a pipe and without arguments, it plays the sample: two timelines through merge, zip and \
      combineLatest.

        marbled learn
        marbled play 'zip(a, b)' -i a='1-2-3|' -i b='--x--y|'
        marbled explain debounce throttle
        marbled check scenes
        marbled serve
      """,
    version: Version.current,
    // Each of them says its name: to find all names out from types takes milliseconds at each start.
    groupedSubcommands: [
      CommandGroup(name: "Watch and learn", subcommands: [Play.self, Run.self, Learn.self, Explain.self, List.self]),
      CommandGroup(
        name: "Write, test and export",
        subcommands: [New.self, Check.self, Convert.self, Diff.self, Render.self]),
      CommandGroup(name: "In a browser, in the background, on a public screen", subcommands: NetworkProgram.commands),
      CommandGroup(
        name: "For shells, editors and other programs",
        subcommands: [Completions.self, Schema.self, LSP.self, MCP.self]),
    ],
    defaultSubcommand: Play.self)

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 2, words[0] == CommandGuard.verb { CommandGuard.run(words[1]) }
    if words.first == PackageDocuments.verb { return PackageDocuments.answer(Array(words.dropFirst())) }
    if words.first == CompletionScript.verb { return complete(Array(words.dropFirst())) }
    if let script = Self.completionScript(for: words) { return StandardStreams.print(script) }
    // The other program knows the flags of these commands.
    let other = words.first == "help" && words.count == 2 ? [words[1], "--help"] : words
    let meant = Self.withCommand(words)
    if words.count > 1, words[0] == "help", !words[1].hasPrefix("-"), !Self.commandNames.contains(words[1]) {
      let advice = Suggestion.clause(for: words[1], among: Self.commandNames)
      StandardStreams.printError("error: no command is called `\(words[1])`\(advice)")
      exit(withError: ExitCode(CommandExitCode.usage.rawValue))
    }
    do {
      if let command = other.first, NetworkProgram.has(command) {
        try NetworkProgram.become(command, Array(other.dropFirst()))
      }
      var command = try parsed(meant)
      try command.run()
    } catch {
      end(with: error, after: meant, defaultCommand: "play")
    }
  }

  /// The command that words name, with its arguments.
  static func parsed(_ words: [String]) throws -> any ParsableCommand {
    try parseAsRoot(OptionAliases.resolved(words, in: CommandTree(of: Self.self), defaultCommand: "play"))
  }

  /// The names of all commands.
  static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  /// The words with the command or the option that the first one means elsewhere, unless it may be the name of a row or a scene.
  private static func withCommand(_ words: [String]) -> [String] {
    guard let first = words.first, !words.contains(where: { $0.hasPrefix("-i") || $0.hasPrefix("--scenes") }) else {
      return words
    }
    switch first {
    case "version" where words.count == 1, "-V" where words.count == 1, "-v" where words.count == 1:
      return ["--version"]
    case "completion": return ["completions"] + words.dropFirst()
    case "ls": return ["list"] + words.dropFirst()
    default: return words
    }
  }

  /// The script that `--generate-completion-script SHELL` asks for, as installers of earlier versions do; nil for other words.
  private static func completionScript(for words: [String]) -> String? {
    let option = "--generate-completion-script"
    if words.count == 2, words[0] == option { return CompletionScript(rawValue: words[1])?.text }
    guard words.count == 1, words[0].hasPrefix(option + "=") else { return nil }
    return CompletionScript(rawValue: String(words[0].dropFirst(option.count + 1)))?.text
  }

  /// What is meant by words that other programs have as commands, in a sentence after an error.
  static let meantByCommands = [
    "config": "your defaults are in ~/.config/marbled/config.yaml; `marbled play --help` lists its keys",
    "configure": "your defaults are in ~/.config/marbled/config.yaml; `marbled play --help` lists its keys",
    "man": "`man marbled` shows the manual, and `marbled COMMAND --help` the help of a command",
    "manual": "`man marbled` shows the manual, and `marbled COMMAND --help` the help of a command",
    "lint": "did you mean `marbled check --lint`?", "compare": "did you mean the command `diff`?",
    "test": "did you mean the command `check`?", "watch": "did you mean the command `play`?",
    "show": "did you mean the command `play` or `explain`?", "start": "did you mean the command `daemon`?",
    "stop": "did you mean `marbled control quit`?", "web": "did you mean the command `serve`?",
    "server": "did you mean the command `serve`?", "tutorial": "did you mean the command `learn`?",
    "create": "did you mean the command `new`?", "init": "did you mean the command `new`?",
    "export": "did you mean the command `render`?", "update": "did you mean `marbled render --update`?",
  ]

  /// Answers a question of a completion script. It never fails, as a shell would show the error within the line.
  private static func complete(_ words: [String]) {
    let line = CompletionScript.line(of: words)
    if line.words.count > 1, NetworkProgram.has(line.words[1]) {
      try? NetworkProgram.become(CompletionScript.verb, words, isQuiet: true)
    }
    StandardStreams.ignoreBrokenPipes()
    StandardStreams.print(CompletionScript.answer(words, .ofMarbled))
  }

  /// The same prefix as in other error messages, and in those of compilers.
  static let _errorPrefix = "error: "
}
