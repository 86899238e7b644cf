/// Other names of options, which are read as the names that help shows.
///
/// One thing has one name in all commands. What a command called it before, or what the same thing is called in a
/// configuration file, still works.
package enum OptionAliases {
  /// The names by command; those of `*` are of all commands that have the option.
  private static let names: [String: [String: String]] = [
    "*": [
      "--input": "-i", "--inputs": "-i", "--colour": "--color", "--out": "--output", "--speed-up": "--speed",
      "--no-colour": "--color=never", "--no-color": "--color=never",
    ],
    "play": ["--format": "--plain"],
    "convert": ["--duration": "--for", "--format": "--to"],
    "serve": ["--view": "--listen", "--view-hosts": "--host"],
    "daemon": ["--listen": "--view", "--host": "--view-hosts"],
    "kiosk": ["--listen": "--view", "--host": "--view-hosts"],
    "status": ["--json": "--format=json"],
    "list": ["--format=json": "--json", "--format json": "--json"],
  ]

  /// The words with the names that help shows.
  ///
  /// - Parameters:
  ///   - words: the command line after the name of the program.
  ///   - tree: the program's commands; read only if a word may be another name.
  ///   - defaultCommand: the command without which words are read.
  package static func resolved(
    _ words: [String], in tree: @autoclosure () -> CommandTree, defaultCommand: String? = nil
  ) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    let booleans = ["true", "false"]
    let isOther = { (word: String) in
      let name = String(word.prefix { $0 != "=" })
      return names.values.contains { $0[name] != nil || $0[word] != nil } || word.hasPrefix("--no-")
        || booleans.contains(word) || booleans.contains { word.hasSuffix("=\($0)") }
    }
    guard words[..<end].contains(where: isOther) || hasBareBoolean(words) else { return words }
    let tree = tree()
    let named = words.first.flatMap(tree.subcommand)
    guard let command = named ?? defaultCommand.flatMap(tree.subcommand) else { return words }
    return resolved(words, command)
  }

  /// A word with the name that all commands show in their help, and with its value if it has one, as in `--colour=16`.
  static func common(_ word: String) -> String {
    let name = word.prefix { $0 != "=" }
    return names["*"]?[String(name)].map { $0 + word.dropFirst(name.count) } ?? word
  }

  /// The daemon's switches have values in its file, so that a flag alone means `true`.
  private static func hasBareBoolean(_ words: [String]) -> Bool { ["daemon", "kiosk"].contains(words.first) }

  private static func resolved(_ words: [String], _ command: CommandTree) -> [String] {
    var resolved: [String] = []
    var position = words.startIndex
    while position < words.endIndex {
      let word = words[position]
      position += 1
      guard word != "--" else { return resolved + words[(position - 1)...] }
      guard word.hasPrefix("--") else {
        resolved.append(word)
        // The value of an option is what it is.
        if let option = command.option(word), option.takesValue, position < words.endIndex {
          resolved.append(words[position])
          position += 1
        }
        continue
      }
      let next = position < words.endIndex ? words[position] : nil
      let read = name(word, next, command)
      resolved += read.words
      if read.usesNext {
        position += 1
      } else if let last = read.words.last, !last.contains("="), let option = command.option(last),
        option.takesValue, !option.isAlsoFlag, let next
      {
        resolved.append(next)
        position += 1
      }
    }
    return resolved
  }

  /// An option in the spelling that the command reads.
  private static func name(
    _ word: String, _ next: String?, _ command: CommandTree
  ) -> (words: [String], usesNext: Bool) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var (name, value) = (parts[0], parts.count == 2 ? parts[1] : nil)
    if command.option(name) == nil {
      let own = names[command.commandName] ?? [:]
      if let next, let other = own["\(name) \(next)"], value == nil { return ([other], true) }
      guard let other = own[word] ?? own[name] ?? names["*"]?[name] else {
        return bool(word, name, value, next, command) ?? ([word], false)
      }
      let parts = other.split(separator: "=", maxSplits: 1).map(String.init)
      guard let option = command.option(parts[0]) else { return ([word], false) }
      if parts.count == 2 { return ([other], false) }
      // An option that may stand alone would not take the word for its value.
      if option.isAlsoFlag, value == nil, let next, !next.hasPrefix("-") { return (["\(other)=\(next)"], true) }
      if own[word] != nil { return ([other], false) }
      name = other
    }
    if let read = bool(word, name, value, next, command) { return read }
    guard let given = value else { return ([name], false) }
    value = nil
    // A short option has its value in the next word.
    return name.hasPrefix("--") ? (["\(name)=\(given)"], false) : ([name, given], false)
  }

  /// Switches: alone, with `true` or `false`, and with `--no-` before them; nil for other options.
  private static func bool(
    _ word: String, _ name: String, _ value: String?, _ next: String?, _ command: CommandTree
  ) -> (words: [String], usesNext: Bool)? {
    let isNext = value == nil && ["true", "false"].contains(next ?? "")
    let isOn = (value ?? (isNext ? next : nil) ?? "true") == "true"
    let isWord = value == nil || value == "true" || value == "false"
    if let option = command.option(name) {
      if option.valueName == "bool", option.takesValue, value == nil {
        // Without other arguments, a word after it can only be its value, perhaps a wrong one.
        let isValue = isNext || command.positionals.isEmpty && next.map { !$0.hasPrefix("-") } == true
        return isValue ? ([name, next ?? ""], true) : ([name, "true"], false)
      }
      let opposite = name.hasPrefix("--no-") ? "--" + name.dropFirst(5) : "--no-" + name.dropFirst(2)
      let hasOpposite = command.option(opposite) != nil
      // After a flag that can't be switched off, `true` is the name of a scene or of a file.
      guard option.kind == .flag, value != nil || isNext && hasOpposite, isWord else { return nil }
      if isOn { return ([name], isNext) }
      // A flag without an opposite is off when it is left out.
      return (hasOpposite ? [opposite] : [], isNext)
    }
    guard name.hasPrefix("--no-"), value == nil else { return nil }
    let positive = "--" + name.dropFirst(5)
    guard let option = command.option(positive), option.valueName == "bool", option.takesValue else { return nil }
    return ([positive, "false"], false)
  }
}
