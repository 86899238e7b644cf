import ArgumentParser
import Foundation
import Terminal
import TestSupport
import Testing

@testable import CommandSupport

extension EndToEnd {
  /// What people type who know other programs, or an earlier marbled: it works, or the error says what works.
  @Suite struct MistypingTests {
    @Test(
      "An unknown option gets the option that was meant",
      arguments: [
        ("play --hlep", "unknown option `--hlep`; did you mean `--help`?"),
        ("play --speedFactor 2", "unknown option `--speedFactor`; did you mean `--speed-factor`?"),
        ("play --raw", "unknown option `--raw`; it is an option of `marbled run`"),
        ("run --once", "unknown option `--once`; it is an option of `marbled play`"),
        ("render --verbose", "unknown option `--verbose`; `marbled run --stats` says more about a run"),
        ("play --fast", "unknown option `--fast`; did you mean `--speed 2`?"),
        ("serve --port 80", "unknown option `--port`; did you mean `--listen 127.0.0.1:8080`?"),
        ("serve --lsten x", "unknown option `--lsten`; did you mean `--listen`?"),
        ("play --xyzzy", "unknown option `--xyzzy`; `marbled play --help` lists the options"),
        ("--xyzzy", "unknown option `--xyzzy`; `marbled play --help` lists the options"),
        // An argument is missing, too.
        ("check --verison", "unknown option `--verison`; did you mean `--version`?"),
        ("diff --hlep", "unknown option `--hlep`; did you mean `--help`?"),
        ("explain -x", "unknown option `-x`; `marbled explain --help` lists the options"),
        ("attach nope", "unexpected argument `nope`; expected options only"),
      ])
    func options(line: String, message: String) throws {
      let outcome = try run(Binary.path(), line.split(separator: " ").map(String.init))
      #expect(outcome.error.hasPrefix("error: \(message)\nUsage: marbled "), "\(outcome.error)")
      #expect(outcome.ending == .exited(64) && outcome.output == "")
    }

    @Test(
      "An unknown value gets the value that was meant, or the command that has it",
      arguments: [
        ("render --format sgv", "--format: `sgv` is unknown; did you mean `svg`? Expected one of marble, json, "),
        (
          "render --format value",
          "--format: `value` is unknown; it is a value of `marbled run --format`; expected one of "
        ),
        ("run --format marble", "--format: `marble` is unknown; it is a value of `marbled render --format`; expected "),
        ("completions bsh", "<shell>: `bsh` is unknown; did you mean `bash`? Expected one of bash, zsh, fish"),
        ("play --theme drak", "--theme: `drak` is unknown; did you mean `dark`? Expected one of dark, light, "),
      ])
    func values(line: String, message: String) throws {
      let outcome = try run(Binary.path(), line.split(separator: " ").map(String.init))
      #expect(outcome.error.hasPrefix("error: \(message)") && outcome.ending == .exited(64), "\(outcome.error)")
    }

    @Test(
      "A missing argument is said where no option is wrong",
      arguments: [("diff a.yaml", "actual"), ("diff a.yaml --no-color", "actual"), ("check --input -x=@b", "paths")])
    func missing(line: String, name: String) throws {
      let outcome = try run(Binary.path(), line.split(separator: " ").map(String.init))
      #expect(outcome.error.hasPrefix("error: Missing expected argument '<\(name)>"), "\(outcome.error)")
      #expect(outcome.ending == .exited(64))
    }

    @Test("Help for a command that is not there is an error") func help() throws {
      let outcome = try marbled("help", "plya")
      #expect(outcome.error == "error: no command is called `plya`; did you mean `play`?\n")
      #expect(outcome.ending == .exited(64) && outcome.output == "")
    }

    @Test("A value that is no number is refused with its place and form") func numbers() throws {
      let outcome = try marbled("run", "zip", "--count", "x")
      #expect(
        outcome.error.hasPrefix("error: --count: `x` is not valid; expected a number for <n>\nHelp:  --count <n>"))
      #expect(outcome.ending == .exited(64))
    }

    @Test(
      "The commands of other programs get those of this one",
      arguments: [
        ("config", "~/.config/marbled/config.yaml"), ("man", "`man marbled` shows the manual"),
        ("lint", "`marbled check --lint`"), ("compare", "the command `diff`"),
        ("watch", "the command `play`"), ("test", "the command `check`"), ("stop", "`marbled control quit`"),
        ("paly", "the command `play`"), ("hlep", "the command `help`"),
      ])
    func commands(word: String, advice: String) throws {
      let outcome = try marbled(word)
      #expect(outcome.ending == .exited(66) && outcome.error.contains(advice), "\(outcome.error)")
    }

