package import Marbles

/// How bad the event is that a value reports.
package enum Severity: Int, Hashable, Sendable, Comparable {
  /// Nothing to worry about.
  case normal
  /// A warning, or a request that the client got wrong.
  case warning
  /// An error.
  case error

  package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// Where a value says how bad it is.
package enum SeveritySource: Hashable, Sendable {
  /// A member such as `status` or `level`.
  case member(String)
  /// A word of a line, such as `ERROR`.
  case text

  /// The members that say it, the first one that a value has.
  static let memberNames = ["level", "severity", "lvl", "status", "status_code", "statusCode"]

  /// The severity of a value.
  package func severity(of value: Value) -> Severity {
    switch self {
    case .member(let name):
      guard case .object(let members) = value, let member = members[name] else { return .normal }
      return Self.severity(ofMember: member)
    case .text:
      guard case .string(let text) = value else { return .normal }
      return Self.severity(ofLine: text)
    }
  }

  /// The names of warnings and errors.
  package var names: (warning: String, error: String) {
    if case .member(let name) = self, name.hasPrefix("status") { ("4xx", "5xx") } else { ("warn", "error") }
  }

  /// Where these values say how bad they are; nil when they don't.
  package static func suggested(by values: [Value]) -> SeveritySource? {
    for name in memberNames {
      let members = values.compactMap { value -> Value? in
        if case .object(let members) = value { members[name] } else { nil }
      }
      if !members.isEmpty, 2 * members.count >= values.count, members.contains(where: isSeverity) {
        return .member(name)
      }
    }
    let lines = values.compactMap { value -> String? in if case .string(let text) = value { text } else { nil } }
    return 2 * lines.count >= values.count && !lines.isEmpty && lines.contains(where: hasLevel) ? .text : nil
  }

  private static func isSeverity(_ value: Value) -> Bool {
    switch value {
    case .int(let status): (100...599).contains(status)
    case .string(let word): level(word.utf8[...]) != nil || Int(word).map { (100...599).contains($0) } == true
    default: false
    }
  }

  private static func severity(ofMember value: Value) -> Severity {
    switch value {
    case .int(let status): severity(ofStatus: status)
    case .string(let word): level(word.utf8[...]) ?? Int(word).map(severity(ofStatus:)) ?? .normal
    default: .normal
    }
  }

  private static func severity(ofStatus status: Int) -> Severity {
    status >= 500 && status < 600 ? .error : status >= 400 && status < 500 ? .warning : .normal
  }

  /// The maximum number of bytes of a line that are searched for a word.
  private static let searched = 200

  /// The worst word of a line: a level in capitals or after `=`, or the name of an exception.
  private static func severity(ofLine text: String) -> Severity {
    words(of: text).reduce(.normal) { max($0, severity(ofWord: $1) ?? .normal) }
  }

  private static func hasLevel(_ text: String) -> Bool { words(of: text).contains { severity(ofWord: $0) != nil } }

  private static func words(of text: String) -> [Substring.UTF8View] {
    text.utf8.prefix(searched).split { !isLetter($0) && $0 != UInt8(ascii: "=") }
  }

  private static func severity(ofWord word: Substring.UTF8View) -> Severity? {
    if let equals = word.lastIndex(of: UInt8(ascii: "=")) {
      return level(word[word.index(after: equals)...])
    }
    if word.allSatisfy({ (65...90).contains($0) }) { return level(word) }
    let text = Substring(word)
    return ["Exception", "Error"].contains { text.hasSuffix($0) && text.count > $0.count } ? .error : nil
  }

  private static func level(_ word: Substring.UTF8View) -> Severity? {
    switch Substring(word).lowercased() {
    case "error", "err", "fatal", "critical", "crit", "severe", "panic", "alert", "emerg", "emergency": .error
    case "warn", "warning": .warning
    case "info", "notice", "debug", "trace", "information", "ok": .normal
    default: nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
}
