internal import Marbles

/// Finds what marbled has for a name that is known from elsewhere.
///
/// ```swift
/// NameIndex.standard.clause(for: "switchMap")
/// // `switchMap` of RxJS is `flatMapLatest` here, as in `a.flatMapLatest { _ in b }`
/// ```
public struct NameIndex: Sendable {
  /// All names, by library, in the order of their tables.
  public let names: [KnownName]
  /// The key of each name, as lists search them with each letter that is typed.
  private let keys: [String]
  private let byKey: [String: [Int]]
  private let byOperator: [String: [Int]]

  init(_ names: [KnownName]) {
    self.names = names
    let keys = names.map { Self.key($0.name) }
    self.keys = keys
    byKey = Dictionary(grouping: names.indices) { keys[$0] }
    byOperator = Dictionary(grouping: names.indices.filter { names[$0].operatorName != nil }) {
      names[$0].operatorName!
    }
  }

  /// The names of all libraries, and plain words.
  public static let standard = NameIndex(
    [
      (KnownName.Library.rxJS, rxJS), (.combine, combine), (.kotlinFlow, kotlinFlow), (.rxNET, rxNET),
      (.words, plainWords),
    ].flatMap { library, answers in answers.map { KnownName($0.name, library, $0.answer, see: $0.related) } })

  // MARK: Lookup

  /// What is known by a name: first as it is written, then with other capital letters; empty when there is nothing.
  ///
  /// Case, blanks, hyphens and arguments do not matter. Labels select a form if it is known: `drop(while:)`. A library
  /// selects its names if it has such ones: `rxjs.take`, `take of RxJS`, `take (RxJS)`.
  public subscript(text: String) -> [KnownName] {
    guard text.utf8.count <= Self.longest else { return [] }
    let (name, library) = Self.split(text)
    let known = byKey[Self.key(name), default: []].map { names[$0] }
    let labelled = known.filter { Self.labels($0.name) == Self.labels(name) && !Self.labels(name).isEmpty }
    let found = labelled.isEmpty ? known : labelled
    let ofLibrary = found.filter { $0.library == library }
    let selected = ofLibrary.isEmpty ? found : ofLibrary
    return selected.filter { Self.base($0.name) == Self.base(name) }
      + selected.filter { Self.base($0.name) != Self.base(name) }
  }

  /// The names with an operator, from any library.
  ///
  /// - Parameter library: nil for all libraries.
  public func names(of called: String, in library: KnownName.Library? = nil) -> [KnownName] {
    byOperator[called, default: []].map { names[$0] }.filter { library == nil || $0.library == library }
  }

  // MARK: Search

  /// The names that contain all words of a text: those that begin with it come first, then the others, in their order.
  ///
  /// For lists and completion. A library among the words selects its names, if it has such ones. What is known by the
  /// text itself is always found.
  public func search(_ text: String) -> [KnownName] {
    guard text.utf8.count <= Self.longest else { return [] }
    let (name, library) = Self.split(text)
    let start = Self.key(name)
    let words = Self.base(name).split(whereSeparator: \.isWhitespace).map { Self.key(String($0)) }
    let all = names.indices.filter { index in words.allSatisfy(keys[index].contains) }
    let ofLibrary = all.filter { names[$0].library == library }
    let found = ofLibrary.isEmpty ? all : ofLibrary
    let others = self[text].filter { known in !found.contains { names[$0] == known } }
    let beginning = found.filter { keys[$0].hasPrefix(start) }
    return others + (beginning + found.filter { !keys[$0].hasPrefix(start) }).map { names[$0] }
  }

  /// The operators that a text leads to, the best first: those with a name that contains all its words, or without such a
  /// name, what the text is known as.
  ///
  /// For lists that are filtered while a person types: fewer than three letters are the beginning of too many names.
  public func operators(for text: String) -> [String] {
    guard Self.key(Self.split(text).name).count > 2 else { return [] }
    let exact = self[text]
    var seen: Set<String> = []
    return (exact + search(text)).compactMap(\.operatorName).filter { seen.insert($0).inserted }
  }

