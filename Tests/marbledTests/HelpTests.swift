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
      for command in ["play", "daemon", "kiosk", "site", "attach", "edit", "status", "control", "send"] {
        let (help, flag) = (try marbled("help", command), try marbled(command, "--help"))
        #expect(help.output == flag.output && help.output.contains("USAGE: marbled \(command)"))
        #expect(help.ending == .exited(0) && flag.ending == .exited(0))
      }
    }

    /// `systemd/manual.sh` writes the manuals; this tells when it has to.
    @Test(arguments: ["marbled", "marbled-daemon"])
    func theManualSaysWhatTheHelpSays(program: String) throws {
      let manual = try Article.text("systemd/\(program).1")
      let sections = manual.split(separator: "\n.It Em ").dropFirst().map { Self.words(String($0)) }
      let all = Self.words(manual)
      let commands = try #require(CommandHelp.of(program).subcommands).filter { $0.commandName != "help" }
      #expect(commands.count > 5)
      for command in commands {
        let section = try #require(
          sections.first { $0.hasPrefix("\(command.commandName) ") }, "\(command.commandName)")
        #expect(section.hasPrefix(Self.words("\(command.commandName) \(command.abstract ?? "")")))
        for argument in (command.arguments ?? []) where argument.shouldDisplay {
          let names = (argument.names ?? []).sorted { $0.kind != "long" && $1.kind == "long" }
            .map { $0.text.dropFirst() }.joined(separator: " , ")
          let value = (argument.valueName ?? "") + (argument.isRepeating ? "..." : "")
          let heads =
            switch argument.kind {
            case "positional": [".It Ar \(value)"]
            case "option": [".It Fl \(names) Ar \(value)"]
            // A flag and its opposite have one entry.
            default:
              [".It Fl \(names)", ".It Fl \(names) , -no\(names)", ".It Fl \(names.dropFirst(3)) , \(names)"]
            }
          let isThere = heads.contains { head in
            let entry = Self.words("\(head) \(argument.abstract ?? "")")
            // A long text is in the section of the first command that has it.
            return section.contains(entry) || section.contains("\(head) As for ") && all.contains(entry)
          }
          #expect(isThere, "\(command.commandName): \(heads)")
        }
      }
    }

    /// The words of a page or of a text, without line breaks and escapes.
    private static func words(_ text: String) -> String {
      text.replacing("\\&", with: "").replacing("\\e", with: "\\").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
  }
}
