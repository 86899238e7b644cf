import Foundation
import TestSupport
import Testing

@testable import CommandSupport

extension EndToEnd {
  /// Completion: what the scripts ask, and what Tab does in the shells.
  @Suite struct CompletionTests {
    /// A folder with files and scenes.
    private func folder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      for name in ["ci", "many lines"] {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
      }
      let scene = "rows: { left: { marbles: \"1|\" }, both: { apply: \"left.map { $0 }\" } }\n"
      for (name, text) in [
        ("ci/good.yaml", scene), ("nd.txt", "1\n"), ("x:y.yaml", scene), ("notes.md", "# Notes\n"),
        ("many lines/a b.yaml", scene),
      ] {
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
      }
      return folder
    }

    /// What may stand at the end of a line, without descriptions; texts that go on have `…`.
    private func candidates(_ line: String, in folder: TemporaryFolder? = nil) throws -> [String] {
      let folder = try folder ?? self.folder()
      let words = line.split(separator: " ", omittingEmptySubsequences: false).dropFirst().map(String.init)
      let quoted = (["__complete", "fish"] + words).map { "'\($0)'" }.joined(separator: " ")
      let outcome = try run(
        "/bin/sh", ["-c", "cd '\(folder.path)' && exec '\(Binary.path())' \(quoted)"],
        environment: ["HOME": folder.path])
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      return outcome.lines.map { line in
        line.dropFirst().prefix { $0 != "\t" } + (line.hasPrefix("+") ? "…" : "")
      }
    }

