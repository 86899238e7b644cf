/// Finds entries of a list by words, the best first: the search of `marbled list operators` and of the lists in the terminal.
///
/// A word is found without its ending and as the beginning of another word: `pairs` finds `pairwise`. Words that say little,
/// such as `the` and `streams`, are left out. When no entry has all words, those with the most are found, if they have at least
/// half of them. The page searches by the same rules, without a server: see `index.js`.
public struct WordSearch: Hashable, Sendable {
  /// An entry of a list.
  public struct Entry: Hashable, Sendable {
    let names: [Name]
    let others: [Name]
    let sentences: [Word]
    let operators: [String]

    /// - Parameters:
    ///   - names: its names here; they count most.
    ///   - others: its names elsewhere, and plain words for it.
    ///   - sentences: what is said about it.
    ///   - operators: the operators that it shows; it is found by what a name of another library leads to.
    public init(names: [String], others: [String] = [], sentences: [String] = [], operators: [String] = []) {
      self.names = names.map(Name.init(of:))
      self.others = others.map(Name.init(of:))
      self.sentences = sentences.flatMap(WordSearch.words).map(Word.init(of:))
      self.operators = operators
    }

    /// An operator of the catalogue.
    public init(_ called: Operator) {
      self.init(
        names: [called.name], others: called.namesElsewhere, sentences: [called.summary, called.category.rawValue],
        operators: [called.name])
    }
  }

  /// A word, and what is left of it without its ending.
  struct Word: Hashable, Sendable {
    let text, stem: String

    init(of text: String) { (self.text, stem) = (text, WordSearch.stem(text)) }

    func begins(with word: Word) -> Bool { text.hasPrefix(word.stem) || stem.hasPrefix(word.stem) }
  }

  /// A name with its words: `flatMapLatest` has three.
  struct Name: Hashable, Sendable {
    let key: String
    let words: [Word]

    init(of name: String) {
      let words = WordSearch.words(name)
      (key, self.words) = (words.joined(), words.map(Word.init(of:)))
    }
  }

  private let entries: [Entry]

  /// A search of entries, in the order of their list.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// The positions of the entries that a text leads to, the best first; all of them, in their order, for a text without words.
  public func matches(for text: String) -> [Int] {
    let all = Self.words(text)
    let telling = all.filter { !Self.little.contains($0) }
    let words = (telling.isEmpty ? all : telling).map(Word.init(of:))
    if words.isEmpty { return Array(entries.indices) }
    let keys = Set([all.joined(), telling.joined()]).subtracting([""])
    let known = NameIndex.standard.operators(for: text)
    let found = entries.indices.map { index -> (index: Int, count: Int, score: Int) in
      let entry = entries[index]
      let scores = words.map { Self.score(of: $0, in: entry) }
      let place = known.firstIndex(where: entry.operators.contains)
      let whole = keys.map { Self.score(ofKey: $0, in: entry) }.max() ?? 0
      let count = place != nil || whole > 0 ? words.count : scores.count { $0 > 0 }
      return (index, count, scores.reduce(0, +) + whole + (place.map { max(1, 30 - $0) } ?? 0))
    }
    let most = found.map(\.count).max() ?? 0
    // A name that is known elsewhere is not a mistake.
    let isEnough = most == words.count || most * 2 >= words.count && NameIndex.standard[text].isEmpty
    // Plain words such as `error` are an idea, and also words of operators.
    let isName = NameIndex.standard[text].contains { $0.library != .words }
    let isAnswered = known.isEmpty && isName && !found.contains { $0.score >= 100 }
    guard isEnough, most > 0, !isAnswered else { return [] }
    return found.filter { $0.count == most }.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.index)
  }

  // MARK: Scores

  private static func score(of word: Word, in entry: Entry) -> Int {
    if entry.names.contains(where: { $0.words.contains { $0.begins(with: word) } || $0.key.contains(word.text) }) {
      return 12
    }
    if entry.others.contains(where: { $0.words.contains { $0.begins(with: word) } }) { return 3 }
    return entry.sentences.contains { $0.begins(with: word) } ? 1 : 0
  }

  /// What an entry counts more whose name is the whole text, or begins with it.
  private static func score(ofKey key: String, in entry: Entry) -> Int {
    if entry.names.contains(where: { $0.key == key }) { return 100 }
    if entry.names.contains(where: { $0.key.hasPrefix(key) }) { return 40 }
    return entry.others.contains { $0.key.hasPrefix(key) } ? 5 : 0
  }

  // MARK: Words

  /// Words that say little about an operator.
  static let little = Set(
    """
    a after an and are as at be by can do does for from how i in into is it make of on or some stream streams that the to two use \
    using value values want which with
    """.split(separator: " ").map(String.init))

  /// The words of a text in lowercase; a capital letter after a small one begins another word.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isSmall = false
    for character in text.prefix(200) {
      let isPart = character.isLetter || character.isNumber
      if !isPart || (character.isUppercase && isSmall) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word += character.lowercased() }
      isSmall = isPart && !character.isUppercase
    }
    return word.isEmpty ? words : words + [word]
  }

  /// A word without its ending: `pair` for `pairs`, `drop` for `dropped`, `combin` for `combine` and `combining`.
  static func stem(_ word: String) -> String {
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    if word.hasSuffix("e"), word.count > 4 { return String(word.dropLast()) }
    for ending in ["ing", "ed", "es", "s"] where word.hasSuffix(ending) && !word.hasSuffix("ss") {
      var stem = word.dropLast(ending.count)
      guard stem.count > 2 else { continue }
      let isDoubled = stem.last == stem.dropLast().last
      if isDoubled, ending == "ing" || ending == "ed" { stem.removeLast() }
      return String(stem)
    }
    return word
  }
}
