internal import Marbles
internal import SceneFiles
internal import Yams

/// Writes values in the style of a file.
struct YAMLWriter {
  /// The line break of the file.
  let lineBreak: String
  /// Whether white space stands inside of braces: `{ a: 1 }`.
  let isSpaced: Bool

  init(matching root: FileNode) {
    let bytes = root.source.bytes
    let first = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
    lineBreak =
      first.map { bytes[$0...].starts(with: [0x0D, 0x0A]) ? "\r\n" : bytes[$0] == 0x0D ? "\r" : "\n" } ?? "\n"
    isSpaced = Self.firstBrace(in: root).map { $0 + 1 < bytes.count && bytes[$0 + 1] == 0x20 } ?? true
  }

  private static func firstBrace(in node: FileNode) -> Int? {
    if node.isMapping, node.source.bytes.indices.contains(node.markOffset),
      node.source.bytes[node.markOffset] == UInt8(ascii: "{")
    {
      return node.markOffset
    }
    for child in node.children where !child.isKey {
      if let brace = firstBrace(in: child.node) { return brace }
    }
    return nil
  }

  // MARK: Values

  /// A value in one line.
  func flow(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar): return flow(scalar)
    case .sequence(let sequence): return "[\(sequence.map(flow).joined(separator: ", "))]"
    case .mapping(let mapping):
      if mapping.isEmpty { return "{}" }
      let space = isSpaced ? " " : ""
      let pairs = mapping.map { "\(key($0.key)): \(flow($0.value))" }
      return "{\(space)\(pairs.joined(separator: ", "))\(space)}"
    case .alias: preconditionFailure("an alias is never written")
    }
  }

  private func flow(_ scalar: Node.Scalar) -> String {
    let isPlain = scalar.style == .plain || scalar.style == .any
    return isPlain && !scalar.string.isEmpty && !scalar.string.contains { ",[]{}".contains($0) }
      ? scalar.string : Self.quoted(scalar.string)
  }

  private func key(_ node: Node) -> String {
    guard case .scalar(let scalar) = node else { preconditionFailure("a key is a name") }
    return Self.isPlain(scalar.string, isInFlow: true) ? scalar.string : Self.quoted(scalar.string)
  }

  /// An entry of a mapping, without indentation and line break at its ends.
  ///
  /// - Parameter indentation: the indentation of the key; nil in the flow style.
  func entry(_ name: String, _ node: Node, indentation: Int?) -> String {
    let inner = indentation.map { lineBreak + String(repeating: " ", count: $0 + 2) }
    switch node {
    case .scalar(let scalar):
      if let inner, scalar.style == .literal, !scalar.string.hasPrefix(" ") {
        let lines = scalar.string.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(name): |-" + lines.map { "\(inner)\($0)" }.joined()
      }
      let isPlain = scalar.style == .plain || scalar.style == .any
      return "\(name): " + (indentation != nil && isPlain && !scalar.string.isEmpty ? scalar.string : flow(scalar))
    case .sequence(let sequence):
      if let inner, name == "events", !sequence.isEmpty {
        return "\(name):" + sequence.map { "\(inner)- \(flow($0))" }.joined()
      }
      return "\(name): \(flow(node))"
    case .mapping, .alias: return "\(name): \(flow(node))"
    }
  }

  /// A row, without indentation and line break at its ends.
  ///
  /// - Parameters:
  ///   - isFlow: whether its keys are in one line.
  ///   - indentation: the indentation of its keys in the block style.
  func row(_ name: String, _ pairs: [(String, Node)], isFlow: Bool, indentation: Int) -> String {
    if isFlow {
      let space = isSpaced ? " " : ""
      let entries = pairs.map { entry($0.0, $0.1, indentation: nil) }
      return "\(name): {\(space)\(entries.joined(separator: ", "))\(space)}"
    }
    let margin = lineBreak + String(repeating: " ", count: indentation)
    return "\(name):" + pairs.map { margin + entry($0.0, $0.1, indentation: indentation) }.joined()
  }
}

