/// Completes a command line of one program.
package struct Completer {
  /// The program's commands.
  var tree: CommandTree
  /// The command that runs when none is named.
  var defaultCommand: String?
  /// What an argument of a command may be; nil for what its help says.
  var source: @Sendable (_ command: String, CommandTree.Argument) -> CompletionSource?

  package init(
    _ tree: CommandTree, defaultCommand: String? = nil,
    source: @escaping @Sendable (_ command: String, CommandTree.Argument) -> CompletionSource?
  ) {
    (self.tree, self.defaultCommand, self.source) = (tree, defaultCommand, source)
  }

  /// What may stand at the cursor, in the order to show.
  package func candidates(for line: ShellLine) -> [CompletionCandidate] {
    if line.isQuoted { return [] }
    let words = Array(line.words.dropFirst())
    let current = line.current
    guard let first = words.first, first != "help" else {
      if current.hasPrefix("-") { return flags(of: defaultCommand.flatMap(tree.subcommand), current, words) }
      let isHelp = words.first == "help"
      if isHelp, words.count > 1 { return [] }
      let commands = (tree.subcommands ?? []).filter { $0.shouldDisplay != false }
        .map { CompletionCandidate($0.commandName, $0.abstract ?? "") }.filter { $0.text.hasPrefix(current) }
      // Without a command, a scene is played; after a first letter, its name may be meant.
      guard !isHelp, !current.isEmpty, let play = defaultCommand.flatMap(tree.subcommand) else { return commands }
      let scenes = commands.isEmpty || current.count > 1 ? arguments(of: play, [], current) : []
      return commands + scenes.filter { scene in !commands.contains { $0.text == scene.text } }
    }
    if let command = tree.subcommand(first) { return candidates(of: command, Array(words.dropFirst()), current) }
    guard let command = defaultCommand.flatMap(tree.subcommand) else { return [] }
    return candidates(of: command, words, current)
  }

  private func candidates(of command: CommandTree, _ words: [String], _ current: String) -> [CompletionCandidate] {
    if let end = words.firstIndex(of: "--") {
      return arguments(of: command, Array(words[..<end] + words[(end + 1)...]), current)
    }
    if let last = words.last, let option = command.option(last), option.takesValue {
      let values = values(of: option, command, Array(words.dropLast()), current)
      // An option that may stand alone, as --plain does.
      guard option.isAlsoFlag else { return values }
      return values + arguments(of: command, words, current)
    }
    if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
      guard let option = command.option(String(current[..<equals])) else { return [] }
      let prefix = String(current[...equals])
      return values(of: option, command, words, String(current.dropFirst(prefix.count))).map { $0.after(prefix) }
    }
    if current.hasPrefix("-"), current != "-" { return flags(of: command, current, words) }
    let found = arguments(of: command, words, current)
    // It may stand for standard input, or begin an option.
    if current == "-" { return found + flags(of: command, current, words) }
    return found.isEmpty && current.isEmpty ? flags(of: command, "--", words) : found
  }

  // MARK: Options

  private func flags(of command: CommandTree?, _ current: String, _ words: [String]) -> [CompletionCandidate] {
    (command ?? tree).options.flatMap { option -> [CompletionCandidate] in
      let isUsed = !option.isRepeating && option.spellings.contains(where: words.contains)
      let long = option.spellings.filter { $0.hasPrefix("--") }
      let names = current == "-" && long.isEmpty ? option.spellings : long.isEmpty ? option.spellings : long
      return isUsed ? [] : names.map { CompletionCandidate($0, option.abstract ?? "") }
    }.filter { $0.text.hasPrefix(current) }
  }

  private func values(
    of argument: CommandTree.Argument, _ command: CommandTree, _ words: [String], _ current: String
  ) -> [CompletionCandidate] {
    let source = self.source(command.commandName, argument) ?? Self.usual(argument)
    return CompletionValues(typed: TypedArguments(words, of: command)).candidates(of: source, current)
  }

  /// What the help alone says of an argument.
  private static func usual(_ argument: CommandTree.Argument) -> CompletionSource {
    if let values = argument.allValues, !values.isEmpty { return .choices(values.map { CompletionCandidate($0) }) }
    switch argument.valueName {
    case "file", "path": return .files([])
    case "dir": return .folders
    case "bool": return .choices(["true", "false"].map { CompletionCandidate($0) })
    default: return .none
    }
  }

  // MARK: Arguments

  private func arguments(of command: CommandTree, _ words: [String], _ current: String) -> [CompletionCandidate] {
    let typed = TypedArguments(words, of: command)
    let positionals = command.positionals
    guard !positionals.isEmpty else { return [] }
    guard typed.positionals.count < positionals.count || positionals.last?.isRepeating == true else { return [] }
    return values(of: positionals[min(typed.positionals.count, positionals.count - 1)], command, words, current)
  }
}

/// The arguments of a command as far as they are typed.
struct TypedArguments {
  /// The words that are neither options nor their values.
  private(set) var positionals: [String] = []
  /// The values of options, by each spelling that was used.
  private(set) var values: [String: [String]] = [:]

  init(_ words: [String], of command: CommandTree) {
    var position = words.startIndex
    while position < words.endIndex {
      let word = words[position]
      position += 1
      guard word.hasPrefix("-"), word != "-" else {
        positionals.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = command.option(parts[0]), option.takesValue else { continue }
      if parts.count == 2 {
        values[parts[0], default: []].append(parts[1])
      } else if position < words.endIndex, !option.isAlsoFlag {
        values[word, default: []].append(words[position])
        position += 1
      }
    }
  }
}