    @Test(
      "Commands, scenes, operators, rows, files and the values of options are offered where they may stand",
      arguments: [
        ("marbled expl", ["explain"]), ("marbled play deb", ["debounce", "debounce-tie"]),
        ("marbled explain flatMapL", ["flatMapLatest"]), ("marbled explain multic", ["multicast"]),
        ("marbled learn lesson-q", ["lesson-quiet"]), ("marbled control sce", ["scene"]),
        ("marbled control scene debounce-t", ["debounce-tie"]), ("marbled play ci/go", ["ci/good.yaml"]),
        ("marbled check ", ["ci/…", "many lines/…", "notes.md", "x:y.yaml"]), ("marbled check ci/", ["ci/good.yaml"]),
        ("marbled convert nd", ["nd.txt"]), ("marbled play -i x=@nd", ["x=@nd.txt"]),
        ("marbled play -i x=ta", ["x=tail:…", "x=tap:…"]), ("marbled play ci/good.yaml -i ", ["left=…", "both=…"]),
        ("marbled play ci/good.yaml --show b", ["both=…"]), ("marbled play ci/good.yaml --show both=c", ["both=curve"]),
        ("marbled run -i log=- --lines ", ["log=…"]), ("marbled run -i log=- --lines log=c", ["log=csv", "log=clf"]),
        ("marbled play --theme d", ["dark"]), ("marbled play --theme=d", ["--theme=dark"]),
        ("marbled render --format sv", ["svg"]), ("marbled play --speed-f", ["--speed-factor"]),
        ("marbled play -", ["--theme", "--speed-factor"]), ("marbled convert -", ["--for"]),
        ("marbled play --plain ts", ["tsv"]), ("marbled list k", ["keys"]), ("marbled help pl", ["play"]),
        ("marbled completions ", ["bash", "zsh", "fish"]), ("marbled daemon --vie", ["--view", "--viewers"]),
        ("marbled daemon --ascii ", ["true", "false"]), ("marbled kiosk zip-v", ["zip-vs-combine-latest"]),
        ("marbled render --output nd", ["nd.txt"]),
        ("marbled new copy --from debounce-t", ["debounce-tie"]), ("marbled play --scenes ci/", []),
        ("marbled play --scenes ci goo", ["good"]), ("marbled nosuchcommand --the", ["--theme"]),
      ])
    func offered(line: String, expected: [String]) throws {
      let found = try candidates(line)
      // The lists of names grow with the project; what is expected is among them.
      if expected.isEmpty { #expect(found.isEmpty, "\(line): \(found)") }
      for name in expected { #expect(found.contains(name), "\(line): \(found)") }
    }

    @Test("A line with an open quote, a huge line and control characters are no reason to fail")
    func hostile() throws {
      #expect(try candidates("marbled play " + String(repeating: "x", count: 60_000)) == [])
      let outcome = try run(Binary.path(), ["__complete", "bash", "=", "marbled play 'zip(a"])
      #expect(outcome.output == "" && outcome.ending == .exited(0))
      // Standard input is the terminal of the shell.
      #expect(try candidates("marbled render - --show ").isEmpty)
      #expect(try run(Binary.path(), ["__complete"]).output == "")
      #expect(try run(Binary.path(), ["__complete", "tcsh", "x"]).output == "")
    }

    @Test("A line that is eight times as long takes about eight times as long to take apart") func growth() {
      let growth = Growth(["marbled ", "'", "\\"], ["play ", "\"a b\" ", "x=\\ y "])
      #expect(growth.problems { _ = ShellLine(parsing: $0) } == [])
    }

    /// A shell without the user's settings, with the completion of marbled, also for an alias.
    struct Shell: CustomTestStringConvertible {
      var tool: Tool
      var options: [String]
      var setup: String

      var testDescription: String { tool.rawValue }

      static let all = [
        Shell(
          tool: .bash, options: ["--noprofile", "--norc", "-i"],
          setup:
            #"bind 'set show-all-if-ambiguous on'; eval "$(marbled completions bash)"; complete -F _marbled mb"#),
        Shell(
          tool: .zsh, options: ["-f", "-i"],
          setup:
            #"autoload -Uz compinit; compinit -u -d "$HOME/dump"; zstyle ':completion:*' menu no; eval "$(marbled completions zsh)""#
        ),
        Shell(tool: .fish, options: ["--no-config", "-i"], setup: "marbled completions fish | source"),
      ]
    }

    @Test(
      "Tab completes in each shell", arguments: Shell.all,
      [
        ("marbled expl", "marbled explain END"), ("marbled explain flatMapL", "flatMapLatest END"),
        ("marbled play -i x=@nd", "x=@nd.txt END"), ("marbled check many", "many\\ lines/END"),
        ("marbled control scene debounce-t", "debounce-tie END"), ("marbled play --theme col", "color-blind-safe END"),
        ("marbled play --theme=col", "--theme=color-blind-safe END"), ("marbled play -i x=tai", "x=tail:END"),
        ("marbled list th", "themes END"), ("marbled check many\\ lines/", "many\\ lines/a\\ b.yaml END"),
        ("marbled check 'many lines/a", "'many lines/a b.yaml' END"), ("marbled check ~/no", "check ~/notes.md"),
        ("marbled render ./x", "./x:y.yaml END"), ("marbled render zip > nd", "zip > nd.txt END"),
        ("true | marbled expl", "| marbled explain END"), ("true; marbled expl", "; marbled explain END"),
        ("mb expl", "mb explain END"), ("./marbled expl", "./marbled explain END"),
      ])
    func tab(shell: Shell, example: (typed: String, completed: String)) throws {
      if !shell.tool.isInstalled { try Test.cancel(shell.tool.advice) }
      let folder = try folder()
      let program = try Binary.path()
      try FileManager.default.createSymbolicLink(atPath: folder.file("marbled"), withDestinationPath: program)
      let pty = try Pty(
        program: "/usr/bin/env", [shell.tool.rawValue] + shell.options, columns: 120, rows: 40,
        environment: [
          "PATH": "\(URL(filePath: program).deletingLastPathComponent().path):/usr/local/bin:/usr/bin:/bin",
          "HOME": folder.path, "PS1": "ready> ", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
          "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path,
          "fish_greeting": "", "BASH_SILENCE_DEPRECATION_WARNING": "1",
        ])
      // What the shell prints, not what is typed: the words have a quote between them.
      pty.type("cd '\(folder.path)'\r\(shell.setup)\ralias mb=marbled\recho set''tled\r")
      try pty.wait(for: "the completion of \(shell.tool)") { screen in
        screen.lines.contains { $0.trimmingCharacters(in: .whitespaces) == "settled" }
      }
      // The text after Tab shows whether the word goes on.
      pty.type(example.typed + "\tEND")
      try pty.wait(for: "`\(example.completed)` after Tab in \(shell.tool)") { screen in
        screen.lines.contains { $0.contains(example.completed) }
      }
      pty.hangUp()
    }

    @Test("The old way to ask for a script gives the same script", arguments: ["bash", "zsh", "fish"])
    func oldWay(shell: String) throws {
      let script = try marbled("completions", shell)
      #expect(script.ending == .exited(0) && script.output.contains("__complete \(shell)"))
      #expect(try marbled("--generate-completion-script", shell).output == script.output)
      #expect(try marbled("--generate-completion-script=\(shell)").output == script.output)
    }
  }
}
