import ArgumentParser
import CommandSupport
import Inputs

@main
struct Marbled: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbled",
    abstract: "Show what asynchronous streams do, in a terminal, while they do it.",
    discussion: """
      On a terminal, `marbled` without arguments lists scenes to choose from. Without a subcommand, it plays what its \
      arguments name; in a pipe and without arguments, it plays the sample: two timelines through merge, zip and \
      combineLatest.

        marbled play --speed 2
        marbled play 'zip(a, b)' -i a='1-2-3|' -i b='--x--y|'
        marbled render --format marble
      """,
    version: Version.current,
    // Each of them says its name: to find all names out from types takes milliseconds at each start.
    subcommands: [
      Play.self, Run.self, Render.self, Convert.self, New.self, Check.self, List.self, Learn.self, Explain.self,
      Schema.self, LSP.self,
    ]
      + NetworkProgram.commands,
    defaultSubcommand: Play.self)

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 2, words[0] == CommandGuard.verb { CommandGuard.run(words[1]) }
    // The other program knows the flags of these commands.
    let other = words.first == "help" && words.count == 2 ? [words[1], "--help"] : words
    if let command = other.first, NetworkProgram.has(command) {
      do { try NetworkProgram.become(command, Array(other.dropFirst())) } catch { exit(withError: error) }
    }
    if let script = Self.completionScript(for: words) { return StandardStreams.print(script + "\n") }
    main(nil)
  }

  /// The names of all commands.
  static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  /// The script of `--generate-completion-script bash`; nil for other words.
  ///
  /// Bash then completes names of files where the script has nothing to offer, as for the scene of `play`.
  static func completionScript(for words: [String]) -> String? {
    guard words == ["--generate-completion-script", "bash"] || words == ["--generate-completion-script=bash"]
    else { return nil }
    let script = completionScript(for: .bash)
    return script.replacing("complete -o filenames -F", with: "complete -o filenames -o default -F")
  }

  /// The same prefix as in other error messages, and in those of compilers.
  static let _errorPrefix = "error: "
}