  // MARK: Sentences

  /// One clause for each answer to a name, without periods; names of libraries with the same answer share one.
  public func clauses(for text: String) -> [String] {
    var groups: [[KnownName]] = []
    for known in self[text] {
      if let index = groups.firstIndex(where: { $0[0].answer == known.answer && $0[0].library != .words }),
        known.library != .words, !groups[index].contains(where: { $0.library == known.library })
      {
        groups[index].append(known)
      } else {
        groups.append([known])
      }
    }
    return groups.map(KnownName.clause)
  }

  /// The first answer to a name as a clause, for errors; nil when nothing is known by the name.
  ///
  /// An operator comes before an advice: `collect` is known to Combine and to Kotlin.
  public func clause(for text: String) -> String? {
    let known = self[text]
    guard let best = known.first(where: { $0.operatorName != nil }) ?? known.first else { return nil }
    let same = known.filter { $0.answer == best.answer && $0.library != .words }
    return KnownName.clause(best.library == .words ? [best] : same)
  }

  /// The answer to a name for which nothing is an operator: a sentence for each library, and what to read next; nil when
  /// nothing is known by the name, or an operator is.
  public func page(for text: String) -> String? {
    let known = self[text]
    guard !known.isEmpty, known.allSatisfy({ $0.operatorName == nil }) else { return nil }
    var seen: Set<String> = []
    let related = known.flatMap(\.related).filter { seen.insert($0).inserted }.map { "`marbled \($0)`" }
    return clauses(for: text).map { "\($0).\n" }.joined() + "\nSee also: \(related.joined(separator: ", ")).\n"
  }

  // MARK: Keys

  /// The most bytes of a text that may be a name.
  private static let longest = 200

  /// The letters and digits of a name without its arguments, in lowercase.
  private static func key(_ name: String) -> String {
    base(name).lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// A name without its arguments and types: `Subject` for `Subject<Int>()`.
  private static func base(_ name: String) -> String { String(name.prefix { !"({<".contains($0) }) }

  /// The labels in parentheses, as `while:`; empty when there are none.
  private static func labels(_ name: String) -> String {
    guard let open = name.firstIndex(of: "("), name.last == ")" else { return "" }
    let labels = name[open...].dropFirst().dropLast().filter { !$0.isWhitespace }.lowercased()
    return labels.last == ":" ? labels : ""
  }

  /// How people write the libraries, before a dot or behind a name; longer ones first.
  private static let spellings: [(text: String, library: KnownName.Library)] = [
    ("rxjs/operators", .rxJS), ("rxjs", .rxJS), ("publishers", .combine), ("publisher", .combine),
    ("combine", .combine), ("kotlin flow", .kotlinFlow), ("kotlin", .kotlinFlow), ("flow", .kotlinFlow),
    ("rx.net", .rxNET), ("observable", .rxNET), ("rx", .rxJS),
  ]

  /// A text without the library that it names, and that library.
  private static func split(_ text: String) -> (name: String, library: KnownName.Library?) {
    let written = text.filter { $0 != "`" }.trimmed
    let text = String(written.hasPrefix("new ") ? written.dropFirst(4) : written)
    let lowercase = text.lowercased()
    for (spelling, library) in spellings {
      // `combine.map`, but also the name `combine` alone.
      for prefix in ["\(spelling).", "\(spelling) "]
      where lowercase.hasPrefix(prefix) && lowercase != prefix && isName(spelling, before: prefix.last!) {
        return (String(text.dropFirst(prefix.count)), library)
      }
      for suffix in [" of \(spelling)", " in \(spelling)", " (\(spelling))", " \(spelling)"]
      where lowercase.hasSuffix(suffix) && lowercase != suffix {
        return (String(text.dropLast(suffix.count).trimmed), library)
      }
    }
    return (text, nil)
  }

  /// Whether a spelling with this character behind it is a library: `flow of` and `combine latest` are plain words.
  private static func isName(_ spelling: String, before character: Character) -> Bool {
    character == "." || !["combine", "flow", "observable", "publisher", "publishers"].contains(spelling)
  }
}
