import Foundation
import Marbles
import SceneFiles
import Server
import TestSupport
import Testing

extension EndToEnd {
  /// The code blocks of README.md and of the articles work: commands exit with 0, scenes agree, settings load, and Swift
  /// code is compiled.
  @Suite struct CodeBlockTests {
    /// Commands that a test can't run, and why. Each is the beginning of a line.
    private static let notRun: [String: String] = [
      "swift test": "runs this test",
      "swift package marbled": "is a command of other packages; a stage of .ci/run and .ci/try-plugin run it",
      "marbled kiosk": "plays until a signal ends it",
      "marbled serve": "serves until a signal ends it; ServeTests start one",
      "marbled site DIR": "takes a minute in a debug build; StaticSiteTests and a stage of .ci/run write one",
      "python3 -m http.server": "serves until a signal ends it",
      "sha256sum --check": "compares files of a release; the stage `packages` of .ci/run does it",
      "sudo apt install ./marbled": "changes the machine; the stage `packages` of .ci/run installs it in a folder",
      "tar -xzf marbled": "unpacks a release; the stage `packages` of .ci/run does it",
      "cd marbled-": "enters the folder of a release",
      "systemd/install.sh": "installs programs; the stage `installed` of .ci/run does it in a folder",
      "systemd/package.sh": "takes release builds; the stage `packages` of .ci/run does it",
      "systemd-sysusers": "changes the machine",
      "systemctl": "changes the machine",
      "journalctl": "reads the journal of the machine",
      "marbled status --instance tty1": "asks a kiosk that the article does not start",
      "curl ": "asks a daemon that the article does not start; RouteTests ask one",
      "  'http://": "is the second line of a request by curl",
      "  -d '{": "is the second line of a request by curl",
    ]

    /// Runs the commands of all blocks of an article, in their order, in one folder with the files that it tells to save.
    @Test(arguments: Article.all) func commandsAndFilesWork(article: Article) throws {
      let folder = try TemporaryFolder()
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("Config"), withDestinationPath: Article.root.appending(path: "Config").path)
      for block in article.blocks {
        switch block.language {
        case "console", "sh": try runCommands(of: block, in: folder)
        case "json": #expect(throws: Never.self, "\(block.place)") { try Value(json: block.text) }
        // Settings of editors, which have no schemas that are installed here.
        case "toml", "lua", "lisp": break
        // Steps of a workflow, which only GitHub reads, and files of CI systems, which CIExampleTests and .ci/run check.
        case "yaml" where block.text.hasPrefix("- run:") || block.text.hasPrefix("# ."): break
        case "yaml": try load(block, in: folder)
        case "marbled":
          let report = Checker().check(["x.yaml"]) { _ in block.lines.joined(separator: "\n") + "\n" }
          #expect(report.rows > 0 && report.failures == 0 && report.problems == 0, "\(block.place)")
        case "", "swift", "ini": break
        // .ci/check-proxies.py runs them.
        case "nginx", "caddy": break
        // LanguageTests run them.
        case "python", "javascript": break
        default: Issue.record("\(block.place): nothing checks blocks of \(block.language)")
        }
      }
    }

    private static func isNotRun(_ line: String) -> Bool {
      let command = line.hasPrefix("swift run marbled ") ? line.dropFirst("swift run ".count) : line[...]
      return notRun.keys.contains { line.hasPrefix($0) || command.hasPrefix($0) }
    }

    private func runCommands(of block: CodeBlock, in folder: TemporaryFolder) throws {
      let lines = block.lines.filter { line in !Self.isNotRun(line) }
      let script = """
        set -euo pipefail
        cd '\(folder.path)'
        mkdir -p run
        trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
        program() { '\(try Binary.path())' "$@"; }
        # Longer than articles say: it must outlive those who listen, also on a busy machine.
        example() {
          set -- '\(try Binary.path(of: "TapExample"))' "${@/#10/600}"
          if [ "$BASHPID" = "$$" ]; then "$@"; else exec "$@"; fi
        }
        \(Self.shell)
        \(lines.joined(separator: "\n"))
        for job in $(jobs -p); do
          case $(ps -o comm= -p "$job") in
          *TapExample) kill "$job" || true; wait "$job" || true ;;
          *) wait "$job" ;;
          esac
        done
        """
      let outcome = try run(
        "/bin/bash", ["-c", script],
        environment: [
          "XDG_RUNTIME_DIR": folder.file("run"), "XDG_CONFIG_HOME": folder.file("config"),
          "XDG_STATE_HOME": folder.file("state"),
        ])
      #expect(outcome.ending == .exited(0), "\(block.place)\n\(block.text)\n\(outcome.error)\n\(outcome.output)")
    }

