internal import Formats
internal import Marbles
internal import Operators
internal import SceneFiles
internal import Scenes

/// What an address of the page names: `operators/zip`, `scenes/sample`.
public struct LibraryEntry: Hashable, Sendable {
  /// The first part of an address.
  public enum Kind: String, Sendable, CaseIterable {
    case operators, scenes
  }

  /// Whether it is an operator or a scene.
  public var kind: Kind
  /// Its name, the second part of an address.
  public var name: String
  /// The title of a scene; the name of an operator.
  public var title: String
  /// One sentence.
  public var about: String

  init(_ called: Operator) { (kind, name, title, about) = (.operators, called.name, called.name, called.summary) }

  init(_ scene: Scene) { (kind, name, title, about) = (.scenes, scene.name, scene.title, scene.about) }
}

/// Some operators or scenes that belong together.
public struct LibraryGroup: Sendable {
  /// Whether they are operators or scenes.
  public var kind: LibraryEntry.Kind
  /// What they have in common.
  public var title: String
  /// Whether they are scenes that the page was made with.
  public var isGiven = false
  /// Whether they are scenes that a visitor goes through, one after the other.
  public var isInOrder = false
  /// The operators or scenes.
  public var members: [LibraryEntry]
}

/// What the page of an operator says beside its picture.
public struct OperatorGuide: Sendable {
  /// The library that it comes from.
  public var origin: String
  /// Its name in RxJS and in Combine; nil when there is none.
  public var rx, combine: String?
  /// When to use it, and how what is nearly the same in RxJS and in Combine differs: sentences with code between backticks.
  public var guidance: String
  /// The operators that the guidance names.
  public var related: [String]
  /// Each form that it has.
  public var signatures: [String]
  /// The operators to compare it with on the same input.
  public var compared: [(other: LibraryEntry, differences: [String])] {
    comparisons.map { (LibraryEntry($0.other), $0.differences) }
  }
  let comparisons: [PlaygroundLibrary.Comparison]
  /// What ReactiveX does with the same inputs: lines of diagrams, and sentences with code between backticks.
  public var beside: [(rows: String, text: String)]
  /// The scenes that call it.
  public var scenes: [LibraryEntry]

  init(_ called: Operator, in library: PlaygroundLibrary) {
    origin = called.origin == .marbled ? "marbled's own" : called.origin.rawValue
    (rx, combine) = (called.rxName, called.combineName)
    let meanings = called.clausesOfOtherMeanings.map { "\($0)." }
    guidance = ([called.guidance] + [called.inSwift].compactMap(\.self) + meanings + called.differencesOfNames).joined(
      separator: " ")
    related = called.relatedNames.filter { library.catalogue[$0] != nil }
    signatures = called.forms.map { (called.isMethod ? "." : "") + $0.signature }
    comparisons = library.comparisons(of: called, with: Scene(sample: called, catalogue: library.catalogue))
    scenes = library.scenes(using: called).map(LibraryEntry.init)
    let others = (try? ReactiveXComparison.all(of: called, catalogue: library.catalogue)) ?? []
    beside = others.map { [guidance] in ($0.rows, $0.sentences(after: guidance).joined(separator: " ")) }
  }
}

extension PlaygroundLibrary {
  /// The groups in the order of the page: given scenes, operators, the shipped scenes.
  public var groups: [LibraryGroup] {
    let all = items.reduce(into: [Group]()) { if !$0.contains($1.group) { $0.append($1.group) } }
    let scenes = all.map { group in
      LibraryGroup(
        kind: .scenes, title: title(of: group), isGiven: group.isGiven, isInOrder: group.isInOrder,
        members: items.filter { $0.group == group }.map { LibraryEntry($0.file.scene) })
    }
    let operators = Operator.Category.allCases.map { category in
      LibraryGroup(
        kind: .operators, title: category.rawValue,
        members: catalogue.operators.filter { $0.category == category }.map(LibraryEntry.init))
    }
    return scenes.filter(\.isGiven) + operators + scenes.filter { !$0.isGiven }
  }

  /// What the page of an operator says; nil when there is none of this name.
  public func guide(toOperator name: String) -> OperatorGuide? { catalogue[name].map { OperatorGuide($0, in: self) } }

  /// Says that no operator or scene has this name, with advice for the name of an operator of another library and for a typo.
  public func refusal(_ kind: LibraryEntry.Kind, named name: String) -> String {
    let refusal = "no \(kind == .operators ? "operator" : "scene") is called `\(DisplayText.shortened(name, to: 40))`"
    let names = [catalogue.operators.map(\.name), NameIndex.standard.names.map(\.name)]
    guard kind == .operators, name.utf8.count <= 64,
      let advice = catalogue.advice(for: name, among: names)
    else { return refusal }
    return "\(refusal); \(advice)"
  }

  /// The operator or scene of a name; nil when there is none.
  public func entry(_ kind: LibraryEntry.Kind, named name: String) -> LibraryEntry? {
    switch kind {
    case .operators: catalogue[name].map(LibraryEntry.init)
    case .scenes: item(named: name).map { LibraryEntry($0.file.scene) }
    }
  }

  // MARK: Names that there are not

  /// The most suggestions for a name.
  private static let mostSuggestions = 6

  /// What a visitor may mean with a name that is not there, the best first: the same name of the other kind, what names of
  /// other libraries lead to, and similar names. Nothing for names of more than 64 bytes.
  public func suggestions(for name: String) -> [LibraryEntry] {
    guard !name.isEmpty, name.utf8.count <= 64 else { return [] }
    let names = NameIndex.standard
    var found = LibraryEntry.Kind.allCases.compactMap { entry($0, named: name) }
    found += names.operators(for: name).prefix(4).compactMap { entry(.operators, named: $0) }
    if let near = Suggestion.nearest(to: name, among: names.names.map(\.name)) {
      found += names.operators(for: near).prefix(2).compactMap { entry(.operators, named: $0) }
    }
    var candidates = catalogue.operators.map(LibraryEntry.init) + items.map { LibraryEntry($0.file.scene) }
    for _ in 0..<3 {
      guard let near = Suggestion.nearest(to: name, among: candidates.map(\.name)) else { break }
      found += candidates.filter { $0.name == near }
      candidates.removeAll { $0.name == near }
    }
    var seen: Set<LibraryEntry> = []
    return Array(found.filter { seen.insert($0).inserted }.prefix(Self.mostSuggestions))
  }

  /// What is known about a name of another library, as a sentence with code between backticks; nil for nothing.
  public func answer(toName name: String) -> String? {
    guard name.utf8.count <= 64, catalogue[name] == nil else { return nil }
    return NameIndex.standard.clause(for: name).map { "\($0)." }
  }
}
