/// Where a part of a JSON value is: `.price`, `.data.items[0].price`, `.["odd name"]`.
public struct MemberPath: Hashable, Sendable, CustomStringConvertible {
  /// One step from a value to a part of it.
  public enum Step: Hashable, Sendable {
    /// The member of an object.
    case member(String)
    /// The element of an array, from 0.
    case element(Int)
  }

  /// Why a text is not a path.
  public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, and what was expected.
    public var description: String
  }

  /// The steps; at least one.
  public let steps: [Step]

  /// Creates a path; `steps` must not be empty.
  public init(_ steps: [Step]) {
    precondition(!steps.isEmpty, "a path without steps")
    self.steps = steps
  }

  /// Parses a path, which begins with a dot; `$0` may stand before it, as in expressions.
  ///
  /// - Throws: ``Malformed`` for anything else.
  public init(parsing text: String) throws(Malformed) {
    var rest = text.hasPrefix("$0") ? text.dropFirst(2) : text[...]
    var steps: [Step] = []
    while !rest.isEmpty {
      if rest.first == ".", rest.dropFirst().first == "[" { rest = rest.dropFirst() }
      guard let step = Self.step(&rest) else {
        let problem = steps.isEmpty && text.first != "." ? "it begins with a dot" : "as in .price or .items[0].price"
        throw Malformed(description: "`\(text)` is not a path to a member; \(problem)")
      }
      steps.append(step)
    }
    guard !steps.isEmpty else { throw Malformed(description: "`\(text)` is not a path to a member, as in .price") }
    self.steps = steps
  }

  private static func step(_ rest: inout Substring) -> Step? {
    switch rest.removeFirst() {
    case ".":
      let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" && !$0.isWhitespace }
      rest = rest[name.endIndex...]
      return name.isEmpty ? nil : .member(String(name))
    case "[":
      guard let end = rest.firstIndex(of: "]") else { return nil }
      if rest.first == "\"" {
        let name = rest.dropFirst()
        guard let quote = name.firstIndex(of: "\""), name[quote...].dropFirst().first == "]" else { return nil }
        rest = name[quote...].dropFirst(2)
        return .member(String(name[..<quote]))
      }
      let digits = rest[..<end]
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let index = Int(digits) else { return nil }
      rest = rest[end...].dropFirst()
      return .element(index)
    default: return nil
    }
  }

  /// The part of a value; nil when the value has no such part.
  public func part(of value: Value) -> Value? {
    var part = value
    for step in steps {
      switch (step, part) {
      case (.member(let name), .object(let members)):
        guard let member = members[name] else { return nil }
        part = member
      case (.element(let index), .array(let elements)) where elements.indices.contains(index): part = elements[index]
      default: return nil
      }
    }
    return part
  }

  /// The path as text.
  public var description: String {
    steps.enumerated().map { position, step in
      switch step {
      case .element(let index): (position == 0 ? "." : "") + "[\(index)]"
      case .member(let name) where name.isEmpty || name.contains { ".[]\"".contains($0) || $0.isWhitespace }:
        (position == 0 ? "." : "") + "[\"\(name)\"]"
      case .member(let name): ".\(name)"
      }
    }.joined()
  }
}
