extension Value {
  /// Appends the value to `text` as JSON on one line, like ``writeJSON(to:)``; but what was read from a line, and what
  /// nothing has changed, is written as it was read: objects with their members in their order, and numbers as they were spelled.
  package func writeAsRead(to text: inout String) {
    switch self {
    case .null, .bool, .int, .string: writeJSON(to: &text)
    case .double(let double):
      if let spelling = double.spelling { text += spelling } else { writeJSON(to: &text) }
    case .array(let elements), .tuple(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.writeAsRead(to: &text)
      }
      text += "]"
    case .object(let members):
      switch members.storage {
      case .read(let object) where object.isPrintable: text += String(decoding: object.text, as: UTF8.self)
      case .read(let object): Self.write(object.places.map { (object.key($0), object.value($0)) }, to: &text)
      case .made(let members): Self.write(members.sorted { $0.key < $1.key }, to: &text)
      }
    }
  }

  private static func write(_ members: [(key: String, value: Value)], to text: inout String) {
    text += "{"
    for (index, member) in members.enumerated() {
      if index > 0 { text += "," }
      JSONText.write(member.key, to: &text)
      text += ":"
      member.value.writeAsRead(to: &text)
    }
    text += "}"
  }
}
