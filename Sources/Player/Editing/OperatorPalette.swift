internal import Drawing
internal import Expressions
internal import Operators
internal import Scenes
package import Terminal

/// The list of operators that are tried on a row: the highlighted one is shown as a new output below the row.
package struct OperatorPalette: Hashable {
  /// The position of the row.
  let row: Int
  /// The scene before the operator is added.
  let scene: Scene
  private let operators: [Suggestion]
  private var list: ListSelection

  /// An operator, and the output that it makes of the row; nil when it needs another row.
  private struct Suggestion: Hashable {
    let name: String
    let group: String
    let summary: String
    let output: Scene.Row?
  }

  /// Opens the list for the row at a position.
  init(row: Int, in scene: Scene, catalogue: Catalogue = .standard) {
    (self.row, self.scene) = (row, scene)
    let called = Operator.Category.allCases.flatMap { category in
      catalogue.operators.filter { $0.category == category }
    }
    operators = called.map {
      Suggestion(
        name: $0.name, group: $0.category.rawValue, summary: $0.summary, output: scene.output(of: $0, on: row))
    }
    list = ListSelection(called.map(WordSearch.Entry.init))
  }

  /// The edit of the highlighted operator; nil when it can't be used.
  var edit: SceneEdit? {
    list.selected.flatMap { operators[$0].output }.map { .insertRow($0, at: row + 1) }
  }

  /// Handles a key; a key that means nothing here changes nothing.
  package mutating func press(_ key: Key, _ modifiers: Modifiers) -> ToolOutcome {
    switch key {
    case .escape: return .cancel
    case .enter: return edit.map(ToolOutcome.keep) ?? .none
    default: return changed { _ = $0.press(key, modifiers) }
    }
  }

  /// Narrows the list by pasted text.
  package mutating func paste(_ text: String) -> ToolOutcome {
    changed { $0.narrow($0.filter + text.filter { !$0.isNewline }.prefix(40)) }
  }

  /// Moves the highlight; it stops at both ends.
  package mutating func move(_ steps: Int) -> ToolOutcome { changed { $0.move(steps) } }

  /// Highlights the operator at a position of the shown list.
  package mutating func highlight(_ entry: Int) -> ToolOutcome { changed { $0.select(entry) } }

  /// Changes the list, and shows the operator that is highlighted then.
  private mutating func changed(_ change: (inout ListSelection) -> Void) -> ToolOutcome {
    let old = list.selected
    change(&list)
    return list.selected == old ? .none : .preview(edit)
  }

  /// The list as it is shown.
  ///
  /// - Parameter refusal: why the playback can't show the highlighted operator; nil when it can.
  func shown(refusal: String?) -> OperatorList {
    let matches = list.matches
    var shown = OperatorList(
      entries: matches.map { index in
        let called = operators[index]
        return OperatorList.Entry(
          name: called.name, group: called.group,
          summary: called.output == nil ? "Needs another row. \(called.summary)" : called.summary,
          isUsable: called.output != nil)
      },
      selected: list.selected.flatMap { matches.firstIndex(of: $0) }, filter: list.filter,
      row: scene.rows.indices.contains(row) ? scene.rows[row].name : "")
    shown.problem = refusal
    shown.advice = list.advice
    return shown
  }
}

extension Scene {
  /// A new output: the sample of an operator with the row at `position` in place of its first row; nil when the scene
  /// has too few other rows.
  fileprivate func output(of called: Operator, on position: Int) -> Row? {
    guard rows.indices.contains(position), var expression = try? Expression.parse(called.sample.expression) else {
      return nil
    }
    // Inputs first, because they depend on nothing.
    let others = rows.indices.filter { $0 != position }.sorted {
      (rows[$0].expression == nil ? 0 : 1, $0) < (rows[$1].expression == nil ? 0 : 1, $1)
    }
    let names = [rows[position].name] + others.map { rows[$0].name }
    let samples = called.sample.rows.map(\.name).filter { name in expression.references.contains { $0.name == name } }
    guard samples.count <= names.count else { return nil }
    // By names that no row has, because a row may be called as another row of the sample.
    for (index, sample) in samples.enumerated() {
      guard let renamed = expression.renamingRow(sample, to: "_sample\(index)") else { return nil }
      expression = renamed
    }
    for index in samples.indices {
      guard let renamed = expression.renamingRow("_sample\(index)", to: names[index]) else { return nil }
      expression = renamed
    }
    return Row(name: freeName(called.name), content: .output(expression))
  }
}
