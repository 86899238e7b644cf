/// A piece of Swift source: as much as is needed to find calls and to rewrite them.
struct SwiftToken: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case name
    case number
    /// A string literal: its parts, and the code between them.
    case string([StringPart])
    /// One character of punctuation.
    case symbol
  }

  var kind: Kind
  /// As it is written.
  var text: String
  var followsSpace = false
  var followsLine = false

  /// What a string literal without interpolation says.
  var literal: String? {
    guard case .string(let parts) = kind else { return nil }
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  func `is`(_ text: String) -> Bool {
    if case .string = kind { false } else { self.text == text }
  }
}

enum StringPart: Equatable, Sendable {
  case text(String)
  case code([SwiftToken])
}

// MARK: Brackets

extension [SwiftToken] {
  private static let closing = ["(": ")", "[": "]", "{": "}"]

  /// The position of the bracket that closes the one at `open`.
  func close(of open: Int) -> Int? {
    var waiting: [String] = []
    for position in open..<count where self[position].kind == .symbol {
      let text = self[position].text
      if let closing = Self.closing[text] {
        waiting.append(closing)
      } else if text == waiting.last {
        waiting.removeLast()
        if waiting.isEmpty { return position }
      }
    }
    return nil
  }

  /// Single tokens, and brackets with all that is in them.
  private var groups: [ArraySlice<SwiftToken>] {
    var groups: [ArraySlice<SwiftToken>] = []
    var position = 0
    while position < count {
      let isOpen = self[position].kind == .symbol && Self.closing[self[position].text] != nil
      let end = isOpen ? close(of: position) ?? position : position
      groups.append(self[position...end])
      position = end + 1
    }
    return groups
  }

  /// The parts between separators that stand in no bracket.
  func split(by separator: String) -> [[SwiftToken]] {
    groups.split(omittingEmptySubsequences: false) { $0.count == 1 && $0.first!.is(separator) }.map {
      Array($0.joined())
    }
  }

  /// The parts that begin on a line of their own, outside of brackets.
  var lines: [[SwiftToken]] {
    var lines: [[SwiftToken]] = []
    for group in groups {
      if lines.isEmpty || group.first!.followsLine { lines.append([]) }
      lines[lines.count - 1] += group
    }
    return lines
  }

  /// Their source, on one line.
  var source: String {
    var text = ""
    for (position, token) in enumerated() {
      if position > 0, token.followsSpace { text += " " }
      text += token.source
    }
    return text
  }
}

extension SwiftToken {
  fileprivate var source: String {
    guard case .string(let parts) = kind, parts.contains(where: { if case .code = $0 { true } else { false } }) else {
      return text
    }
    return "\""
      + parts.map { part in
        switch part {
        case .text(let text): text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        case .code(let tokens): "\\(\(tokens.source))"
        }
      }.joined() + "\""
  }
}