    @Test("A word that is no row gets the option that reads standard input, where there is any") func pipes() throws {
      let piped = try shell("echo 1 | marbled run requests")
      #expect(
        piped.error.hasPrefix(
          "error: no scene, operator or row is called `requests`; to read standard input as a row, give `-i requests=-`; "
        ),
        "\(piped.error)")
      #expect(piped.ending == .exited(66))
      // No row can have this name.
      #expect(try !shell("echo 1 | marbled run the-requests").error.contains("-i the"))
      #expect(try !shell("marbled run requests < /dev/null").error.contains("-i requests"))
    }

    @Test(
      "Another name of the same thing is read as the one that help shows",
      arguments: [
        ("version", "--version"), ("-V", "--version"), ("-v", "--version"), ("completion bash", "completions bash"),
        ("ls themes", "list themes"), ("list theme", "list themes"), ("list scene lesson", "list scenes lesson"),
        ("play a --input a=1| --once --plain", "play a -i a=1| --once --plain"),
        ("play a --inputs=a=1| --once --plain", "play a -i a=1| --once --plain"),
        ("play zip --speed 1000 --format tsv", "play zip --speed 1000 --plain=tsv"),
        ("play zip --speed 1000 --format=tsv", "play zip --speed 1000 --plain=tsv"),
        ("render --format frame --ascii true", "render --format frame --ascii"),
        ("render --format frame --ascii=true", "render --format frame --ascii"),
        ("render --format frame --ghosts false", "render --format frame --no-ghosts"),
        ("render --format ansi --no-color", "render --format ansi --color never"),
        ("render --format ansi --colour 16", "render --format ansi --color 16"),
        ("list themes --format=json", "list themes --json"), ("list themes --format json", "list themes --json"),
      ])
    func names(line: String, meant: String) throws {
      let outcome = try run(Binary.path(), line.split(separator: " ").map(String.init))
      let same = try run(Binary.path(), meant.split(separator: " ").map(String.init))
      #expect(outcome.error == "" && outcome.ending == .exited(0) && outcome.output != "", "\(outcome.error)")
      #expect(outcome.output == same.output)
    }

    @Test(
      "What a daemon's file calls an address, a host or a switch is understood by its commands",
      arguments: [
        // The value is wrong, so that the error shows which option was read.
        ("daemon --listen x:y", "error: --view: `x:y` is not an address"),
        ("kiosk --listen x:y", "error: --view: `x:y` is not an address"),
        ("serve --view x:y", "error: --listen: `x:y` is not an address"),
        ("kiosk --ascii --loops x", "error: --loops: found `x`"),
        ("kiosk --no-ascii --loops x", "error: --loops: found `x`"),
        ("kiosk --ascii zip --loops x", "error: --loops: found `x`"),
        ("daemon --ascii=maybe", "error: --ascii: found `maybe`, expected true or false"),
        ("daemon --ascii yes", "error: --ascii: found `yes`, expected true or false"),
      ])
    func daemons(line: String, message: String) throws {
      let outcome = try run(Binary.path(), line.split(separator: " ").map(String.init))
      #expect(outcome.error.hasPrefix(message) && outcome.ending == .exited(64), "\(outcome.error)")
    }

    @Test("A row or a file whose name looks like a command or a switch keeps its name") func names() throws {
      #expect(try marbled("render", "version", "-i", "version=1|").output.contains("version"))
      #expect(try marbled("version", "-i", "version=1|", "--once", "--plain").output.contains("emits 1"))
      #expect(try marbled("ls", "-i", "ls=1|", "--once", "--plain").output.contains("emits 1"))
      let folder = try TemporaryFolder()
      try "rows: { a: { marbles: \"7|\" } }\n".write(
        toFile: folder.file("true.yaml"), atomically: true, encoding: .utf8)
      #expect(try marbled("render", "--scenes", folder.path, "--stages", "true").output.contains("7|"))
    }

    @Test(
      "Text has colours as pictures have them",
      arguments: [
        ([], [:], false), ([], ["FORCE_COLOR": "1"], true), ([], ["FORCE_COLOR": "0"], false),
        ([], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true), (["--color", "never"], ["FORCE_COLOR": "1"], false),
        (["--color", "always"], ["NO_COLOR": "1"], true), (["--no-color"], ["FORCE_COLOR": "1"], false),
      ])
    func colors(flags: [String], environment: [String: String], isColored: Bool) throws {
      let list = try run(Binary.path(), ["list", "themes"] + flags, environment: environment)
      #expect(list.output.contains("\u{1B}[") == isColored)
      let error = try run(Binary.path(), ["explain", "nosuch"] + flags, environment: environment)
      #expect(error.error.contains("\u{1B}[1;31merror:") == isColored)
      let json = try run(Binary.path(), ["list", "themes", "--json"] + flags, environment: environment)
      #expect(!json.output.contains("\u{1B}"))
    }

    @Test(
      "The words of the process say about colours what the parser says",
      arguments: [
        "", "--color never", "--color=16", "--color never --color=always", "--color=always --color never",
        "--colour 256", "--colour=truecolor", "--no-color", "--color always --no-colour", "--no-color --color=auto",
        "-- --color never", "--color never -- --color 16",
      ])
    func words(line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      let resolved = OptionAliases.resolved(["text"] + words, in: CommandTree(of: Program.self))
      #expect(try ColorChoice(words: words) == TextCommand.parse(Array(resolved.dropFirst())).colors.color)
    }

    private struct Program: ParsableCommand {
      static let configuration = CommandConfiguration(subcommands: [TextCommand.self])
    }

    private struct TextCommand: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "text")
      @Argument var words: [String] = []
      @OptionGroup var colors: TextColorOption
    }

    @Test("--for means playing time in each command that plays or draws") func length() throws {
      let short = try marbled("render", "--for", "2s", "--speed", "2", "--format", "tsv").output
      #expect(try short == marbled("render", "--duration", "4s", "--speed", "2", "--format", "tsv").output)
      #expect(
        try marbled("play", "--for", "10ms", "--speed", "100", "--plain=tsv").lines.last?.hasPrefix("1\t") == true)
      #expect(try marbled("convert", "--duration", "3s", "nosuchfile").error.contains("nosuchfile"))
    }
  }
}
