internal import Operators
internal import Terminal

/// The selection in a list that typed text filters.
///
/// An entry is listed if it is found by ``WordSearch``.
struct ListSelection: Hashable {
  private let count: Int
  private let search: WordSearch
  /// The text that leads to the listed entries.
  private(set) var filter = ""
  /// The positions of the entries that the filter leaves.
  private(set) var matches: [Int]
  /// The position of the selected entry; nil when none matches.
  private(set) var selected: Int?

  /// - Parameters:
  ///   - entries: all entries, in the order of the list.
  ///   - selected: the position of the entry to select; nil selects the first.
  init(_ entries: [WordSearch.Entry], selected: Int? = nil) {
    (count, search, self.selected) = (entries.count, WordSearch(entries), selected ?? (entries.isEmpty ? nil : 0))
    matches = Array(entries.indices)
  }

  /// What is known of a text that leaves no entry, as a clause; nil when nothing is.
  var advice: String? { matches.isEmpty ? NameIndex.standard.clause(for: filter) : nil }

  /// The number of entries of a page.
  private static let page = 10

  /// Handles a key that moves the selection or changes the filter.
  ///
  /// - Returns: whether the list handles this key.
  mutating func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch key {
    case .up, .backTab: move(-1)
    case .down, .tab: move(1)
    case .pageUp: move(-Self.page)
    case .pageDown: move(Self.page)
    case .home: move(-count)
    case .end: move(count)
    case .backspace: narrow(String(filter.dropLast()))
    case .character(let character) where modifiers.isDisjoint(with: [.control, .alt]):
      narrow(filter + String(character))
    default: return false
    }
    return true
  }

  /// Moves the selection among the listed entries; it stops at both ends.
  mutating func move(_ steps: Int) {
    guard !matches.isEmpty else { return }
    let place = selected.flatMap { matches.firstIndex(of: $0) } ?? 0
    selected = matches[max(0, min(matches.count - 1, place + steps))]
  }

  /// Selects the entry at a place of the shown list.
  mutating func select(_ place: Int) {
    if matches.indices.contains(place) { selected = matches[place] }
  }

  /// Lists what a text leads to, in the order of the list, and selects the best match.
  mutating func narrow(_ text: String) {
    filter = text
    let found = search.matches(for: text)
    (matches, selected) = (found.sorted(), found.first)
  }
}
