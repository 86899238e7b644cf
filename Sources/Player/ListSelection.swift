internal import Terminal

/// The selection in a list that typed text filters.
struct ListSelection: Hashable {
  /// An entry as the filter sees it.
  struct Entry: Hashable {
    /// The texts of which one may begin with the typed text; the entry is then the best match.
    let titles: [String]
    /// All words of the entry.
    let words: String

    init(titles: [String], words: [String]) {
      (self.titles, self.words) = (titles.map { $0.lowercased() }, words.joined(separator: " ").lowercased())
    }
  }

  private let entries: [Entry]
  /// The text that the listed entries contain, word by word.
  private(set) var filter = ""
  /// The position of the selected entry; nil when none matches.
  private(set) var selected: Int?

  /// - Parameters:
  ///   - entries: all entries, in the order of the list.
  ///   - selected: the position of the entry to select; nil selects the first.
  init(_ entries: [Entry], selected: Int? = nil) {
    (self.entries, self.selected) = (entries, selected ?? (entries.isEmpty ? nil : 0))
  }

  /// The positions of the entries that contain all words of the filter.
  var matches: [Int] {
    let words = filter.lowercased().split(separator: " ")
    return entries.indices.filter { index in words.allSatisfy(entries[index].words.contains) }
  }

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
    case .home: move(-entries.count)
    case .end: move(entries.count)
    case .backspace: narrow(String(filter.dropLast()))
    case .character(let character) where modifiers.isDisjoint(with: [.control, .alt]):
      narrow(filter + String(character))
    default: return false
    }
    return true
  }

  /// Moves the selection among the listed entries; it stops at both ends.
  mutating func move(_ steps: Int) {
    let matches = matches
    guard !matches.isEmpty else { return }
    let place = selected.flatMap { matches.firstIndex(of: $0) } ?? 0
    selected = matches[max(0, min(matches.count - 1, place + steps))]
  }

  /// Selects the entry at a place of the shown list.
  mutating func select(_ place: Int) {
    let matches = matches
    if matches.indices.contains(place) { selected = matches[place] }
  }

  /// Selects the best match of a text: an entry whose title begins with it, else the first that contains it.
  mutating func narrow(_ text: String) {
    filter = text
    let (matches, start) = (matches, text.lowercased())
    selected = matches.first { entries[$0].titles.contains { $0.hasPrefix(start) } } ?? matches.first
  }
}
