internal import SceneFiles

extension SceneFile {
  /// The YAML of the scene: the text of the file, or the code block without what quotes and lists put before its lines.
  var yaml: String {
    guard let block else { return text }
    let bytes = Array(text.utf8)
    return String(decoding: block.lines.flatMap { bytes[$0] }, as: UTF8.self)
  }

  /// The text of the file with another YAML of the scene; in a document, text outside of the code block stays.
  ///
  /// - Returns: nil when the document would have more scenes, or fewer.
  func text(withYAML yaml: String) -> String? {
    guard let block else { return yaml }
    guard let first = block.lines.first, let last = block.lines.last else { return nil }
    let bytes = Array(text.utf8)
    let start = bytes[..<first.lowerBound].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let lines = Self.quoted(
      Array(yaml.utf8).lines, like: block.lines.map { Array(bytes[$0]) },
      prefixes: zip([start] + block.lines.map(\.upperBound), block.lines).map { Array(bytes[$0..<$1.lowerBound]) })
    let rest = Array(bytes[last.upperBound...])
    let updated = String(decoding: Array(bytes[..<start]) + lines.flatMap(\.self) + rest, as: UTF8.self)
    let counts = [text, updated].map { try? MarkdownDocument(parsing: $0, path: path).scenes.count }
    return counts[0] == counts[1] ? updated : nil
  }

  /// The lines with what quotes and lists put before them: lines that were there keep it, and others get that of the
  /// first line with text.
  private static func quoted(_ lines: [[UInt8]], like old: [[UInt8]], prefixes: [[UInt8]]) -> [[UInt8]] {
    let model = old.firstIndex { $0.contains { $0 > 0x20 } } ?? 0
    let difference = lines.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var kept = old.indices.filter { !removed.contains($0) }[...]
    return lines.enumerated().map { index, line in
      if inserted.contains(index) { return prefixes[model] + line }
      return prefixes[kept.removeFirst()] + line
    }
  }
}

extension [UInt8] {
  /// The lines with their line breaks.
  fileprivate var lines: [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    var offset = 0
    while offset < count {
      let isPair = self[offset] == 0x0D && offset + 1 < count && self[offset + 1] == 0x0A
      let isBreak = self[offset] == 0x0A || self[offset] == 0x0D
      offset += isPair ? 2 : 1
      if isBreak {
        lines.append(Array(self[start..<offset]))
        start = offset
      }
    }
    if start < count { lines.append(Array(self[start...])) }
    return lines
  }
}
