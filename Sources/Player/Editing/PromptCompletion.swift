internal import Drawing
internal import Expressions
internal import Scenes

/// What can be inserted at the cursor of a line.
struct PromptCompletion: Hashable {
  /// A text that can be inserted.
  struct Candidate: Hashable {
    var text: String
    /// The place of the cursor afterwards, from the start of the text.
    var cursor: Int
    var shown: EditLine.Candidate
  }

  /// The characters of the line that a candidate replaces.
  var replaced: Range<Int>
  /// The candidates, the best first.
  var candidates: [Candidate]
  /// The call around the cursor; nil outside of calls.
  var call: ExpressionCompletion.Call?

  /// What fits into an expression.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - start: where the expression begins in the line.
  ///   - cursor: the number of characters of the line before the cursor.
  ///   - scene: the scene.
  ///   - own: the row of the expression, which can't use itself; nil for a new row.
  ///   - members: the names of members that values are known to have.
  /// - Returns: nil when the cursor is in front of the expression.
  init?(ofExpression line: String, from start: Int, at cursor: Int, in scene: Scene, row own: Int?, members: [String]) {
    guard cursor >= start else { return nil }
    let rows = scene.rows.indices.filter { $0 != own }.map { scene.rows[$0].name }
    let found = ExpressionCompletion(
      of: String(line.dropFirst(start)), at: cursor - start, rows: rows, members: members)
    replaced = found.replaced.lowerBound + start..<found.replaced.upperBound + start
    candidates = found.candidates.map {
      Candidate(text: $0.text, cursor: $0.cursor, shown: EditLine.Candidate(title: $0.title, detail: $0.detail))
    }
    call = found.call
  }

  /// What fits into a command.
  init?(ofCommand line: String, at cursor: Int, in scene: Scene, members: [String]) {
    let found = EditCommand.completion(of: line, at: cursor, in: scene)
    if let start = found.expressionStart {
      self.init(ofExpression: line, from: start, at: cursor, in: scene, row: found.row, members: members)
      return
    }
    // What is no edit is a command of this line alone.
    let typed = String(line.prefix(cursor))
    let own = PromptEditor.ownCommands.filter { !typed.isEmpty && $0.name.hasPrefix(typed) && $0.name != typed }.map {
      Candidate(
        text: $0.name, cursor: $0.name.count, shown: EditLine.Candidate(title: $0.name, detail: $0.does))
    }
    let candidates =
      own
      + found.words.map {
        // A blank, so that the next word can be typed.
        Candidate(
          text: $0.text + " ", cursor: $0.text.count + 1,
          shown: EditLine.Candidate(title: $0.text, detail: $0.detail))
      }
    self.init(replaced: found.replaced, candidates: candidates)
  }

  private init(replaced: Range<Int>, candidates: [Candidate], call: ExpressionCompletion.Call? = nil) {
    (self.replaced, self.candidates, self.call) = (replaced, candidates, call)
  }
}
