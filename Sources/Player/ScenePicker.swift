package import Drawing
internal import Operators
internal import Scenes
package import Terminal

/// The state of the list from which a viewer chooses a scene: the text that filters it, and the selected scene.
package struct ScenePicker: Hashable {
  /// What a key of the list asks for.
  package enum Outcome: Hashable {
    /// Nothing: the list stays.
    case none
    /// Play the scene at this position of the choices.
    case choose(Int)
    /// Close the list.
    case leave
  }

  /// All scenes, group by group.
  package let choices: [SceneChoice]
  /// Whether no scene was chosen before, so that leaving the list means leaving the program.
  package let isFirst: Bool
  private var list: ListSelection

  /// Creates a list of all choices.
  ///
  /// - Parameters:
  ///   - choices: the scenes, group by group.
  ///   - current: the name of the scene to select.
  ///   - isFirst: whether no scene was chosen before.
  package init(_ choices: [SceneChoice], current: String? = nil, isFirst: Bool = false) {
    (self.choices, self.isFirst) = (choices, isFirst)
    list = ListSelection(
      choices.map {
        WordSearch.Entry(
          names: [$0.name, $0.title], sentences: [$0.about, $0.group], operators: $0.operators)
      }, selected: choices.firstIndex { $0.name == current })
  }

  /// The positions of the choices that the filter finds.
  package var matches: [Int] { list.matches }
  /// The position of the selected choice; nil when none matches.
  package var selected: Int? { list.selected }

  /// Handles a key; a key that means nothing here changes nothing.
  package mutating func press(_ key: Key, _ modifiers: Modifiers) -> Outcome {
    switch key {
    case .escape: return .leave
    case .enter: return selected.map(Outcome.choose) ?? .none
    default:
      _ = list.press(key, modifiers)
      return .none
    }
  }

  /// Moves the selection among the listed scenes; it stops at both ends.
  package mutating func move(_ steps: Int) { list.move(steps) }

  /// The picture of the list.
  ///
  /// - Parameter still: what to show of the selected scene; nil until it is computed.
  package func painter(_ drawing: SceneDrawing, still: SceneStill? = nil, size: Size) -> ScenePickerPainter {
    ScenePickerPainter(
      choices, matches: matches, selected: selected, filter: list.filter, advice: list.advice, still: still,
      drawing: drawing, size: size)
  }
}
