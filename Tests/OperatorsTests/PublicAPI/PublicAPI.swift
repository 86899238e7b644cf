/// The public declarations of a Swift module, read from its sources.
struct PublicAPI {
  /// A function, an initializer or a property.
  struct Member: Hashable {
    /// The type that it is declared in or extends, as `AsyncSequence` or `AsyncChannel.Iterator`; nil when it is free.
    var owner: String?
    var name: String
    /// The labels of its parameters, `_` for none; nil for a property.
    var labels: [String]?
    /// Whether it belongs to the type and not to its values; an initializer does.
    var isStatic: Bool
    /// The names in its result type, without those of generic arguments.
    var result: Set<String> = []

    /// As Swift spells it: `AsyncSequence.debounce(for:clock:)`.
    var spelled: String {
      let parameters = labels.map { labels in "(\(labels.map { "\($0):" }.joined()))" } ?? ""
      return (owner.map { "\($0)." } ?? "") + name + parameters
    }
  }

  /// Types that are declared at the top.
  private(set) var types: Set<String> = []
  /// Of these, the protocols.
  private(set) var protocols: Set<String> = []
  /// Everything else, of public types alone.
  private(set) var members: Set<Member> = []

  /// Reads all files of a module.
  init(sources: [String]) throws(SwiftSourceError) {
    var all: Set<String> = []
    for source in sources {
      var scanner = DeclarationScanner(tokens: try SwiftLexer.tokens(of: source))
      try scanner.scan()
      members.formUnion(scanner.members)
      for type in scanner.types {
        all.insert(type.name)
        if type.isPublic { types.insert(type.name) }
        if type.isPublic, type.isProtocol { protocols.insert(type.name) }
      }
    }
    // An extension of a type does not say whether the type is public.
    let hidden = all.subtracting(types)
    members = members.filter { member in member.owner.map { !hidden.contains(Self.root($0)) } ?? true }
  }

  /// Whether `owner` is a type of another module, or a protocol of this one: what its extensions add, any stream may use.
  func isExtended(_ owner: String) -> Bool {
    let root = Self.root(owner)
    return !types.contains(root) || protocols.contains(root)
  }

  private static func root(_ path: String) -> String { String(path.prefix { $0 != "." }) }
}
