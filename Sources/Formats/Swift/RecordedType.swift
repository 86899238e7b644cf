internal import Marbles

/// The type of the values of a recorded row, as a test declares it.
indirect enum RecordedType: Hashable {
  case int, double, string, bool
  /// Values of several kinds, or such that no structure can have: `Value` of Marbles.
  case value
  case array(RecordedType)
  /// A structure with these members.
  case object([String: RecordedType])
  /// A member that is null or missing in some objects.
  case optional(RecordedType)
  /// Null alone, or the element of an empty array: nothing is known yet.
  case unknown

  /// The type that has all `values`.
  init(of values: some Sequence<Value>) {
    let type = values.reduce(RecordedType.unknown) { $0.joined(with: RecordedType($1)) }
    self = type.isKnown ? type : .value
  }

  private init(_ value: Value) {
    switch value {
    case .null: self = .optional(.unknown)
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .tuple: self = .value
    case .array(let elements):
      self = .array(elements.reduce(.unknown) { $0.joined(with: RecordedType($1)) })
    case .object(let members): self = .object(members.dictionary.mapValues { RecordedType($0) })
    }
  }

  /// The type of values of this type and of another.
  private func joined(with other: RecordedType) -> RecordedType {
    switch (self, other) {
    case _ where self == other: self
    case (.unknown, let known), (let known, .unknown): known
    case (.optional(let one), .optional(let other)), (.optional(let one), let other), (let other, .optional(let one)):
      one.joined(with: other).made(optional: true)
    case (.int, .double), (.double, .int): .double
    case (.array(let one), .array(let other)): .array(one.joined(with: other))
    case (.object(let one), .object(let other)):
      .object(
        Dictionary(
          uniqueKeysWithValues: Set(one.keys).union(other.keys).map { key in
            guard let one = one[key], let other = other[key] else {
              return (key, (one[key] ?? other[key] ?? .unknown).made(optional: true))
            }
            return (key, one.joined(with: other))
          }))
    default: .value
    }
  }

  private func made(optional: Bool) -> RecordedType {
    switch self {
    case .optional, .value: self
    default: optional ? .optional(self) : self
    }
  }

  /// Whether some values are objects.
  var hasObjects: Bool {
    switch self {
    case .object: true
    case .array(let type), .optional(let type): type.hasObjects
    default: false
    }
  }

  /// Whether a declaration can be written: each member has a name and a type in Swift.
  private var isKnown: Bool {
    switch self {
    case .int, .double, .string, .bool: true
    case .value, .unknown: false
    case .array(let type), .optional(let type): type.isKnown
    case .object(let members):
      !members.isEmpty && members.allSatisfy { Self.isName($0.key) && $0.value.isKnown }
    }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart, text != "_" else {
      return false
    }
    return text.unicodeScalars.dropFirst().allSatisfy(\.properties.isXIDContinue)
  }
}

/// The structures that a test declares for values of its inputs.
struct RecordedTypes {
  /// The declarations, a line each, without indentation.
  private(set) var lines: [String] = []
  /// Whether an input has values of any kind, `Value`.
  private(set) var usesValue = false
  private var names: Set<String> = [
    "Int", "Double", "String", "Bool", "Value", "Array", "Optional", "Any", "AnyObject", "Self", "Type", "Protocol",
    "Error", "Stub", "Suite", "Test", "Decodable", "Hashable", "MarbleValues",
  ]

  /// Takes a name, so that no structure gets it.
  mutating func reserve(_ name: String) { names.insert(name) }

  /// How `expectMarbles` reads values of a type, as the argument `values:`; nil where none is needed, for strings.
  mutating func reader(of type: RecordedType, row: String) -> String? {
    switch type {
    case .string: return nil
    case .int: return ".ints"
    case .double: return ".doubles"
    case .bool: return ".bools"
    case .value, .unknown:
      usesValue = true
      return ".any"
    case .array, .object, .optional: return "MarbleValues<\(name(of: type, for: row))>.decoded"
    }
  }

  /// The text of a type, whose structures are declared first.
  private mutating func name(of type: RecordedType, for owner: String) -> String {
    switch type {
    case .int: return "Int"
    case .double: return "Double"
    case .string: return "String"
    case .bool: return "Bool"
    case .value, .unknown: return "Value"
    case .array(let element): return "[\(name(of: element, for: owner))]"
    case .optional(let type): return "\(name(of: type, for: owner))?"
    case .object(let members):
      let name = structure(for: owner)
      let body = members.sorted { $0.key < $1.key }.map { key, type in
        let written = SwiftNames.reserved.contains(key) ? "`\(key)`" : key
        return "  let \(written): \(self.name(of: type, for: key))"
      }
      lines += ["struct \(name): Decodable, Hashable {"] + body + ["}"]
      return name
    }
  }

  /// A name for the values of a row or a member: `Order` for `orders`.
  private mutating func structure(for owner: String) -> String {
    var words = SwiftNames(reserving: [])
    // A name of a type, without the suffix of a suite.
    var name = String(words.name(for: owner, isType: true, otherwise: "Element").dropLast("Tests".count))
    if name.count > 3, name.hasSuffix("s"), !name.hasSuffix("ss") { name.removeLast() }
    var candidate = name
    var number = 2
    while names.contains(candidate) {
      candidate = number == 2 ? "\(name)Value" : "\(name)Value\(number)"
      number += 1
    }
    names.insert(candidate)
    return candidate
  }
}
