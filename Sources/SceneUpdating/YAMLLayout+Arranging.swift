internal import SceneFiles

extension YAMLLayout {
  /// An item of the new text.
  enum Piece {
    /// The item at this position of the file, with its new text.
    case old(Int, text: [UInt8])
    /// A new item: in the block style its lines, with indentation; in the flow style without white space around.
    case new(String)
  }

  /// The new text of the collection, for ``range``; nil when a comment would be lost.
  ///
  /// What stands between items stays in its place: blank lines, and comments that belong to no item. The comments of a
  /// removed item stay where it was.
  func text(of pieces: [Piece], _ writer: YAMLWriter) -> [UInt8]? {
    isFlow ? flowText(of: pieces, writer) : blockText(of: pieces, writer)
  }

  // MARK: Block style

  private func blockText(of pieces: [Piece], _ writer: YAMLWriter) -> [UInt8] {
    // Each old item with the new ones that follow it.
    var groups: [[UInt8]] = []
    var slots: [Int] = []
    var top: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .old(let index, let text):
        groups.append(Self.ended(text, writer))
        slots.append(index)
      case .new(let text):
        let text = Self.ended(Array(text.utf8), writer)
        if groups.isEmpty { top += text } else { groups[groups.count - 1] += text }
      }
    }
    slots.sort()
    var result: [UInt8] = []
    var next = 0
    for (index, item) in items.enumerated() {
      if index > 0 { result += source.bytes[items[index - 1].range.upperBound..<item.range.lowerBound] }
      if next < slots.count, slots[next] == index {
        if next == 0 { result += top }
        result += groups[next]
        next += 1
      } else {
        result += remains(of: item, writer)
      }
    }
    if groups.isEmpty { result += top }
    // A file whose last line has no line break.
    let isOpen = range.upperBound == source.bytes.count && !Self.endsWithBreak(source.bytes[range])
    if isOpen, Self.endsWithBreak(result[...]) { result.removeLast(writer.lineBreak.utf8.count) }
    return result
  }

  /// The comments of a removed item.
  private func remains(of item: Item, _ writer: YAMLWriter) -> [UInt8] {
    Array(source.bytes[item.range.lowerBound..<item.start]) + insideComments(of: item, writer)
  }

  /// The comments in the lines of an item and below, each in its own line with the indentation of the item.
  func insideComments(of item: Item, _ writer: YAMLWriter) -> [UInt8] {
    var lines: [UInt8] = []
    for comment in comments.within(item.start..<item.range.upperBound) {
      lines += [UInt8](repeating: 0x20, count: column)
      lines += source.bytes[comment]
      lines += writer.lineBreak.utf8
    }
    return lines
  }

  private static func ended(_ text: [UInt8], _ writer: YAMLWriter) -> [UInt8] {
    text.isEmpty || endsWithBreak(text[...]) ? text : text + Array(writer.lineBreak.utf8)
  }

  private static func endsWithBreak(_ text: ArraySlice<UInt8>) -> Bool { text.last == 0x0A || text.last == 0x0D }

  // MARK: Flow style

  private func flowText(of pieces: [Piece], _ writer: YAMLWriter) -> [UInt8]? {
    guard !pieces.isEmpty else { return nil }
    var result = opening(writer)
    var used: Set<Int> = []
    var kept: Set<Int> = []
    var previous: Int?
    for (position, piece) in pieces.enumerated() {
      var index: Int?
      let text: [UInt8]
      switch piece {
      case .old(let position, let old):
        index = position
        text = old
        kept.insert(position)
      case .new(let new): text = Array(new.utf8)
      }
      if let index, let previous, index == previous + 1 {
        used.insert(index)
        result += separator(before: index)
      } else if position > 0 {
        result += usualSeparator
      }
      result += text
      previous = index
    }
    for index in items.indices {
      if !kept.contains(index), !comments.within(items[index].range).isEmpty { return nil }
      if index > 0, !used.contains(index) {
        let range = items[index - 1].range.upperBound..<items[index].range.lowerBound
        if !comments.within(range).isEmpty { return nil }
      }
    }
    return result + closing(writer)
  }

  /// The bracket, and what stands before the first item.
  private func opening(_ writer: YAMLWriter) -> [UInt8] {
    let bracket = source.bytes[range.lowerBound]
    guard let first = items.first else {
      return [bracket] + (writer.isSpaced && bracket == UInt8(ascii: "{") ? [0x20] : [])
    }
    return Array(source.bytes[range.lowerBound..<first.range.lowerBound])
  }

  /// What stands after the last item, and the bracket.
  private func closing(_ writer: YAMLWriter) -> [UInt8] {
    let bracket = source.bytes[range.upperBound - 1]
    guard let last = items.last else {
      return (writer.isSpaced && bracket == UInt8(ascii: "}") ? [0x20] : []) + [bracket]
    }
    return Array(source.bytes[last.range.upperBound..<range.upperBound])
  }

  private func separator(before index: Int) -> ArraySlice<UInt8> {
    source.bytes[items[index - 1].range.upperBound..<items[index].range.lowerBound]
  }

  /// The separator for new neighbours: with a line break, if the first items have one between them.
  private var usualSeparator: [UInt8] {
    guard let first = items.first else { return Array(", ".utf8) }
    let model = items.count > 1 ? separator(before: 1) : source.bytes[range.lowerBound..<first.range.lowerBound]
    guard var lineBreak = model.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return Array(", ".utf8) }
    if lineBreak > model.startIndex, model[lineBreak] == 0x0A, model[lineBreak - 1] == 0x0D { lineBreak -= 1 }
    return [UInt8(ascii: ",")] + model[lineBreak...]
  }
}
