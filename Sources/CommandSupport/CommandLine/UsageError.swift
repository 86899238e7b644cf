package import ArgumentParser
internal import Foundation
internal import Marbles

/// The errors of ArgumentParser in the words of this program: with what was probably meant.
///
/// Its errors are not public, so they are known by their texts, which tests pin.
package struct UsageError {
  /// The program's commands.
  let tree: CommandTree
  /// The words after the name of the program.
  let words: [String]
  /// The command without which the words are read.
  let defaultCommand: String?

  /// The message for an error of `root`.
  ///
  /// - Parameter text: what ArgumentParser would print.
  func message(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first else { return text }
    let usage = lines.dropFirst().drop { !$0.hasPrefix("Usage:") }
    // A usage of many options is no help to find one.
    let isLong = (usage.first?.count ?? 0) > Self.longestUsage
    let rest = isLong ? ["Usage: \(usageLine)"] + usage.dropFirst() : Array(usage)
    if let option = Self.quoted(in: first, after: "error: Unknown option ")
      ?? (first.hasPrefix("error: Missing expected argument") ? unknownOption : nil)
    {
      let advice = OptionAdvice(tree: tree, command: command).advice(for: option)
      return (["error: unknown option `\(option)`; \(advice)"] + rest).joined(separator: "\n")
    }
    if let argument = Self.quoted(in: first, after: "error: Unexpected argument ") {
      let names = command.positionals.map { "<\($0.valueName ?? "argument")>" }
      let expected = names.isEmpty ? "options only" : names.joined(separator: " ")
      return (["error: unexpected argument `\(argument)`; expected \(expected)"] + rest).joined(separator: "\n")
    }
    if let value = Self.quoted(in: first, after: "error: The value "),
      let argument = Self.quoted(in: first, after: "error: The value '\(value)' is invalid for "),
      first.hasSuffix("'\(argument)'"), choices(of: argument) == nil
    {
      let (name, form) = (argument.prefix { $0 != " " }, argument.drop { $0 != "<" })
      let expected = "expected a number\(form.isEmpty ? "" : " for \(form)")"
      let help = lines.dropFirst().prefix { !$0.hasPrefix("Usage:") }
      return (["error: \(name): `\(value)` is not valid; \(expected)"] + help + rest).joined(separator: "\n")
    }
    if let value = Self.quoted(in: first, after: "error: The value "),
      let argument = Self.quoted(in: first, after: "error: The value '\(value)' is invalid for "),
      let choices = choices(of: argument)
    {
      let name = argument.prefix { $0 != " " }
      let elsewhere = owners(of: value, for: String(name)).map { "; it is a value of `marbled \($0) \(name)`" } ?? ""
      let hint = Suggestion.nearest(to: value, among: choices).map { "; did you mean `\($0)`?" } ?? elsewhere
      let message = "error: \(name): `\(value)` is unknown\(hint)" + (hint.hasSuffix("?") ? " Expected" : "; expected")
      return ([message + " one of \(choices.joined(separator: ", "))"] + rest).joined(separator: "\n")
    }
    if let usageStart = lines.firstIndex(where: { $0.hasPrefix("Usage:") }) {
      return (lines[..<usageStart] + rest).joined(separator: "\n")
    }
    return text
  }

  private static let longestUsage = 80

  /// The first word that looks like an option and is none of the command: ArgumentParser reports a missing argument first.
  private var unknownOption: String? {
    let resolved = OptionAliases.resolved(words, in: tree, defaultCommand: defaultCommand)
    var isValue = false
    for word in resolved.prefix(while: { $0 != "--" }) {
      let name = String(word.prefix { $0 != "=" })
      defer {
        isValue = !isValue && name == word && command.option(name).map { $0.takesValue && !$0.isAlsoFlag } ?? false
      }
      guard !isValue, word.hasPrefix("-"), word.dropFirst().contains(where: \.isLetter) else { continue }
      if !["--help", "-h", "--version"].contains(name), command.option(name) == nil { return name }
    }
    return nil
  }

  /// The command whose arguments the words are.
  private var command: CommandTree {
    let name = words.first { !$0.hasPrefix("-") }.flatMap { tree.subcommand($0) == nil ? nil : $0 }
    return (name ?? defaultCommand).flatMap(tree.subcommand) ?? tree
  }

  /// One line: the manual has all options.
  private var usageLine: String {
    let positionals = command.positionals.map { argument in
      let name = "<\(argument.valueName ?? "argument")>\(argument.isRepeating ? " ..." : "")"
      return argument.isOptional ? "[\(name)]" : name
    }
    let name = command.commandName == tree.commandName ? tree.commandName : "\(tree.commandName) \(command.commandName)"
    return ([name, "[<options>]"] + positionals).joined(separator: " ")
  }

  private func choices(of argument: String) -> [String]? {
    let name = String(argument.prefix { $0 != " " })
    let found =
      command.option(name) ?? command.positionals.first { "<\($0.valueName ?? "")>" == name }
    return found?.allValues
  }

  /// The command that has an option with this name and value.
  private func owners(of value: String, for name: String) -> String? {
    tree.subcommands?.first { $0.option(name)?.allValues?.contains(value) == true }?.commandName
  }

  /// The text in single quotes after `prefix`, which the line begins with.
  private static func quoted(in line: String, after prefix: String) -> String? {
    guard line.hasPrefix(prefix + "'") else { return nil }
    let rest = line.dropFirst(prefix.count + 1)
    return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
  }
}

extension ParsableCommand {
  /// Ends the program with an error of parsing or running a command, as ``ParsableCommand/exit(withError:)`` does.
  package static func end(with error: any Error, after words: [String], defaultCommand: String? = nil) -> Never {
    let code = exitCode(for: error)
    // A command that has said what is wrong ends with the code alone.
    guard code == .validationFailure, !fullMessage(for: error).isEmpty else { exit(withError: error) }
    let usage = UsageError(tree: CommandTree(of: Self.self), words: words, defaultCommand: defaultCommand)
    StandardStreams.printError(usage.message(fullMessage(for: error)).trimmingEnd)
    Foundation.exit(code.rawValue)
  }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0.isNewline }.reversed()) }
}
