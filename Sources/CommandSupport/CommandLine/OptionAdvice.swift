internal import Marbles

/// Suggests the option that a user meant by an unknown one.
struct OptionAdvice {
  /// The program's commands.
  var tree: CommandTree
  /// The command that was typed, or the default one.
  var command: CommandTree

  /// What to say after the error about an unknown option, such as `--hlep`; nil to say nothing.
  func advice(for option: String) -> String {
    if let meant = Self.meant[option], suits(meant) { return meant }
    let own = command.options.flatMap(\.spellings) + ["--help", "--version"]
    if let nearest = Self.nearest(to: option, among: own) { return "did you mean `\(nearest)`?" }
    let owners = (tree.subcommands ?? []).filter { $0.option(option)?.shouldDisplay == true }.map(\.commandName)
    if !owners.isEmpty {
      let names = owners.prefix(3).map { "`marbled \($0)`" }
      let list =
        names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
      return "it is an option of \(list)"
    }
    return "`marbled \(command.commandName) --help` lists the options"
  }

  /// Whether the command has one of the options in a text that names some.
  private func suits(_ advice: String) -> Bool {
    let names = advice.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init).filter {
      $0.hasPrefix("-")
    }
    return advice.contains("marbled ") || names.contains { $0 == "--version" || command.option($0) != nil }
  }

  /// What other programs call something that has another name here.
  private static let meant = [
    "--verbose": "`marbled run --stats` says more about a run", "-v": "`--version` shows the version",
    "-V": "`--version` shows the version", "-q": "`marbled check --quiet` prints failures only",
    "--fast": "did you mean `--speed 2`?", "--rate": "did you mean `--speed`?",
    "--fps": "did you mean `--refresh-interval`?",
    "--delay": "did you mean `--refresh-interval`?", "--port": "did you mean `--listen 127.0.0.1:8080`?",
    "--bind": "did you mean `--listen`?", "--address": "did you mean `--listen`?",
    "--file": "did you mean `-i NAME=@FILE`, or a path without an option?",
    "--stdin": "did you mean `-i NAME=-`?", "--limit": "did you mean `--count` or `--for`?",
    "--timeout": "did you mean `--time-limit` or `--for`?",
  ]

  /// The option that a typing error may have changed: at most two letters differ, and the first one is right or swapped.
  static func nearest(to option: String, among options: [String]) -> String? {
    let typed = plain(option)
    guard typed.count > 1 else { return nil }
    let found = options.filter { $0.hasPrefix("--") }.compactMap { name -> (name: String, distance: Int)? in
      let plainName = plain(name)
      if plainName == typed { return (name, 0) }
      if typed.count >= 3, plainName.hasPrefix(typed) { return (name, 1) }
      let distance = Suggestion.distance(typed, plainName)
      let limit = typed.count <= 3 ? 1 : 2
      let isSwapped = Array(typed.prefix(2)) == Array(plainName.prefix(2)).reversed()
      guard distance <= limit, typed.first == plainName.first || isSwapped else { return nil }
      return (name, distance)
    }
    return found.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// An option in lowercase letters and digits: `--speedFactor` is `--speed-factor`.
  private static func plain(_ option: String) -> String { option.lowercased().filter { $0.isLetter || $0.isNumber } }
}