    /// `marbled` and `swift run marbled` run the program that was built with this test. Scenes without live rows take no time, clients wait until
    /// the daemon answers, and pauses between lines are left out.
    private static let shell = """
      sleep() { :; }
      ping -c 1 -W 1 localhost >/dev/null 2>&1 || ping() {
        echo 'PING localhost 56(84) bytes of data.'
        for n in 1 2 3; do echo "64 bytes from localhost: icmp_seq=$n ttl=64 time=0.0$n ms"; done
      }
      swift() {
        case "$1 $2" in
          'build --product') return ;;
          'run TapExample') shift 2; example "$@"; return ;;
          'run marbled') shift 2; marbled "$@" ;;
        esac
      }
      marbled() {
        case "$* " in
          play*=-' '*|play*=@clicks' '*|play' 'tap:*) program "$@" ;;
          play*) program "$@" --speed 1000000 ;;
          status*|control*|send*|*--daemon*)
            for _ in $(seq 500); do program status >/dev/null 2>&1 && break; command sleep 0.02; done
            program "$@" ;;
          *) program "$@" ;;
        esac
      }
      """

    /// Saves a file if it has a name, and reads it as what it is: a scene, the configuration of a daemon, or preferences.
    private func load(_ block: CodeBlock, in folder: TemporaryFolder) throws {
      let path = folder.file(block.fileName ?? "block.yaml")
      try block.text.write(toFile: path, atomically: true, encoding: .utf8)
      if block.text.contains(/(?m)^(rows|items|kind):/) {
        let outcome = try marbled("check", path)
        let expectsNothing =
          outcome.error.hasPrefix("error: no row has `expect:`") && !block.text.contains(/(?m)^[^#\n]*expect:/)
        #expect(outcome.ending == .exited(expectsNothing ? 1 : 0), "\(block.place)\n\(outcome.error)\(outcome.output)")
      } else if block.text.contains(/(?m)^playlist:/) {
        #expect(throws: Never.self, "\(block.place)") { try DaemonConfiguration(path: path) }
      } else {
        let settings = URL(filePath: folder.file("config/marbled"))
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try block.text.write(to: settings.appending(path: "config.yaml"), atomically: true, encoding: .utf8)
        let outcome = try run(Binary.path(), ["render"], environment: ["XDG_CONFIG_HOME": folder.file("config")])
        #expect(outcome.ending == .exited(0) && outcome.error == "", "\(block.place)\n\(outcome.error)")
      }
    }

    /// The lines of README.md that show live input, which CI runs as they stand.
    private static let liveExamples = Article("README.md").blocks.flatMap(\.lines).filter {
      $0.contains("=- ") || $0.hasSuffix("=-")
    }

    @Test("A live example shows something", arguments: liveExamples)
    func liveExamplesShowSomething(line: String) throws {
      let folder = try TemporaryFolder()
      let script = """
        cd '\(folder.path)'
        program() { '\(try Binary.path())' "$@"; }
        \(Self.shell)
        \(line)
        """
      let program = try PipedProgram(program: "/bin/bash", ["-c", script])
      program.finishInput()
      try program.wait(for: "a line") { !$0.isEmpty }
      #expect(try program.waitForEnd().ending == .exited(0))
    }

    @Test func everyCommandThatIsNotRunIsInAnArticle() {
      let lines = Article.all.flatMap(\.blocks).filter { ["console", "sh"].contains($0.language) }.flatMap(\.lines)
      for command in Self.notRun.keys {
        #expect(lines.contains { $0.hasPrefix(command) }, "\(command) is in no article")
      }
    }

    /// The blocks are part of files of tests, so the compiler and the tests check them.
    @Test func swiftCodeIsCompiled() throws {
      let files = try [
        "MarblesTests/ArticleTests", "PlaybackTests/ArticleTests", "MarblesTestingTests/ArticleTests",
        "MarblesTestingTests/SixStepsTests", "MarblesTestingTests/FromSwiftClocksTests", "MarbleTapTests/ArticleTests",
        "TapExampleTests/OperatorTests",
        "MarblesTestingTests/Generated/debounce-vs-throttle", "MarblesTestingTests/Generated/incident-queries",
      ].map { try Article.text("Tests/\($0).swift") }
      let compiled = Self.words(files.joined(separator: "\n"))
      for block in Article.all.flatMap(\.blocks) where block.language == "swift" {
        let code = block.lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
        #expect(
          code.isEmpty || compiled.contains(Self.words(code)), "\(block.place) is not in ArticleTests.swift:\n\(code)")
        for line in block.lines where line.hasPrefix("import ") { #expect(compiled.contains(line), "\(block.place)") }
      }
    }

    /// The words of a text without indentation, which depends on the place of the code.
    private static func words(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}
