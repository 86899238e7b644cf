extension Value {
  /// The maximum number of ``parts`` of a value. Parts that are shared in memory count each time, because printing and
  /// comparing visits all of them.
  public static let maximumParts = 100_000

  /// The number of parts: each element, each member and each 64 bytes of text, or of a number, counts as one.
  ///
  /// Nil when there are more than ``maximumParts``, or when they nest deeper than ``nestingLimit``; counting stops
  /// there.
  public var parts: Int? {
    var count = 0
    return measure(into: &count, depth: 0) ? count : nil
  }

  private func measure(into count: inout Int, depth: Int) -> Bool {
    count += 1
    switch self {
    case .null, .bool, .int: break
    case .double(let double): count += (double.spelling?.utf8.count ?? 0) / 64
    case .string(let text): count += text.utf8.count / 64
    case .array(let elements), .tuple(let elements):
      guard depth < Self.nestingLimit, count + elements.count <= Self.maximumParts else { return false }
      for element in elements where !element.measure(into: &count, depth: depth + 1) { return false }
    case .object(let members):
      if case .read(let text) = members.storage {
        count += text.parts - 1
        return depth + text.depth <= Self.nestingLimit && count <= Self.maximumParts
      }
      guard depth < Self.nestingLimit, count + members.count <= Self.maximumParts else { return false }
      for (key, value) in members {
        count += key.utf8.count / 64
        if !value.measure(into: &count, depth: depth + 1) { return false }
      }
    }
    return count <= Self.maximumParts
  }

  /// The approximate size in bytes of what the value refers to. Storage that values share counts for each.
  package var storageBytes: Int {
    switch self {
    case .null, .bool, .int: return 0
    case .double(let double): return double.spelling.map { $0.utf8.count + 64 } ?? 0
    // Up to 15 bytes are in the value itself.
    case .string(let text): return text.utf8.count > 15 ? text.utf8.count + 32 : 0
    case .array(let elements), .tuple(let elements):
      return elements.reduce(32) { $0 + MemoryLayout<Value>.stride + $1.storageBytes }
    case .object(let members):
      if case .read(let text) = members.storage { return text.storageBytes }
      return members.reduce(64) {
        $0 + MemoryLayout<(String, Value)>.stride + $1.key.utf8.count + $1.value.storageBytes
      }
    }
  }
}
