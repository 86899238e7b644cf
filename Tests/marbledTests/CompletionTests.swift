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
        ("ci/good.yaml", scene), ("nd.txt", "1\n"), ("notes.md", "# Notes\n"), ("many lines/a b.yaml", scene),
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
        ("marbled check ", ["ci/…", "many lines/…", "notes.md"]), ("marbled check ci/", ["ci/good.yaml"]),
        ("marbled convert nd", ["nd.txt"]), ("marbled play -i x=@nd", ["x=@nd.txt"]),
        ("marbled play -i x=ta", ["x=tail:…", "x=tap:…"]), ("marbled play ci/good.yaml -i ", ["left=…", "both=…"]),
        ("marbled play ci/good.yaml --show b", ["both=…"]), ("marbled play ci/good.yaml --show both=c", ["both=curve"]),
        ("marbled run -i log=- --lines ", ["log=…"]), ("marbled run -i log=- --lines log=c", ["log=csv", "log=clf"]),
        ("marbled play --theme d", ["dark"]), ("marbled play --theme=d", ["--theme=dark"]),
        ("marbled render --format sv", ["svg"]), ("marbled play --speed-f", ["--speed-factor"]),
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

    /// A shell that does nothing on its own, with the completion of marbled.
    private static let shells: [(tool: Tool, words: [String], setup: String)] = [
      (
        .bash, ["bash", "--noprofile", "--norc", "-i"],
        #"bind 'set show-all-if-ambiguous on'; eval "$(marbled completions bash)""#
      ),
      (
        .zsh, ["zsh", "-f", "-i"],
        #"autoload -Uz compinit; compinit -u -d "$HOME/dump"; zstyle ':completion:*' menu no; eval "$(marbled completions zsh)""#
      ),
      (.fish, ["fish", "--no-config", "-i"], "marbled completions fish | source"),
    ]

    /// The line after Tab, up to the text that is expected.
    private func pressTab(
      after typed: String, expecting completed: String, in shell: (tool: Tool, words: [String], setup: String)
    ) throws {
      let folder = try folder()
      let programs = URL(filePath: try Binary.path()).deletingLastPathComponent().path
      let pty = try Pty(
        program: "/usr/bin/env", shell.words, columns: 120, rows: 40,
        environment: [
          "PATH": "\(programs):/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "PS1": "ready> ",
          "TERM": "xterm-256color",
          "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path, "LC_ALL": "C.UTF-8",
          "fish_greeting": "", "BASH_SILENCE_DEPRECATION_WARNING": "1",
        ])
      func has(_ text: String) -> (ScreenEmulator) -> Bool {
        { screen in screen.lines.contains { $0.contains(text) } }
      }
      // What the shell prints, not what is typed: the words have a quote between them.
      pty.type("cd '\(folder.path)'\r\(shell.setup)\recho set''tled\r")
      try pty.wait(for: "the completion of \(shell.tool)") { screen in
        screen.lines.contains { $0.trimmingCharacters(in: .whitespaces) == "settled" }
      }
      // The text after Tab shows whether the word goes on.
      pty.type(typed + "\tEND")
      try pty.wait(for: "`\(completed)` after Tab in \(shell.tool)", has(completed))
      pty.hangUp()
    }

    @Test(
      "Tab completes in bash", .needs(.bash),
      arguments: [
        ("marbled expl", "marbled explain END"), ("marbled explain flatMapL", "flatMapLatest END"),
        ("marbled play -i x=@nd", "x=@nd.txt END"), ("marbled check many", "many\\ lines/END"),
        ("marbled control scene debounce-t", "debounce-tie END"), ("marbled play --theme col", "color-blind-safe END"),
        ("marbled play -i x=tai", "x=tail:END"), ("marbled list th", "themes END"),
        ("marbled check many\\ lines/", "many\\ lines/a\\ b.yaml END"), ("marbled check ~/no", "check ~/notes.md"),
      ])
    func bash(typed: String, completed: String) throws {
      try pressTab(after: typed, expecting: completed, in: Self.shells[0])
    }

    @Test(
      "Tab completes in zsh", .needs(.zsh),
      arguments: [
        ("marbled expl", "marbled explain END"), ("marbled explain flatMapL", "flatMapLatest END"),
        ("marbled play -i x=@nd", "x=@nd.txt END"), ("marbled check many", "many\\ lines/END"),
        ("marbled control scene debounce-t", "debounce-tie END"), ("marbled play --theme col", "color-blind-safe END"),
        ("marbled play -i x=tai", "x=tail:END"), ("marbled list th", "themes END"),
        ("marbled check many\\ lines/", "many\\ lines/a\\ b.yaml END"), ("marbled check ~/no", "check ~/notes.md"),
      ])
    func zsh(typed: String, completed: String) throws {
      try pressTab(after: typed, expecting: completed, in: Self.shells[1])
    }

    @Test(
      "Tab completes in fish", .needs(.fish),
      arguments: [
        ("marbled expl", "marbled explain END"), ("marbled explain flatMapL", "flatMapLatest END"),
        ("marbled play -i x=@nd", "x=@nd.txt END"), ("marbled check many", "many\\ lines/END"),
        ("marbled control scene debounce-t", "debounce-tie END"), ("marbled play --theme col", "color-blind-safe END"),
        ("marbled play -i x=tai", "x=tail:END"), ("marbled list th", "themes END"),
        ("marbled check many\\ lines/", "many\\ lines/a\\ b.yaml END"), ("marbled check ~/no", "check ~/notes.md"),
      ])
    func fish(typed: String, completed: String) throws {
      try pressTab(after: typed, expecting: completed, in: Self.shells[2])
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
