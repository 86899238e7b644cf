internal import Operators
internal import Terminal

/// The selection in a list that typed text filters.
///
/// An entry is listed if it contains all words of the text, or if it shows an operator that the text is a name of elsewhere:
/// `switchMap`, `rate limit`.
struct ListSelection: Hashable {
  /// An entry as the filter sees it.
  struct Entry: Hashable {
    /// The texts of which one may begin with the typed text; the entry is then the best match.
    let titles: [String]
    /// All words of the entry.
    let words: String
    /// The names of the operators that it shows.
    let operators: [String]

    init(titles: [String], words: [String], operators: [String] = []) {
      (self.titles, self.words) = (titles.map { $0.lowercased() }, words.joined(separator: " ").lowercased())
      self.operators = operators
    }
  }

  private let entries: [Entry]
  /// The text that the listed entries contain, word by word.
  private(set) var filter = ""
  /// The positions of the entries that the filter leaves.
  private(set) var matches: [Int]
  /// The position of the selected entry; nil when none matches.
  private(set) var selected: Int?

  /// - Parameters:
  ///   - entries: all entries, in the order of the list.
  ///   - selected: the position of the entry to select; nil selects the first.
  init(_ entries: [Entry], selected: Int? = nil) {
    (self.entries, self.selected) = (entries, selected ?? (entries.isEmpty ? nil : 0))
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
    guard !matches.isEmpty else { return }
    let place = selected.flatMap { matches.firstIndex(of: $0) } ?? 0
    selected = matches[max(0, min(matches.count - 1, place + steps))]
  }

  /// Selects the entry at a place of the shown list.
  mutating func select(_ place: Int) {
    if matches.indices.contains(place) { selected = matches[place] }
  }

  /// Lists what a text leads to, and selects the best match: an entry whose title begins with the text, else the entry of the
  /// operator that it is a name of, else the first.
  mutating func narrow(_ text: String) {
    filter = text
    let start = text.lowercased()
    let words = start.split(separator: " ")
    let operators = NameIndex.standard.operators(for: text)
    matches = entries.indices.filter { index in
      words.allSatisfy(entries[index].words.contains) || entries[index].operators.contains(where: operators.contains)
    }
    selected =
      matches.first { entries[$0].titles.contains { $0.hasPrefix(start) } }
      ?? operators.first.flatMap { best in matches.first { entries[$0].titles.contains(best.lowercased()) } }
      ?? matches.first
  }
}
