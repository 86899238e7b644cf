internal import Drawing
internal import Expressions
internal import Operators
package import Scenes
package import Terminal

/// The list of operators that are tried on a row: the highlighted one is shown as a new output below the row.
package struct OperatorPalette: Hashable {
  /// What a key asks for.
  package enum Outcome: Hashable {
    /// Nothing.
    case none
    /// Show the scene with this edit, or without one.
    case preview(SceneEdit?)
    /// Keep the edit, and close the list.
    case keep(SceneEdit)
    /// Close the list, and take the preview back.
    case cancel
  }

  /// The position of the row.
  let row: Int
  private let scene: Scene
  private let operators: [Suggestion]
  private var filter = ""
  private var selected: Int? = 0

  /// An operator, and the output that it makes of the row; nil when it needs another row.
  private struct Suggestion: Hashable {
    let name: String
    let group: String
    let summary: String
    let words: String
    let output: Scene.Row?
  }

  /// Opens the list for the row at a position.
  init(row: Int, in scene: Scene, catalogue: Catalogue = .standard) {
    (self.row, self.scene) = (row, scene)
    operators = Operator.Category.allCases.flatMap { category in
      catalogue.operators.filter { $0.category == category }.map { called in
        Suggestion(
          name: called.name, group: category.rawValue, summary: called.summary,
          words: "\(called.name) \(called.summary) \(called.rxName ?? "") \(category.rawValue)".lowercased(),
          output: scene.output(of: called, on: row))
      }
    }
  }

  /// The positions of the operators that contain all words of the filter.
  private var matches: [Int] {
    let words = filter.lowercased().split(separator: " ")
    return operators.indices.filter { index in words.allSatisfy(operators[index].words.contains) }
  }

  /// The edit of the highlighted operator; nil when it can't be used.
  var edit: SceneEdit? {
    selected.flatMap { operators[$0].output }.map { .insertRow($0, at: row + 1) }
  }

  /// Handles a key; a key that means nothing here changes nothing.
  package mutating func press(_ key: Key, _ modifiers: Modifiers) -> Outcome {
    switch key {
    case .escape: return .cancel
    case .enter: return edit.map(Outcome.keep) ?? .none
    case .up, .backTab: return move(-1)
    case .down, .tab: return move(1)
    case .pageUp: return move(-10)
    case .pageDown: return move(10)
    case .home: return move(-operators.count)
    case .end: return move(operators.count)
    case .backspace: return narrow(String(filter.dropLast()))
    case .character(let character) where modifiers.isDisjoint(with: [.control, .alt]):
      return narrow(filter + String(character))
    default: return .none
    }
  }

  /// Narrows the list by pasted text.
  package mutating func paste(_ text: String) -> Outcome {
    narrow(filter + text.filter { !$0.isNewline }.prefix(40))
  }

  /// Moves the highlight; it stops at both ends.
  package mutating func move(_ steps: Int) -> Outcome {
    let matches = matches
    guard !matches.isEmpty else { return .none }
    let place = selected.flatMap { matches.firstIndex(of: $0) } ?? 0
    return select(matches[max(0, min(matches.count - 1, place + steps))])
  }

  /// Highlights the operator at a position of the shown list.
  package mutating func highlight(_ entry: Int) -> Outcome {
    let matches = matches
    return matches.indices.contains(entry) ? select(matches[entry]) : .none
  }

  private mutating func select(_ index: Int?) -> Outcome {
    guard index != selected else { return .none }
    selected = index
    return .preview(edit)
  }

  private mutating func narrow(_ text: String) -> Outcome {
    filter = text
    let matches = matches
    let start = text.lowercased()
    return select(matches.first { operators[$0].name.lowercased().hasPrefix(start) } ?? matches.first)
  }

  /// The list as it is shown.
  ///
  /// - Parameter refusal: why the playback can't show the highlighted operator; nil when it can.
  func shown(refusal: String?) -> OperatorList {
    let matches = matches
    var list = OperatorList(
      entries: matches.map { index in
        let called = operators[index]
        return OperatorList.Entry(
          name: called.name, group: called.group,
          summary: called.output == nil ? "\(called.summary) It needs another row." : called.summary,
          isUsable: called.output != nil)
      },
      selected: selected.flatMap { matches.firstIndex(of: $0) }, filter: filter,
      row: scene.rows.indices.contains(row) ? scene.rows[row].name : "")
    list.problem = refusal
    return list
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
