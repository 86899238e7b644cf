internal import Drawing
internal import Expressions
internal import Marbles
internal import Scenes

/// The line as it is shown: its prompt, its keys, and the note below it.
extension PromptEditor {
  /// The line as it is shown.
  ///
  /// - Parameter edits: whether the playback shows the edit, and why it can't.
  func shown(_ edits: EditState) -> EditLine {
    var line = EditLine(prompt: prompt, text: field.text, cursor: field.cursor, note: note(edits))
    if showsCandidates {
      line.candidates = candidates.map(\.shown)
      line.chosen = chosen
    }
    line.keys = [("Enter", chosen == nil ? word : "insert")]
    line.keys += [("Esc", "cancel")]
    if hasCandidates { line.keys += [("tab", "complete"), ("↓", "choose")] }
    if !history.lines.isEmpty { line.keys.append(("↑", "earlier")) }
    return line
  }

  /// The commands of this line that are no edits.
  static let ownCommands: [(name: String, arguments: String, does: String)] = [
    ("write", "[FILE]", "save the scene in its file or in a new one, as w"),
    ("undo", "", "take the last edit back, as u"),
    ("redo", "", "make it again, as Ctrl-R"),
    ("help", "", "list these commands; ? lists the keys"),
    ("quit", "", "quit, as q"),
  ]

  /// What Enter does.
  private var word: String {
    switch subject {
    case .row, .newOutput, .newInput, .value, .newEvent: "keep"
    case .prediction: "compare"
    case .command: "do it"
    case .file: "save"
    }
  }

  private var prompt: String {
    switch subject {
    case .row(let row): scene.rows.indices.contains(row) && scene.rows[row].expression == nil ? "input" : "output"
    case .newOutput: "new output"
    case .newInput: "new input"
    case .value(let key):
      scene.event(at: key).map { "value of \(scene.rows[key.row].name) at \($0.time) s" } ?? "value"
    case .newEvent(let row, let time): "new value of \(scene.rows[row].name) at \(time) s"
    case .prediction(let row): "\(scene.rows[row].name) will be"
    case .command: ":"
    case .file: "save as"
    }
  }

  private func note(_ edits: EditState) -> EditLine.Note {
    let refusal = edits.refusal
    let end = field.text.count - field.text.reversed().prefix(while: \.isWhitespace).count
    // Where a text is not finished, what is expected next is more useful than that it is missing.
    let isUnfinished = !isFinished && problem.map { ($0.column ?? 0) >= end } == true
    if let problem, !isUnfinished || completion?.call == nil && !isCompletable {
      return .problem(problem.message, column: problem.column)
    }
    if isPreviewed, let refusal, isFinished || !isCompletable { return .problem(said(refusal), column: nil) }
    if let progress = edits.progress { return .hint(progress) }
    if let chosen { return .hint(candidates[chosen].shown.detail) }
    if let call = completion?.call { return .signature(call.signature, parameter: call.parameter) }
    if isUnfinished || isPreviewed && refusal != nil, let first = candidates.first { return .hint(first.shown.detail) }
    switch subject {
    case .command:
      let name = field.text.prefix { !$0.isWhitespace }
      let forms = (EditCommand.usage + Self.ownCommands).filter { $0.name.hasPrefix(name) }
      if let form = forms.first, forms.count == 1 || form.name == name {
        return .hint("\(form.name)\(form.arguments.isEmpty ? "" : " ")\(form.arguments): \(form.does)")
      }
      return .hint(forms.map(\.name).joined(separator: ", "))
    case .newInput, .prediction,
      .row where !isExpression:
      if let meant = Diagram.quotingNumbers(in: String(parts.rest)) {
        return .hint("each digit is a value; numbers: \(meant)")
      }
      if field.text.contains("\"") { return .hint("a text of several characters is in single quotes: 'two'") }
      let step = DurationNotation.print(scene.step)
      return .hint("1-'two'-|: - is a step of \(step), | ends, ^ fails; or times: 1@2.5 |@4")
    case .value, .newEvent: return .hint("a number, a text, or JSON")
    case .newOutput: return .hint("an expression over rows, such as \(scene.rows.first?.name ?? "a").map { $0 }")
    case .row, .file: return .hint("")
    }
  }

  /// Whether the name in front of the cursor may be the beginning of a longer one.
  private var isCompletable: Bool { showsCandidates && hasCandidates && !isFinished }

  /// A refusal without the name of the row whose text this is.
  private func said(_ refusal: String) -> String {
    let own: String? =
      switch subject {
      case .row(let row): parts.name ?? (scene.rows.indices.contains(row) ? scene.rows[row].name : nil)
      case .newOutput, .newInput: parts.name
      case .value, .newEvent, .prediction, .command, .file: nil
      }
    guard let own, refusal.hasPrefix("row \(own): ") else { return refusal }
    return String(refusal.dropFirst("row \(own): ".count))
  }
}
