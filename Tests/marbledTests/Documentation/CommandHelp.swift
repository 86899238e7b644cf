import Foundation
import TestSupport

/// The help of a command as data: what `--experimental-dump-help` prints, of which articles and manual pages are made.
struct CommandHelp: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var sectionTitle: String?
    var shouldDisplay: Bool
    var isRepeating: Bool
  }

  var commandName: String
  var abstract: String?
  var arguments: [Argument]?
  var subcommands: [CommandHelp]?

  private struct Dump: Decodable {
    var command: CommandHelp
  }

  /// The help of `marbled` or `marbled-daemon` with all commands.
  static func of(_ program: String) throws -> CommandHelp {
    let folder = URL(filePath: try Binary.path()).deletingLastPathComponent()
    let outcome = try run(folder.appending(path: program).path, ["--experimental-dump-help"])
    return try JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8)).command
  }

  /// The flags and options of a command that help shows, except `--version` and `--help`.
  func flags(of command: String) -> [Argument] {
    let found = subcommands?.first { $0.commandName == command }?.arguments ?? []
    return found.filter { argument in
      argument.kind != "positional" && argument.shouldDisplay
        && !(argument.names ?? []).contains { ["help", "version"].contains($0.name) }
    }
  }
}
