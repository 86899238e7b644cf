package import Drawing
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
  /// The text that the listed scenes contain, word by word.
  package private(set) var filter = ""
  /// The position of the selected choice; nil when none matches.
  package private(set) var selected: Int?

  /// Creates a list of all choices.
  ///
  /// - Parameters:
  ///   - choices: the scenes, group by group.
  ///   - current: the name of the scene to select.
  ///   - isFirst: whether no scene was chosen before.
  package init(_ choices: [SceneChoice], current: String? = nil, isFirst: Bool = false) {
    (self.choices, self.isFirst) = (choices, isFirst)
    selected = choices.firstIndex { $0.name == current } ?? (choices.isEmpty ? nil : 0)
  }

  /// The positions of the choices that contain all words of the filter.
  package var matches: [Int] {
    let words = filter.lowercased().split(separator: " ")
    guard !words.isEmpty else { return Array(choices.indices) }
    return choices.indices.filter { index in
      let choice = choices[index]
      let text = "\(choice.name) \(choice.title) \(choice.about) \(choice.group)".lowercased()
      return words.allSatisfy(text.contains)
    }
  }

  /// The number of scenes of a page.
  private static let page = 10

  /// Handles a key; a key that means nothing here changes nothing.
  package mutating func press(_ key: Key, _ modifiers: Modifiers) -> Outcome {
    switch key {
    case .escape: return .leave
    case .enter: return selected.map(Outcome.choose) ?? .none
    case .up, .backTab: move(-1)
    case .down, .tab: move(1)
    case .pageUp: move(-Self.page)
    case .pageDown: move(Self.page)
    case .home: move(-choices.count)
    case .end: move(choices.count)
    case .backspace: narrow(String(filter.dropLast()))
    case .character(let character) where modifiers.isDisjoint(with: [.control, .alt]):
      narrow(filter + String(character))
    default: break
    }
    return .none
  }

  /// Moves the selection among the listed scenes; it stops at both ends.
  package mutating func move(_ steps: Int) {
    let matches = matches
    guard !matches.isEmpty else { return }
    let place = selected.flatMap { matches.firstIndex(of: $0) } ?? 0
    selected = matches[max(0, min(matches.count - 1, place + steps))]
  }

  /// Selects the best match: a name or title that begins with the text, else the first that contains it.
  private mutating func narrow(_ text: String) {
    filter = text
    let matches = matches
    let start = text.lowercased()
    selected =
      matches.first {
        choices[$0].name.lowercased().hasPrefix(start) || choices[$0].title.lowercased().hasPrefix(start)
      }
      ?? matches.first
  }

  /// The picture of the list.
  package func painter(_ drawing: SceneDrawing, size: Size) -> ScenePickerPainter {
    ScenePickerPainter(
      choices, matches: matches, selected: selected, filter: filter, drawing: drawing, size: size)
  }
}
