package import ArgumentParser
internal import Foundation

/// The commands of a program with their arguments, as its help describes them.
///
/// Completion and the advice for mistyped options read it. ArgumentParser prints the same data with
/// `--experimental-dump-help`.
package struct CommandTree: Decodable, Sendable {
  /// An option, a flag or a positional argument.
  package struct Argument: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable { case positional, option, flag }

    /// A spelling, such as `--speed` or `-i`.
    package struct Name: Decodable, Sendable {
      var kind: String
      var name: String

      package var text: String { (kind == "long" ? "--" : "-") + name }
    }

    package var kind: Kind
    package var shouldDisplay: Bool
    package var isRepeating: Bool
    package var isOptional: Bool
    package var names: [Name]?
    package var valueName: String?
    package var allValues: [String]?
    package var defaultValue: String?
    package var parsingStrategy: String?
    package var abstract: String?

    /// The spellings, the main one first.
    package var spellings: [String] { (names ?? []).map(\.text) }
    /// Whether the word after it is its value.
    package var takesValue: Bool { kind == .option }
    /// Whether the option may also stand without a value, as `--plain`.
    package var isAlsoFlag: Bool { takesValue && parsingStrategy == "scanningForValue" && defaultValue != nil }
  }

  package var commandName: String
  package var abstract: String?
  package var shouldDisplay: Bool?
  package var subcommands: [CommandTree]?
  package var arguments: [Argument]?

  /// The description of a program or command.
  package init(of command: any ParsableCommand.Type) {
    struct Dump: Decodable { var command: CommandTree }
    let text = command._dumpHelp()
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(text.utf8)) else {
      preconditionFailure("the help of \(command) is not what ArgumentParser documents")
    }
    self = dump.command
  }

  /// The command with this name.
  package func subcommand(_ name: String) -> CommandTree? { subcommands?.first { $0.commandName == name } }

  /// The options and flags that help shows.
  package var options: [Argument] { (arguments ?? []).filter { $0.kind != .positional && $0.shouldDisplay } }

  /// The option or flag with this spelling.
  package func option(_ spelling: String) -> Argument? {
    (arguments ?? []).first { $0.kind != .positional && $0.spellings.contains(spelling) }
  }

  /// The positional arguments in their order.
  package var positionals: [Argument] { (arguments ?? []).filter { $0.kind == .positional } }
}