// MARK: Scalars

extension YAMLWriter {
  /// `text` in place of the scalar `old`, in its style if that can hold it.
  ///
  /// - Parameters:
  ///   - isInFlow: whether the scalar stands in a flow collection.
  ///   - isDiagram: whether a line break at the end has no meaning.
  func scalar(_ text: String, inPlaceOf old: ArraySlice<UInt8>, isInFlow: Bool, isDiagram: Bool = false) -> String {
    switch old.first {
    case nil: return " " + (Self.isPlain(text, isInFlow: isInFlow) ? text : Self.quoted(text))
    case UInt8(ascii: "'"):
      let isDoubled = text.contains("'" as Character) && !text.contains { "\"\\".contains($0) }
      return isDoubled ? JSONText.quoted(text) : Self.singleQuoted(text) ?? JSONText.quoted(text)
    case UInt8(ascii: "\""): return JSONText.quoted(text)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      return block(text, inPlaceOf: old, isDiagram: isDiagram) ?? Self.quoted(text)
    default: return Self.isPlain(text, isInFlow: isInFlow) ? text : Self.quoted(text)
    }
  }

  /// Whether `text` means itself without quotes; false for much that does, too.
  static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
    // Behind the first character of a block's scalar, only `: ` and ` #` have a meaning.
    let signs = isInFlow ? " _.()+-/%" : " _.()+-/%,$*{}[]<>=!?|&\"'"
    func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    guard let first = text.unicodeScalars.first, isWord(first), text.unicodeScalars.last != " " else { return false }
    return text.unicodeScalars.allSatisfy { isWord($0) || signs.unicodeScalars.contains($0) }
  }

  /// `text` in quotes: in single ones if a double quote or a backslash in it needs no escape there.
  static func quoted(_ text: String) -> String {
    let needsEscape = text.contains { "\"\\".contains($0) } && !text.contains("'" as Character)
    return (needsEscape ? singleQuoted(text) : nil) ?? JSONText.quoted(text)
  }

  /// `text` in single quotes; nil when it contains something that needs an escape.
  private static func singleQuoted(_ text: String) -> String? {
    let isVisible = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
      default: true
      }
    }
    return isVisible ? "'" + text.replacing("'", with: "''") + "'" : nil
  }

  /// `text` under the header of the block scalar `old`, indented like its first line.
  private func block(_ text: String, inPlaceOf old: ArraySlice<UInt8>, isDiagram: Bool) -> String? {
    let header = old.prefix { $0 != 0x0A && $0 != 0x0D }
    let indicators = header.dropFirst().prefix { $0 != 0x20 && $0 != UInt8(ascii: "#") }
    // Without `-`, the value ends with a line break.
    let isStripped = indicators.elementsEqual("-".utf8)
    guard isStripped || indicators.isEmpty, isStripped || isDiagram || text.hasSuffix("\n") else { return nil }
    let lines = (isStripped || isDiagram || !text.hasSuffix("\n") ? text : String(text.dropLast()))
      .split(separator: "\n", omittingEmptySubsequences: false)
    let isFolded = old.first == UInt8(ascii: ">")
    guard lines.count == 1 || isDiagram || !isFolded,
      lines.allSatisfy({ $0.first.map { !$0.isWhitespace } ?? false && $0.unicodeScalars.allSatisfy { $0 >= " " } })
    else { return nil }
    guard let content = old[header.endIndex...].firstIndex(where: { ![0x20, 0x0A, 0x0D].contains($0) }) else {
      return nil
    }
    let indentation = old[..<content].reversed().prefix { $0 == 0x20 }.count
    let margin = lineBreak + String(repeating: " ", count: indentation)
    return String(decoding: header, as: UTF8.self) + lines.map { "\(margin)\($0)" }.joined()
  }
}
