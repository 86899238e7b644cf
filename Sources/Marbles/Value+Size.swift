extension Value {
  /// The most parts that a value may have, however they are shared in memory: whoever prints or compares it, sees all.
  public static let maximumParts = 100_000

  /// How many parts it has: each element, each member and each 64 bytes of text is one.
  ///
  /// Nil when there are more than ``maximumParts`` or they nest deeper than ``nestingLimit``; no more are looked at.
  public var parts: Int? {
    var count = 0
    return measure(into: &count, depth: 0) ? count : nil
  }

  private func measure(into count: inout Int, depth: Int) -> Bool {
    count += 1
    switch self {
    case .null, .bool, .int, .double: break
    case .string(let text): count += text.utf8.count / 64
    case .array(let elements), .tuple(let elements):
      guard depth < Self.nestingLimit, count + elements.count <= Self.maximumParts else { return false }
      for element in elements where !element.measure(into: &count, depth: depth + 1) { return false }
    case .object(let members):
      guard depth < Self.nestingLimit, count + members.count <= Self.maximumParts else { return false }
      for (key, value) in members {
        count += key.utf8.count / 64
        if !value.measure(into: &count, depth: depth + 1) { return false }
      }
    }
    return count <= Self.maximumParts
  }
}
