/// A key of a scene file: its name, what its value may be, and what it means.
///
/// The decoder takes the names of its keys from here, the JSON Schema its properties, and editors what they offer and
/// explain.
package struct SceneKey: Hashable, Sendable {
  package let name: String
  /// What the value may be.
  package let shape: KeyShape
  /// What it means, in one sentence.
  package let about: String
  /// Whether the mapping must have it.
  package let isRequired: Bool
  /// The variants of the mapping that have it; nil for all. See ``KeyTable``.
  package let variants: Set<String>?

  init(_ name: String, _ shape: KeyShape, _ about: String, isRequired: Bool = false, in variants: [String]? = nil) {
    (self.name, self.shape, self.about, self.isRequired) = (name, shape, about, isRequired)
    self.variants = variants.map(Set.init)
  }
}

/// The keys of a mapping in a scene file.
///
/// A mapping may have variants with different keys: the kinds of a scene (``Scene/Kind/Name``), the sources of a row
/// (``RowSource``). A key whose value differs among variants is listed once for each.
package struct KeyTable: Hashable, Sendable {
  /// The mapping, as errors call it: `an event`.
  package let title: String
  /// The keys, in the order of messages and lists.
  package let keys: [SceneKey]
  /// The names of the keys, each once.
  package let names: [String]
  private let namesOfVariants: [String: [String]]

  init(_ title: String, _ keys: [SceneKey]) {
    (self.title, self.keys) = (title, keys)
    names = Self.names(of: keys)
    let variants = Set(keys.flatMap { $0.variants ?? [] })
    namesOfVariants = Dictionary(
      uniqueKeysWithValues: variants.map { variant in
        (variant, Self.names(of: keys.filter { $0.variants?.contains(variant) ?? true }))
      })
  }

  /// The names of the keys that a variant has.
  package func names(in variant: String) -> [String] { namesOfVariants[variant] ?? names }

  /// The key of this name: of a variant, or of the first that has it.
  package func key(_ name: String, in variant: String? = nil) -> SceneKey? {
    keys.first { key in
      guard key.name == name else { return false }
      guard let variant, let variants = key.variants else { return true }
      return variants.contains(variant)
    }
  }

  private static func names(of keys: [SceneKey]) -> [String] {
    var seen: Set<String> = []
    return keys.map(\.name).filter { seen.insert($0).inserted }
  }
}

/// What the value of a key may be.
package indirect enum KeyShape: Hashable, Sendable {
  /// Any text, also one that YAML reads as a number or a Boolean.
  case text
  /// A text with at most this many bytes; if it must not be blank, with more than white space.
  case sentences(limit: Int, mayBeBlank: Bool)
  /// A text that a regular expression describes, with examples of it. If it may be a number, any number will do.
  case pattern(String, examples: [String], mayBeNumber: Bool = false)
  /// A marble diagram.
  case diagram
  /// An expression over rows.
  case expression
  /// An expression over a value, `$0`.
  case valueExpression
  /// One of these texts.
  case choice([String])
  /// `true` or `false`.
  case flag
  /// `true` alone.
  case yes
  /// A whole number within bounds.
  case count(ClosedRange<Int>)
  /// A whole number of 64 bits, from 0 on.
  case seed
  /// A number within bounds; with `isAbove`, the lower bound is excluded.
  case number(ClosedRange<Double>, isAbove: Bool = false)
  /// A duration, at least 0, or more than that.
  case duration(mayBeZero: Bool)
  /// Any value.
  case value
  /// A list, with its smallest and its largest number of elements.
  case list(of: KeyShape, ClosedRange<Int>)
  /// A mapping with known keys.
  case mapping(KeyTable)
  /// A mapping from names to values of one shape.
  case names(pattern: String?, of: KeyShape)
  /// One of several shapes.
  case any([KeyShape])

  /// The cases of an enumeration, by name.
  static func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> Self {
    .choice(Choice.allCases.map(\.rawValue))
  }
}
