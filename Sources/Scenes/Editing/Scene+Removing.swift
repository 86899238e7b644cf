extension Scene {
  /// The commands that remove a row with all rows that use it, directly or through others; nil when something else than a row needs
  /// one of them.
  public func commandsRemoving(_ name: String) -> [String]? {
    var removed: [String] = []
    func add(_ name: String) {
      for row in rows where row.name != name && row.uses(name) && !removed.contains(row.name) { add(row.name) }
      if !removed.contains(name) { removed.append(name) }
    }
    add(name)
    let commands = removed.map { "remove \(CommandWords.written($0))" }
    let edited = try? commands.reduce(self) { try $0.applying(try EditCommand.parse($1, in: $0)) }
    return edited == nil ? nil : commands
  }
}
