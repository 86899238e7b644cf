extension Value {
  /// The members that can stand for an object, the most telling first.
  public static let labelKeys = ["text", "title", "name", "message", "level", "status", "value"]

  /// The value that stands for this one where there is little room.
  ///
  /// Of an object it is the first member of ``labelKeys`` that is a string, a number or a Boolean, else its only such
  /// member. The label of a tuple is the tuple of its labels. Every other value is its own label, as is an object
  /// without such a member.
  ///
  /// ```swift
  /// try Value(json: #"{"path": "/", "status": 503}"#).label   // 503
  /// ```
  public var label: Value {
    switch self {
    case .object(let members):
      if let key = Self.labelKeys.first(where: { members[$0]?.isLabel == true }) { return members[key] ?? self }
      let scalars = members.values.lazy.filter(\.isLabel).prefix(2)
      return scalars.count == 1 ? scalars.first ?? self : self
    case .tuple(let elements): return .tuple(elements.map(\.label))
    case .null, .bool, .int, .double, .string, .array: return self
    }
  }

  /// Whether it says something in one line.
  private var isLabel: Bool {
    switch self {
    case .string(let text): !text.isEmpty
    case .bool, .int, .double: true
    case .null, .array, .object, .tuple: false
    }
  }
}
