import ArgumentParser
import CommandSupport

@main
struct Marbled: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbled",
    abstract: "Watch what asynchronous streams do over time, in a terminal, while it happens.",
    discussion: """
      Without a subcommand, `marbled` plays the sample: two timelines through merge, zip and combineLatest.

        marbled play --speed 2
        marbled play 'zip(a, b)' -i a='1-2-3|' -i b='--x--y|'
        marbled render --format marble
      """,
    version: Version.current,
    subcommands: [Play.self, Render.self, Check.self, List.self, Explain.self] + NetworkProgram.commands,
    defaultSubcommand: Play.self)

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 2, words[0] == "help", NetworkProgram.has(words[1]) {
      // Their flags are known to the program that runs them.
      do { try NetworkProgram.become(words[1], ["--help"]) } catch { exit(withError: error) }
    }
    main(nil)
  }

  /// As in every other message of ours, and of compilers.
  static let _errorPrefix = "error: "
}
