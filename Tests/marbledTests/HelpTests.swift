import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct HelpTests {
    /// Compared with the files in Snapshots; `UPDATE_SNAPSHOTS=1 swift test` writes them.
    @Test(arguments: [
      ("marbled", []), ("marbled-play", ["play"]), ("marbled-render", ["render"]), ("marbled-check", ["check"]),
    ])
    func helpIsThis(snapshot: String, command: [String]) throws {
      let outcome = try run(Binary.path(), command + ["--help"], environment: ["COLUMNS": "80"])
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(snapshot).txt")
      if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
        try outcome.output.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(try outcome.output == String(contentsOf: file, encoding: .utf8))
    }

    @Test("The help of a command is the same, however it is asked for")
    func helpOfCommands() throws {
      for command in ["play", "daemon", "kiosk", "attach", "status", "control", "send"] {
        let (help, flag) = (try marbled("help", command), try marbled(command, "--help"))
        #expect(help.output == flag.output && help.output.contains("USAGE: marbled \(command)"))
        #expect(help.ending == .exited(0) && flag.ending == .exited(0))
      }
    }

    /// `swift package generate-manual` writes them; this tells when it has to.
    @Test func theManualsHaveEveryCommandAndFlag() throws {
      let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let manual = try ["marbled.1", "marbled-daemon.1"]
        .map { try String(contentsOf: sources.appending(path: "systemd/\($0)"), encoding: .utf8) }.joined()
      let help = try marbled("--help").output
      let commands = try #require(help.split(separator: "SUBCOMMANDS:").last).split(separator: "\n")
        .compactMap { $0.firstMatch(of: /^ {2}([a-z]+)\s/)?.1 }
      #expect(commands.count > 5)
      for command in commands {
        #expect(manual.contains("\n.It Em \(command)\n"), "\(command)")
        for flag in try marbled(String(command), "--help").output.matches(of: /--([a-z][a-z-]+)/) {
          #expect(manual.contains("-\(flag.1)"), "\(command) --\(flag.1)")
        }
      }
    }

    @Test func theVersionIsOneLine() throws {
      let outcome = try marbled("--version")
      #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }
  }
}
