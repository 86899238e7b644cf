internal import Expressions
internal import Marbles

extension SceneEdit {
  /// The commands that make this edit one after the other; nil when no commands say the same.
  ///
  /// - Parameter scene: the scene that the edit is applied to.
  public func commands(in scene: Scene) -> [String]? {
    var edits = [self]
    if case .all(let several) = self { edits = several }
    // A new row is added at the end, and then moved.
    edits = edits.flatMap { edit -> [SceneEdit] in
      guard case .insertRow(let row, let place) = edit, place < scene.rows.count else { return [edit] }
      return [.insertRow(row, at: scene.rows.count), .moveRow(scene.rows.count, to: max(0, place))]
    }
    var scene = scene
    var commands: [String] = []
    for edit in edits {
      guard let command = edit.command(in: scene), let edited = try? scene.applying(edit),
        let read = try? EditCommand.parse(command, in: scene), (try? scene.applying(read)) == edited
      else { return nil }
      commands.append(command)
      scene = edited
    }
    return commands
  }

  /// The command that ``EditCommand/parse(_:in:catalogue:)`` reads as this edit; nil when no command says the same.
  private func command(in scene: Scene) -> String? {
    func row(_ position: Int) -> String? { scene.row(position).map { CommandWords.written($0.name) } }
    func event(_ key: EventKey) -> String? { scene.id(of: key).map(CommandWords.written) }
    func time(_ time: SceneTime) -> String { DurationNotation.print(min(max(.zero, time), .longestReadable)) }
    switch self {
    case .moveEvent(let key, let to): return event(key).map { "move \($0) \(time(to))" }
    case .insertEvent(let value, let position, let at):
      return row(position).map { "insert \($0) \(time(at)) \(value.typed)" }
    case .removeEvent(let key): return event(key).map { "delete \($0)" }
    case .setValue(let key, let value): return event(key).map { "value \($0) \(value.typed)" }
    case .setColor(let key, let color): return event(key).map { "color \($0) \(color.rawValue)" }
    case .setEnd(let position, let end):
      // A drag stops at the last value; a command before it is an error.
      let last = scene.row(position)?.timeline?.events.last?.time ?? .zero
      return row(position).map { name in
        switch end {
        case .finish(let at): "finish \(name) \(time(max(at, last)))"
        case .error(let at, let message): "fail \(name) \(time(max(at, last))) = \(message)"
        case .open: "open \(name)"
        }
      }
    case .setInput(let position, let input):
      var edited = scene
      guard let name = row(position) else { return nil }
      edited.rows[position].content = .input(input)
      guard let text = edited.diagram(ofRow: position),
        (try? scene.input(ofRow: position, from: text)) == input
      else { return nil }
      return "set \(name) = \(text)"
    case .setExpression(let position, let expression): return row(position).map { "set \($0) = \(expression.source)" }
    case .setRowColor(let position, let color):
      return row(position).map { "color \($0) \(color?.rawValue ?? "none")" }
    case .setRowRefreshInterval(let position, let interval):
      return row(position).map { "refresh \($0) \(interval.map { time(SceneTime($0)) } ?? "none")" }
    case .setShowsStages(let position, let shows): return row(position).map { "stages \($0) \(shows)" }
    case .setExpectation(let position, let expectation):
      return row(position).map { "expect \($0) \(expectation.map { "= \($0.text)" } ?? "none")" }
    case .setLabel(let position, let label):
      return row(position).map { "label \($0) \(label.map { "= \($0.text)" } ?? "none")" }
    case .setStart(let position, let start):
      guard start == .cold || start == .hot else { return nil }
      return row(position).map { "cold \($0) \(start == .cold)" }
    case .setRowNotes(let position, let notes):
      return row(position).map { "notes \($0) \(notes.isEmpty ? "none" : "= \(notes)")" }
    case .insertRow(let new, let position):
      guard position >= scene.rows.count else { return nil }
      var edited = scene
      edited.rows.append(new)
      guard let text = new.expression?.source ?? edited.diagram(ofRow: scene.rows.count),
        (try? scene.newRow(new.name, from: text)) == new
      else { return nil }
      return "add \(CommandWords.written(new.name)) = \(text)"
    case .removeRow(let position): return row(position).map { "remove \($0)" }
    case .renameRow(let position, let name): return row(position).map { "rename \($0) \(CommandWords.written(name))" }
    case .moveRow(let position, let target): return row(position).map { "order \($0) \(target + 1)" }
    case .setStep(let step): return "scene step \(time(step))"
    case .setDuration(let duration): return "scene duration \(duration.map(time) ?? "none")"
    case .setSpeedFactor(let factor): return "scene speed \(factor)"
    case .setRefreshInterval(let interval): return "scene refresh \(time(SceneTime(interval)))"
    case .setTitle(let title): return "scene title = \(title)"
    case .setAbout(let about): return "scene about = \(about)"
    case .setNotes(let notes): return "scene notes \(notes.isEmpty ? "none" : "= \(notes)")"
    case .setDialect(let dialect): return "scene dialect \(dialect.rawValue)"
    case .setOrder(let order): return "scene order \(order)"
    case .all, .replaceScene: return nil
    }
  }
}
