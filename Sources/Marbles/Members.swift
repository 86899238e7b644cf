/// The members of an object, by name.
///
/// Most objects of a stream pass through it whole, or one member of theirs is looked at. So an object that was read from a line
/// keeps its text, and decodes a member when it is read.
///
/// ```swift
/// let members: Members = ["n": 1, "name": "x"]
/// members["n"]                                          // 1
/// ```
public struct Members: Sendable {
  enum Storage: Sendable {
    case made([String: Value])
    case read(ObjectText)
  }

  var storage: Storage

  init(_ text: ObjectText) { storage = .read(text) }

  /// Creates members.
  public init(_ members: [String: Value] = [:]) { storage = .made(members) }

  /// All members.
  public var dictionary: [String: Value] {
    switch storage {
    case .made(let members): members
    case .read(let text): Dictionary(text.places.map { (text.key($0), text.value($0)) }) { _, last in last }
    }
  }

  /// The number of members.
  public var count: Int {
    switch storage {
    case .made(let members): members.count
    case .read(let text): text.count
    }
  }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  /// The names, in any order.
  public var keys: [String] {
    switch storage {
    case .made(let members): Array(members.keys)
    case .read(let text): Array(Set(text.places.map(text.key)))
    }
  }

  /// The values, in any order.
  public var values: [Value] {
    switch storage {
    case .made(let members): Array(members.values)
    case .read: Array(dictionary.values)
    }
  }

  /// The member of this name; nil when there is none. Setting nil removes it.
  public subscript(name: String) -> Value? {
    get {
      switch storage {
      case .made(let members): members[name]
      case .read(let text): text.member(name)
      }
    }
    set {
      var members = dictionary
      members[name] = newValue
      storage = .made(members)
    }
  }
}

extension Members: Hashable {
  /// Whether both have the same members.
  public static func == (left: Members, right: Members) -> Bool {
    if case .read(let first) = left.storage, case .read(let second) = right.storage, first === second { return true }
    return left.dictionary == right.dictionary
  }

  /// Hashes the members.
  public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
}

extension Members: Sequence {
  /// The members, in any order.
  public func makeIterator() -> Dictionary<String, Value>.Iterator { dictionary.makeIterator() }
}

extension Members: ExpressibleByDictionaryLiteral {
  /// Creates members; of several with one name the last counts.
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(Dictionary(elements) { _, last in last }) }
}

extension Value {
  /// An object with these members.
  public static func object(_ members: [String: Value]) -> Value { .object(Members(members)) }
}
